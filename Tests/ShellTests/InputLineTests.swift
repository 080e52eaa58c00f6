import Testing

@testable import Shell

@Suite struct InputLineTests {
  @Test(
    arguments: [
      ("", .empty), (":# a note", .comment), ("  :#", .comment), (":! ls -l", .shell(" ls -l")),
      (":!", .shell("")), (":?", .command(name: "help", rest: "")),
      (":? load", .command(name: "help", rest: " load")),
      (":?x", .command(name: "help", rest: "x")),
      (":load a b", .command(name: "load", rest: "a b")),
      (":load", .command(name: "load", rest: "")),
      (" \t:s x", .command(name: "s", rest: "x")), (":r  x ", .command(name: "r", rest: " x ")),
      (":Load\tx", .command(name: "Load", rest: "x")), (":a-b c", .command(name: "a-b", rest: "c")),
      (":r \u{301}f", .command(name: "r", rest: "\u{301}f")),
    ] as [(String, InputLine)])
  func `commands and comments start with a colon, and the rest of the line is kept verbatim`(
    line: String, meaning: InputLine
  ) {
    #expect(InputLine(line) == meaning)
  }

  @Test(arguments: [
    ":)", "::std", ":9", ":", ": load", ":-x", ":é", ":\u{301}a", " ", "  two  ", ".help", "\\?",
    "\\q", "a :load", "--as", "#", "!", "?",
  ])
  func `any line that is not a command or a comment is a verbatim query`(line: String) {
    #expect(InputLine(line) == .query(line))
  }
}
