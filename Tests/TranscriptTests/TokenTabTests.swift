import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests Tab completion of queries at the prompt, in a pseudo-terminal.
@Suite struct TokenTabTests {
  private static let text =
    (1...30).map { "word\($0) \(String(repeating: "x", count: $0)) common\n" }.joined()

  @Test func `tokens are listed in columns with their counts`() throws {
    let prompt = try Prompt()
    prompt.terminal.type("pl" + Keys.tab)
    try prompt.terminal.expectCursor(after: "fruit substring> plum ")
    prompt.terminal.press(Keys.control("u"), "re" + Keys.tab)
    try prompt.terminal.expectCursor(after: "fruit substring> red ")
    prompt.terminal.press(Keys.control("u"), "p" + Keys.tab)
    try prompt.terminal.expectRow("plum  2  pear  1")
    try prompt.terminal.expectScreen("the line below the list") {
      $0.textBeforeCursor == "fruit substring> p" && $0.row == 4
    }
    prompt.terminal.press("e" + Keys.tab + "\r")
    #expect(try prompt.answer().contains("Green"))
  }

  @Test(arguments: [80, 20])
  func `the most frequent tokens come first, and the rest are counted`(columns: Int) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.text + "word7 word7x\nword7\n", to: "w.txt")
    let prompt = try Prompt(["w.txt"], in: folder, columns: columns, rows: 8)
    prompt.terminal.type("word" + Keys.tab)
    if columns == 80 {
      try prompt.terminal.expectScreen("columns") { screen in
        screen.lines.contains { $0.hasPrefix("word7  3   word13  1") }
          && screen.textBeforeCursor == "w substring> word" && !screen.text.contains("more")
      }
    } else {
      try prompt.terminal.expectScreen("five rows and the number of the others") { screen in
        screen.lines.contains("word7  3") && screen.lines.contains("+26 more")
          && screen.textBeforeCursor == "w substring> word"
      }
    }
    prompt.terminal.press("30" + Keys.tab + "\r")
    #expect(try prompt.answer().contains("1 record"))
  }

  @Test func `control characters in tokens reach neither the line nor the screen`() throws {
    let folder = try ScratchFolder()
    try folder.write("ab\u{1B}[2Jx abc ab\u{202E}y ab\u{0}z\nabd\n", to: "hostile.txt")
    let prompt = try Prompt(["hostile.txt", "--type", "lines"], in: folder)
    prompt.terminal.type("ab" + Keys.tab)
    try prompt.terminal.expectRow("abc  1  abd  1")
    prompt.terminal.press(Keys.control("u"), ":regex ab" + Keys.tab)
    try prompt.terminal.expectScreen("escaped forms") { $0.text.contains("ab^[[2jx  1") }
    prompt.terminal.press("\\x{1B}" + Keys.control("u"), ":regex ab" + "c" + Keys.tab + "\r")
    #expect(try prompt.answer().contains("1 record"))
    #expect(!prompt.terminal.transcript.contains("\u{1B}[2J"))
    #expect(!prompt.terminal.transcript.contains("\u{202E}"))
  }
}
