import System
import TestSupport
import Testing

@testable import Terminal

@Suite struct LineSourceTests {
  private func lines(_ bytes: [UInt8]) -> [String] {
    var input = StandardInput(text: bytes)
    return all(&input)
  }

  private func all(_ source: inout some LineSource) -> [String] {
    var lines: [String] = []
    while case .line(let line) = source.next(prompt: "") { lines.append(line) }
    return lines
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n\r\n", ["a", "b", ""]),
    ("a\rb\n", ["a\rb"]), ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("\n\n", ["", ""]),
    ("a\0b\n", ["a\0b"]),
  ])
  func `text is split into lines`(text: String, expected: [String]) {
    #expect(lines(Array(text.utf8)) == expected)
  }

  @Test func `invalid bytes are replaced`() {
    #expect(lines([0x61, 0xFF, 0x62, 10, 0xE6, 0xBC]) == ["a\u{FFFD}b", "\u{FFFD}"])
  }

  @Test func `a file of any size is read, with lines of any length`() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "0123456789", count: 100_000)
    let path = try folder.file("long", "first\r\n\(long)\n漢\n\nlast")
    var script = try ScriptLines(path: path)
    #expect(all(&script) == ["first", long, "漢", "", "last"])
  }

  @Test func `piped lines are joined and have line numbers`() throws {
    let demo = try BinaryUnderTest("terminal-demo")
    let result = try demo.run(["--lines"], input: "one\\\ntwo\nlast")
    #expect(result.output == "-:1 [\"onetwo\"]\n-:3 [\"last\"]\nend of input\n")
    #expect(result.exitStatus == 0)
  }

  @Test func `an unreadable descriptor gives the end of input and an error`() throws {
    var folder = StandardInput(descriptor: -1)
    #expect(folder.next(prompt: "") == .endOfInput)
    #expect(folder.failure != nil)
  }

  @Test func `a script has line numbers and skips its #! line`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("script", "#!/usr/bin/env searchbench\none\ntwo\n")
    var script = try ScriptLines(path: path)
    #expect(script.next(prompt: "") == .line("one"))
    #expect(script.location == LineLocation(source: path, line: 2))
    #expect(script.location?.description == path + ":2")
    #expect(script.next(prompt: "") == .line("two"))
    #expect(script.next(prompt: "") == .endOfInput)
    #expect(throws: SystemError.self) { try ScriptLines(path: folder.path + "/missing") }
    #expect(throws: SystemError.self) { try ScriptLines(path: folder.path) }
  }

  @Test(arguments: [
    (["a"], ["a"]), (["a\\", "b"], ["ab"]), (["a\\\\", "b"], ["a\\\\", "b"]), (["a\\"], ["a"]),
    (["a\\", "", "b"], ["a", "b"]), (["k\\", "", "b"], ["k\\", "b"]), (["k\\"], ["k\\"]),
    (["a\\", "b\\", "c", "d"], ["abc", "d"]), (["\\", "b"], ["b"]), (["k\\\\\\", ""], ["k\\\\\\"]),
  ])
  func `a final backslash joins lines`(given: [String], expected: [String]) {
    var source = ContinuedLines(ScriptLines(given, source: "-c")) { $0.hasPrefix("k") }
    #expect(all(&source) == expected)
  }

  @Test func `a joined line has the number of its first row`() {
    var source = ContinuedLines(ScriptLines(["a\\", "b", "c"], source: "x"))
    _ = source.next(prompt: "")
    #expect(source.location?.line == 1)
    _ = source.next(prompt: "")
    #expect(source.location?.line == 3)
  }

  @Test(arguments: [
    ("a\nb", "a\nb"), ("a\\\nb", "ab"), ("a\n\\\nb", "a\nb"), ("\nb", "\nb"), ("a\\\n", "a"),
    ("k\\\n", "k\\"),
    ("a\\\n\nb", "a\nb"), ("a\n", "a\n"), ("", ""), ("\\", ""), ("a\\\\\n", "a\\\\\n"),
  ])
  func `a line of several rows is joined at its final backslashes`(text: String, expected: String) {
    #expect(LineContinuation.joined(text) { $0.hasPrefix("k") } == expected)
  }
}
