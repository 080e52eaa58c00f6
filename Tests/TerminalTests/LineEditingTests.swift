import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

@Suite struct LineEditingTests {
  @Test func `a typed line is returned`() throws {
    let demo = try Demo.start()
    demo.enter("hello naïve 漢字 🙂")
    try demo.expectLine("hello naïve 漢字 🙂")
    demo.press(Keys.control("d"))
    try demo.expect("end of input")
    #expect(try demo.expectEnd() == .exited(0))
  }

  @Test(arguments: ["C", "POSIX", "xx_XX.ISO-8859-1", ""])
  func `typed text arrives unchanged in any locale`(name: String) throws {
    let demo = try Demo.start(["LC_ALL": name, "LANG": name])
    demo.enter("naïve 漢")
    try demo.expectLine("naïve 漢")
  }

  @Test func `invalid bytes become replacement characters`() throws {
    let demo = try Demo.start()
    demo.send(Array("a".utf8) + [0xFF, 0xC3] + Array("b\r".utf8))
    try demo.expectLine("a\u{FFFD}\u{FFFD}b")
  }

  @Test func `arrow, word, line and delete keys move the cursor and delete text`() throws {
    let demo = try Demo.start()
    demo.type("two three")
    demo.press(Keys.controlLeft, Keys.controlLeft, "one ", Keys.end, "!", Keys.left, Keys.backspace)
    try demo.expectCursor(after: "demo> one two thre")
    demo.press(Keys.home, Keys.delete, "O", Keys.altRight, Keys.altRight, Keys.control("w"), "2")
    demo.press("\u{1B}[4~", "\u{1B}[1~", Keys.right, Keys.left, "\u{1B}OF", "\r")
    try demo.expectLine("One 2 thre!")
  }

  @Test func `keys without a function insert nothing`() throws {
    let demo = try Demo.start()
    demo.enter("a\u{1B}[5~\u{1B}[2~\u{1B}OP\u{1B}[24~\u{1B}[Zb\u{1B}[1;6P\u{1B}[5;5~\u{1B}[1;2Dc")
    try demo.expectLine("acb")
  }

  @Test func `a backslash at the end continues the line`() throws {
    let demo = try Demo.start()
    demo.enter(#"one \"#)
    try demo.expectScreen("the second row") { $0.row == 1 && $0.column == 0 }
    demo.enter("two")
    try demo.expectLine("one two")
    demo.enter(#"even \\"#)
    try demo.expectLine("even \\\\")
  }

  @Test func `a final backslash without another line is dropped, or kept in a regex`() throws {
    let demo = try Demo.start()
    demo.type("plain\\\r\r")
    try demo.expectLine("plain")
    demo.type(":regex x\\\r\r")
    try demo.expectLine(":regex x\\")
  }

  @Test func `Alt-Enter inserts a newline`() throws {
    let demo = try Demo.start()
    demo.type("one" + Keys.altEnter + "two")
    try demo.expectCursor(after: "two")
    demo.press("\r")
    try demo.expectLine("one\ntwo")
    demo.press(Keys.up)
    try demo.expectCursor(after: "two")
  }

  @Test func `a paste is inserted in one piece with its newlines`() throws {
    let demo = try Demo.start()
    try demo.expectScreen("pastes marked") { $0.marksPastes }
    demo.type("<" + Keys.paste("one\r\ntwo\rthree\u{7}\n漢\n\n") + ">")
    try demo.expectCursor(after: "漢>")
    demo.press("\r")
    try demo.expectLine("<one\ntwo\nthree\n漢>")
  }

  @Test func `a long paste arrives complete`() throws {
    let demo = try Demo.start()
    let text = String(repeating: "0123456789 ", count: 4_000)
    demo.type(Keys.paste(text) + "\r")
    try demo.expectLine("\(text)")
  }

  @Test func `a wrapped line keeps the cursor's position`() throws {
    let demo = try Demo.start(columns: 20)
    demo.type(String(repeating: "漢", count: 12) + Keys.home + "x")
    try demo.expectCursor(after: "demo> x")
    try demo.expectRow("漢漢漢漢漢漢")
    demo.press("\r")
    try demo.expectLine("x漢漢漢漢漢漢漢漢漢漢漢漢")
  }

  @Test func `on a terminal without escape codes, lines are read without editing`() throws {
    for name in ["dumb", "", "no-such-terminal"] {
      let demo = try Demo.start(["TERM": name])
      demo.type("one \\\n")
      try demo.expect("... > ")
      demo.type("two 漢\n")
      try demo.expectLine("one two 漢")
      demo.type("half")
      try demo.expect("half")
      demo.press(Keys.control("c"))
      try demo.expect("interrupted")
      #expect(!demo.transcript.utf8.contains(27))
      demo.press(Keys.control("d"))
      try demo.expect("end of input")
      try demo.expectEnd()
    }
  }

  @Test func `with editing turned off, lines are read without editing`() throws {
    let folder = try TemporaryFolder()
    let demo = try Demo.start(["EDITRC": try folder.file("editrc", "edit off\n")])
    #expect(demo.isCooked)
    demo.type("one \\\n")
    try demo.expect("... > ")
    demo.type("漢\n")
    try demo.expectLine("one 漢")
    demo.press(Keys.control("c"))
    try demo.expect("interrupted")
    try demo.expect("> ")
    demo.press(Keys.control("d"))
    try demo.expect("end of input")
  }

  @Test func `if standard output is redirected, the editor draws on the terminal`() throws {
    let shell = BinaryUnderTest(path: "/bin/sh")
    let path = try BinaryUnderTest("terminal-demo").path
    let demo = try Pseudoterminal(shell, ["-c", "\(path) > /dev/null; echo done $?"])
    try demo.expect("> ")
    demo.type("naïve")
    try demo.expectCursor(after: "demo> naïve")
    try demo.expect("naïve")
    demo.press("\r")
    try demo.expect("> ")
    demo.press(Keys.control("d"))
    try demo.expect("done 0")
    #expect(demo.isCooked)
  }
}
