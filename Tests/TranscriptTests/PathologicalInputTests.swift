import Searching
import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests that extreme texts and queries give correct results, or report a limit, and never hang.
@Suite struct PathologicalInputTests {
  /// Runs `search -c` on a file that a shell command creates.
  private static func count(
    _ query: String, by strategy: String, in file: String, _ more: [String] = []
  ) throws -> BinaryUnderTest.Result {
    let folder = try ScratchFolder()
    try folder.run(file + " > text.txt")
    return try BinaryUnderTest().run(
      ["search", "-c", "-s", strategy] + more + ["--", query, "text.txt"], directory: folder.path)
  }

  private static let oneLine = "yes 'abcdefghij klmnop' | head -n 400000 | tr '\\n' ' '"
  private static let emptyLines = "yes '' | head -n 2000000"
  private static let oneByte = "head -c 6000000 /dev/zero | tr '\\0' a"

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `one line of several megabytes is searched`(_ strategy: String) throws {
    #expect(try Self.count("klm", by: strategy, in: Self.oneLine).output == "1\n")
    #expect(try Self.count("xyz", by: strategy, in: Self.oneLine).output == "0\n")
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `millions of empty lines are searched`(_ strategy: String) throws {
    #expect(try Self.count("a", by: strategy, in: Self.emptyLines).output == "0\n")
    #expect(try Self.count("", by: strategy, in: Self.emptyLines).output == "2000000\n")
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `text that repeats a single byte is searched`(_ strategy: String) throws {
    #expect(try Self.count("aaaa", by: strategy, in: Self.oneByte).output == "1\n")
    let almost = String(repeating: "a", count: 2000) + "b"
    #expect(try Self.count(almost, by: strategy, in: Self.oneByte).output == "0\n")
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `a needle longer than the text finds nothing`(_ strategy: String) throws {
    let needle = String(repeating: "ab", count: 500)
    #expect(try Self.count(needle, by: strategy, in: "printf 'abab\\nab'").output == "0\n")
  }

  @Test(.disabled(if: Effort.isSanitized, "AddressSanitizer does not work with memory limits"))
  func `a small gzip file with huge contents is searched in little memory, or refused`() throws {
    let folder = try ScratchFolder()
    try folder.run("yes 'one line of a long text' | head -c 600000000 | gzip -1 > bomb.gz")
    let program = try BinaryUnderTest().path
    func result(_ arguments: String) throws -> BinaryUnderTest.Result {
      try BinaryUnderTest(path: "/bin/sh").run(
        ["-c", "ulimit -v 500000; '\(program)' \(arguments)"], directory: folder.path)
    }
    let search = try result("search -c absent bomb.gz")
    #expect(search.ending == .exited(1), "\(search.error)")
    let load = try result("bomb.gz -c absent")
    #expect(load.ending == .exited(2))
    #expect(load.error.contains("bomb.gz: not enough memory; "))
  }

  @Test func `ten thousand alternatives are searched`() throws {
    let words = (0..<10_000).map { "w\($0 * 7)x" }.joined(separator: "|")
    let file = "seq 0 20000 | sed 's/^/w/; s/$/x/'"
    let found = try Self.count(words, by: "regex", in: file)
    #expect(found.output == "2858\n", "\(found.error)")
    let boolean = words.replacing("|", with: " OR ")
    #expect(try Self.count(boolean, by: "bool", in: file).output == "2858\n")
  }

  @Test func `patterns with exponential backtracking finish or are refused`() throws {
    #expect(try Self.count("(.*)(.*)(.*)x", by: "regex", in: Self.oneLine).output == "0\n")
    #expect(try Self.count("(a+)+$", by: "regex", in: "\(Self.oneByte); echo b").output == "0\n")
    let refused = try Self.count("((a{0,100}){0,100}){0,100}", by: "regex", in: "echo a")
    #expect(refused.exitStatus == 2)
    #expect(refused.output == "")
    #expect(refused.error.contains("searchbench: "))
  }

  @Test func `Ctrl-C abandons a long match that cannot be interrupted`() throws {
    let folder = try ScratchFolder()
    try folder.run("head -c 16000000 /dev/urandom | tr -c ab '[a*128][b*]' > text.txt")
    let prompt = try Prompt(["text.txt"], in: folder)
    try prompt.start(":regex (a|b)*a(a|b){24}c")
    prompt.terminal.press(Keys.control("c"))
    #expect(try prompt.end().contains("interrupted: "))
    #expect(try prompt.run(":regex ^zz").contains("0 records"))
  }
}
