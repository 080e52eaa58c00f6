import Searching
import TestSupport
import Testing

/// Tests that one-megabyte queries and commands give a result, or an error that names the limit.
@Suite struct LongQueryTests {
  private static let units = [
    "a", "0123456789", " ", "a b",
    ".,;:!?", "\"", "\"a\" ", "(",
    "()", "\\", "\\d", "\u{301}",
    "\u{301}\u{323}\u{327}", "漢字", "👩‍👩‍👧",
    "🇩🇪", "\u{1100}\u{1161}\u{11A8}", "[", "|",
    "a|", "*", "(?:", "(?:)",
    "a{1,9}", ":", "text:", "-a ",
    "a AND b OR ", ".*", "א", ",",
  ]

  private static let commands = [
    ":substring", ":prefix", ":bool", ":set grammar standard\n:bool", ":words", ":regex",
    ":set regex-engine pcre2\n:regex", "pear\n:where", ":sql", ":set", ":set strategy", ":columns",
    "pear\n:sort", "pear\n:count by", ":help", ":use", ":explain", ":within", ":goto", ":run", "",
  ]

  private static func run(_ input: [UInt8]) throws -> BinaryUnderTest.Result {
    let folder = try ScratchFolder()
    try folder.write(Prompt.fruit, to: "fruit.txt")
    return try BinaryUnderTest().run(
      ["--keep-going", "fruit.txt"], inputBytes: input, environment: Prompt.environment(of: folder),
      directory: folder.path)
  }

  private static func run(_ line: String) throws -> BinaryUnderTest.Result {
    try run(Array((line + "\n").utf8))
  }

  /// Tests a command with one-megabyte arguments, each of which repeats one of `units`.
  ///
  /// Thorough tests use all units; other tests use every sixth unit.
  @Test(arguments: commands.indices)
  func `a one-megabyte command gives a result or an error`(index: Int) throws {
    let command = Self.commands[index]
    let step = Effort.size(6, thorough: 1)
    var input: [UInt8] = []
    for place in stride(from: index % step, to: Self.units.count, by: step) {
      let unit = Self.units[place]
      let text = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
      input += Array("\(command) \(text)\n".utf8)
    }
    input += Array("\(command) ".utf8) + [UInt8](repeating: 0xFF, count: 1 << 20) + [0x0A]
    let result = try Self.run(input)
    #expect([0, 1, 2, 64].contains(result.exitStatus))
    // An error message must quote only the start and the end of a long text.
    #expect(result.errorBytes.count < 5_000 * Self.units.count)
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `messages name the limits that a query exceeds`(strategy: String) throws {
    let long = try Self.run(":\(strategy) " + String(repeating: "a", count: (128 << 10) + 1))
    #expect(long.exitStatus == 2)
    #expect(long.error.contains("the query is longer than 128 KiB"))
    let marks = try Self.run(":\(strategy) " + String(repeating: "\u{301}\u{327}", count: 501))
    #expect(marks.exitStatus == 64)
    #expect(marks.error.contains("more than 1000 combining marks follow each other"))
  }

  @Test func `a prefix query with the maximum number of distinct words is searched`() throws {
    let words = (0..<12_000).map { "w\($0 * 7)" }.joined(separator: " ")
    #expect(try Self.run(":prefix " + words).exitStatus == 0)
  }
}
