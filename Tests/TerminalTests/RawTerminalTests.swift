import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

@Suite struct RawTerminalTests {
  private func start(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> Pseudoterminal {
    let demo = try Pseudoterminal(
      try BinaryUnderTest("terminal-demo"), ["--raw"] + arguments, environment: environment)
    try demo.expectRow("80x24")
    return demo
  }

  /// Starts an interactive shell in the terminal.
  private func startShell() throws -> Pseudoterminal {
    let shell = BinaryUnderTest(path: "/bin/sh")
    let session = try Pseudoterminal(shell, ["-i"], environment: ["PS1": "shell$ ", "ENV": ""])
    try session.expect("shell$ ")
    return session
  }

  private func expectRestored(_ session: Pseudoterminal) {
    #expect(session.isCooked)
    #expect(!session.screen.isAlternate)
    #expect(!session.screen.marksPastes)
    #expect(session.screen.isCursorVisible)
    #expect(session.screen.wraps)
    #expect(!session.screen.isInsideFrame)
  }

  @Test func `keys arrive one by one without echo`() throws {
    let demo = try start()
    #expect(!demo.isCooked)
    #expect(demo.screen.isAlternate && demo.screen.marksPastes && !demo.screen.wraps)
    let keys = [
      ("\u{3}", #"control("c")"#), ("\u{13}", #"control("s")"#), ("\u{11}", #"control("q")"#),
      ("\u{16}", #"control("v")"#), ("\u{F}", #"control("o")"#), ("\u{1C}", #"control("\\")"#),
      ("\r", "enter"), (Keys.up, "up"), (Keys.escape, "escape"),
      (Keys.altRight, "wordRight"), ("é", #"text("é")"#), ("\u{1B}c", #"alt("c")"#),
    ]
    for (bytes, row) in keys {
      demo.type(bytes)
      try demo.expectRow(row)
    }
    let rows = ["80x24"] + keys.map(\.1)
    #expect(Array(demo.screen.lines.prefix(rows.count)) == rows)
    #expect(demo.screen.row == 0 && demo.screen.column == 3)
  }

  @Test func `leaving raw mode restores the screen and keeps text typed ahead`() throws {
    let demo = try start()
    demo.type("\u{4}next\n")
    try demo.expect("left")
    expectRestored(demo)
    try demo.expect(#"line("next")"#)
    #expect(try demo.expectEnd() == .exited(0))
    #expect(demo.screen.lines[0] == "left")
  }

  @Test func `leaving raw mode restores every terminal mode`() throws {
    let path = try BinaryUnderTest("terminal-demo").path
    let shell = BinaryUnderTest(path: "/bin/sh")
    let command = "before=$(stty -g); echo | \(path) --raw | cat; echo $before; stty -g"
    let session = try Pseudoterminal(
      shell, ["-c", "stty intr ^X -ixany kill ^Y; \(command)"], columns: 200)
    try session.expectRow("200x24")
    session.type("\u{4}")
    #expect(try session.expectEnd() == .exited(0))
    let modes = session.screen.lines.filter { $0.contains(":") }
    #expect(modes.count == 2)
    #expect(modes.first == modes.last)
  }

  @Test(arguments: [1, 15] as [Int32])
  func `SIGHUP and SIGTERM restore the terminal`(signal: Int32) throws {
    let demo = try start()
    demo.signal(signal)
    #expect(try demo.expectEnd() == .killed(bySignal: signal))
    expectRestored(demo)
  }

  @Test(arguments: [3, 6, 7, 11] as [Int32])
  func `a fatal signal restores the terminal`(signal: Int32) throws {
    let demo = try start()
    demo.signal(signal)
    #expect(try demo.expectEnd() == .killed(bySignal: signal))
    expectRestored(demo)
  }

  @Test func `a Swift runtime trap restores the terminal`() throws {
    let demo = try start()
    demo.type("!")
    guard case .killed = try demo.expectEnd() else {
      Issue.record("the program survived a fault")
      return
    }
    expectRestored(demo)
  }

  @Test func `closing the terminal ends the program`() throws {
    let demo = try start()
    demo.hangUp()
    #expect(try demo.expectEnd() == .killed(bySignal: 1))
  }

  @Test func `SIGINT from another process is reported`() throws {
    let demo = try start()
    demo.signal(2)
    try demo.expectRow("interrupted")
  }

  @Test func `a resize of the terminal is reported`() throws {
    let demo = try start()
    demo.resize(columns: 40, rows: 10)
    try demo.expectRow("40x10")
    try demo.expectRow("resized")
  }

  @Test func `Ctrl-Z stops the whole job, and fg restores the screen`() throws {
    let session = try startShell()
    session.enter("sleep 1000 | \(try BinaryUnderTest("terminal-demo").path) --raw")
    try session.expectRow("80x24")
    session.type("a")
    try session.expectRow(#"text("a")"#)
    session.press(Keys.control("z"))
    try session.expect("Stopped")
    try session.expect("shell$ ")
    expectRestored(session)
    session.enter("fg")
    try session.expectRow("resumed")
    #expect(session.screen.isAlternate && session.screen.marksPastes && !session.isCooked)
    #expect(session.screen.lines.prefix(3) == ["80x24", #"text("a")"#, "resumed"])
    session.type("b")
    try session.expectRow(#"text("b")"#)
    session.type("\u{1A}")
    try session.expect("Stopped")
    session.enter("kill -9 %1; exit")
    try session.expect("shell$ ")
    session.enter("exit")
  }

  @Test func `Ctrl-Z without a shell that could resume the process changes nothing`() throws {
    let demo = try start()
    demo.press(Keys.control("z"))
    try demo.expectRow("resumed")
    demo.signal(20)
    try demo.expectScreen("a second return") { $0.lines.filter { $0 == "resumed" }.count == 2 }
    #expect(demo.screen.isAlternate && demo.screen.marksPastes && !demo.isCooked)
  }

  @Test func `resuming after SIGSTOP sets up the screen again`() throws {
    let demo = try start()
    demo.signal(19)
    demo.signal(18)
    try demo.expectRow("resumed")
    #expect(demo.screen.isAlternate && demo.screen.marksPastes && !demo.isCooked)
  }

  @Test func `a paste is one key, even if it is large`() throws {
    let demo = try start()
    demo.type(Keys.paste("a\r\nb\u{1}c\n"))
    try demo.expectRow(#"paste("a\nbc")"#)
    let text = Array(repeating: "0123456789", count: 4_000).joined(separator: "\n")
    demo.type(Keys.paste(text) + "z")
    try demo.expectRow(#"text("z")"#)
    #expect(demo.screen.lines.contains("pasted \(text.utf8.count)"))
  }

  @Test func `a prompt between raw modes works and gets text typed ahead`() throws {
    let demo = try start()
    demo.type("\u{10}")
    try demo.expectCursor(after: "line> ")
    #expect(!demo.screen.isAlternate)
    demo.type("one" + Keys.home + "2\r")
    try demo.expectRow(#"asked line("2one")"#)
    demo.type("\u{10}ahead\r")
    try demo.expectRow(#"asked line("ahead")"#)
    #expect(demo.screen.isAlternate && demo.screen.marksPastes && !demo.isCooked)
    demo.type("\u{4}\n")
    try demo.expect("left")
    expectRestored(demo)
  }

  @Test func `a child process runs with the original terminal modes`() throws {
    let demo = try start()
    demo.type("c")
    try demo.expect("child\r\n")
    expectRestored(demo)
    demo.type("word\n")
    try demo.expect("got word")
    try demo.expectRow("child exited(0)")
    demo.type("x")
    try demo.expectRow(#"text("x")"#)
  }

  @Test func `another readable descriptor can end the wait for keys`() throws {
    let path = try BinaryUnderTest("terminal-demo").path
    let shell = BinaryUnderTest(path: "/bin/sh")
    let session = try Pseudoterminal(shell, ["-c", "echo data | \(path) --raw --wakes"])
    try session.expectRow("woken")
    session.type("x")
    try session.expectRow(#"text("x")"#)
    session.type("t")
    try session.expectRow("timeout")
    session.type("\u{4}")
    #expect(try session.expectEnd() == .exited(0))
  }

  @Test func `a dumb or missing terminal is refused`() throws {
    let binary = try BinaryUnderTest("terminal-demo")
    let demo = try Pseudoterminal(binary, ["--raw"], environment: ["TERM": "dumb"])
    try demo.expect("no terminal")
    #expect(try demo.expectEnd() == .exited(2))
    let result = try BinaryUnderTest(path: "/usr/bin/setsid").run(["-w", binary.path, "--raw"])
    #expect(result.output == "no terminal\n")
  }
}
