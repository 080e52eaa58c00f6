import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

@Suite struct SignalTests {
  @Test func `Ctrl-C at the prompt discards only the line`() throws {
    let demo = try Demo.start()
    demo.type("half a line")
    try demo.expectCursor(after: "demo> half a line")
    demo.press(Keys.control("c"))
    try demo.expect("interrupted")
    demo.enter("whole")
    try demo.expectLine("whole")
  }

  @Test func `Ctrl-C during a command cancels it and does not affect the next line`() throws {
    let demo = try Demo.start()
    demo.enter(":wait")
    try demo.expect("waiting")
    #expect(demo.isCooked)
    demo.press(Keys.control("c"))
    try demo.expect("cancelled")
    try demo.expect("> ")
    demo.enter("next")
    try demo.expectLine("next")
  }

  @Test(arguments: [1, 15] as [Int32])
  func `SIGHUP and SIGTERM restore the terminal and end the process`(signal: Int32) throws {
    let demo = try Demo.start()
    demo.type("unfinished")
    try demo.expectCursor(after: "demo> unfinished")
    #expect(!demo.isCooked)
    demo.signal(signal)
    #expect(try demo.expectEnd() == .killed(bySignal: signal))
    #expect(!demo.screen.marksPastes)
  }

  @Test func `closing the terminal ends the process`() throws {
    let demo = try Demo.start()
    demo.hangUp()
    #expect(try demo.expectEnd() == .killed(bySignal: 1))
  }

  @Test func `a crash restores the terminal`() throws {
    let demo = try Demo.start()
    demo.type("abc")
    try demo.expectCursor(after: "demo> abc")
    #expect(!demo.isCooked)
    demo.signal(6)
    #expect(try demo.expectEnd() == .killed(bySignal: 6))
    #expect(!demo.screen.marksPastes)
  }

  @Test
  func `a Swift runtime trap while editing a line restores the terminal and ends the process`()
    throws
  {
    let demo = try Demo.start()
    demo.type("crash\t")
    try demo.expect("[?2004l")
    guard case .killed(let signal) = try demo.expectEnd() else {
      Issue.record("the program survived a fault")
      return
    }
    #expect([4, 5].contains(signal))
  }

  @Test func `SIGTERM reaches the child in the foreground`() throws {
    let demo = try Demo.start()
    demo.enter(":!trap 'echo told; exit' TERM; echo ready; while :; do :; done")
    try demo.expect("ready\r\n")
    demo.signal(15)
    try demo.expect("told")
    #expect(try demo.expectEnd() == .killed(bySignal: 15))
  }

  @Test func `a resize redraws the line`() throws {
    let demo = try Demo.start()
    demo.type("one two three four five six seven eight nine ten eleven twelve thirteen")
    try demo.expectScreen("one row") { $0.row == 0 && $0.column == 77 }
    demo.resize(columns: 40, rows: 10)
    try demo.expectScreen("two rows") {
      $0.lines[0] == "demo> one two three four five six seven"
        && $0.textBeforeCursor.hasSuffix("thirteen")
    }
    demo.press("\r")
    try demo.expect("thirteen\"]")
  }

  @Test func `Ctrl-Z stops the process, and fg restores the typed line`() throws {
    let shell = BinaryUnderTest(path: "/bin/sh")
    let session = try Pseudoterminal(shell, ["-i"], environment: ["PS1": "shell$ ", "ENV": ""])
    try session.expect("shell$ ")
    session.enter(try BinaryUnderTest("terminal-demo").path)
    try session.expect("> ")
    session.type("typed")
    try session.expectCursor(after: "demo> typed")
    session.press(Keys.control("z"))
    try session.expect("Stopped")
    try session.expect("shell$ ")
    #expect(!session.screen.marksPastes)
    session.enter("fg")
    try session.expectCursor(after: "demo> typed")
    session.press(" on", "\r")
    try session.expectLine("typed on")
    session.press(Keys.control("d"))
    try session.expect("shell$ ")
  }

  @Test func `Ctrl-Z without a shell that could resume the process changes nothing`() throws {
    let demo = try Demo.start()
    demo.type("kept")
    try demo.expectCursor(after: "demo> kept")
    try demo.expect("kept")
    demo.press(Keys.control("z"))
    try demo.expect("> kept")
    demo.type("!")
    try demo.expectCursor(after: "demo> kept!")
    demo.press("\r")
    try demo.expectLine("kept!")
  }

  @Test func `text typed ahead appears at the next prompt`() throws {
    let folder = try TemporaryFolder()
    let demo = try Demo.start()
    demo.enter(":!echo ready; while [ ! -e \(folder.path)/go ]; do :; done")
    try demo.expect("ready\r\n")
    demo.type("early")
    try demo.expect("early")
    _ = try folder.file("go", "")
    try demo.expectCursor(after: "demo> early")
    demo.press("\r")
    try demo.expectLine("early")
  }

  @Test func `only a foreground child reads the terminal and receives Ctrl-C`() throws {
    let demo = try Demo.start()
    demo.enter(
      ":!trap 'echo caught; exit 3' INT; echo ready; read x; echo got $x; while :; do sleep 1; done"
    )
    try demo.expect("ready\r\n")
    demo.type("word\n")
    try demo.expect("got word")
    demo.press(Keys.control("c"))
    try demo.expect("caught")
    try demo.expect("ended exited(3)")
    demo.enter("after")
    try demo.expectLine("after")
  }
}
