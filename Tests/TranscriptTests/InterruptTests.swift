import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

@Suite struct InterruptTests {
  @Test func `Ctrl-C at the prompt discards the line and does not exit`() throws {
    let prompt = try Prompt()
    prompt.terminal.type("half a line")
    try prompt.terminal.expectCursor(after: "fruit substring> half a line")
    prompt.terminal.press(Keys.control("c"))
    try prompt.answer()
    #expect(try prompt.run("pear").contains("Green"))
    for _ in 0..<3 {
      prompt.terminal.press(Keys.control("c"))
      try prompt.answer()
    }
    #expect(try prompt.leave() == .exited(0))
  }

  /// A folder with a large corpus, in which the slow query takes far longer than a test waits.
  private func largeFolder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.run("yes 'abababab abab ab ababab aab abbab' | head -n 600000 > large.txt")
    return folder
  }

  /// A query that is slow, because each of its tokens has many candidates in each record.
  private static let slow = ":prefix a a a a"

  @Test func `Ctrl-C in a long query reports its progress and returns to the prompt`() throws {
    let prompt = try Prompt(["large.txt"], in: try largeFolder())
    try prompt.start(Self.slow)
    prompt.terminal.press(Keys.control("c"))
    let shown = try prompt.end()
    #expect(shown.contains("interrupted: "))
    #expect(shown.contains(" of 600,000 records were searched"))
    #expect(shown.contains(" · canceled · "))
    #expect(try prompt.run(":use large").contains("in scope: large"))
    #expect(try prompt.leave() == .exited(0))
  }

  @Test func `Ctrl-C in a long SQL query returns to the prompt`() throws {
    let prompt = try Prompt()
    try prompt.start(
      ":sql WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
    prompt.terminal.press(Keys.control("c"))
    _ = try prompt.end()
    #expect(try prompt.run("pear").contains("Green"))
    #expect(try prompt.leave() == .exited(0))
  }

  @Test(arguments: ["search", "script"])
  func `SIGINT during a query in a subcommand or script exits with 130`(form: String) throws {
    let folder = try largeFolder()
    let arguments =
      form == "search"
      ? ["search", "--verbose", "-s", "prefix", "a a a a", "large.txt"]
      : ["--verbose", "large.txt", "-c", Self.slow, "-c", ":! echo never"]
    let terminal = try Pseudoterminal(
      try BinaryUnderTest(), arguments, environment: Prompt.environment(of: folder),
      directory: folder.path)
    // Press Ctrl-C once the program has printed its last message before the query.
    try terminal.expect(form == "search" ? "searching large" : "600,000 records")
    terminal.press(Keys.control("c"))
    #expect(try terminal.expectEnd() == .exited(130))
    #expect(!terminal.transcript.contains("never"))
  }

  @Test(arguments: [
    ["search", "--verbose", "-s", "prefix", "a a a a", "large.txt"],
    ["--verbose", "large.txt", "-c", slow],
  ])
  func `SIGTERM during a query ends the program with that signal`(arguments: [String]) throws {
    let folder = try largeFolder()
    let terminal = try Pseudoterminal(
      try BinaryUnderTest(), arguments, environment: Prompt.environment(of: folder),
      directory: folder.path)
    try terminal.expect(arguments[0] == "search" ? "searching large" : "600,000 records")
    terminal.signal(15)
    #expect(try terminal.expectEnd() == .killed(bySignal: 15))
    #expect(!terminal.transcript.contains("searchbench: "))
    #expect(!terminal.transcript.contains("-c:1: "))
  }

  @Test func `SIGINT while a script waits for lines exits with 130`() throws {
    let folder = try ScratchFolder()
    try folder.write(Prompt.fruit, to: "fruit.txt")
    let path = try BinaryUnderTest().path
    // Descriptor 3 keeps the pipe open, so that the program waits for more input after the first
    // line.
    let script =
      "mkfifo lines; exec 3<>lines; echo pear >&3; exec \(path) --verbose fruit.txt < lines"
    let terminal = try Pseudoterminal(
      BinaryUnderTest(path: "/bin/sh"), ["-c", script],
      environment: Prompt.environment(of: folder), directory: folder.path)
    try terminal.expect("1 record · 1 hit")
    terminal.press(Keys.control("c"))
    #expect(try terminal.expectEnd() == .exited(130))
  }
}
