import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests that the screen of live search stays correct after changes of files or of the window's
/// size, and with text whose width differs between terminals.
@Suite struct LiveWindowTests {
  /// Starts a shell that prints three lines, and then runs live search in six rows below these
  /// lines.
  private func sixRows(in folder: ScratchFolder, columns: Int = 60) throws -> Pseudoterminal {
    let terminal = try shell(
      "seq 3; seq 1 3000 | sed 's/^/line foo /' | $SB live --height 6 > out; echo code $?",
      in: folder, columns: columns)
    try terminal.expectScreen("six rows") {
      $0.lines[2] == "3" && $0.lines[3].hasPrefix("substring>")
        && $0.lines[8].contains("line foo 4") && $0.lines[9].isEmpty
    }
    return terminal
  }

  private func shell(
    _ line: String, in folder: ScratchFolder, columns: Int = 80
  ) throws -> Pseudoterminal {
    try Pseudoterminal(
      BinaryUnderTest(path: "/bin/sh"), ["-c", line],
      environment: Prompt.environment(of: folder, ["SB": try BinaryUnderTest().path]),
      directory: folder.path, columns: columns)
  }

  @Test func `a change to the last result is reported in the status line`() throws {
    let prompt = try Prompt()
    try prompt.run(":set follow on")
    try prompt.run("red")
    prompt.terminal.enter(":live red")
    try prompt.terminal.expectScreen("live search") {
      $0.isAlternate && $0.lines[1].hasPrefix("2 records · 3 hits")
    }
    try prompt.folder.run("printf 'red pear\n' >> fruit.txt")
    try prompt.terminal.expectScreen("the message") {
      $0.lines[0] == "substring> red"
        && $0.lines[1].hasPrefix(
          "3 records · 4 hits · the files have changed: the search now finds 3 records")
    }
  }

  @Test func `:columns applies to the rows and to the whole record`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "name,version,released\nLion,10.7,2011-07-20\nTiger,10.4,2005-04-29\n", to: "mac.csv")
    let prompt = try Prompt(["mac.csv"], in: folder)
    try prompt.run(":columns released name")
    prompt.terminal.enter(":live lion")
    try prompt.terminal.expectScreen("the chosen columns, in this order") {
      $0.isAlternate && $0.lines[1].hasPrefix("1 record · 1 hit")
        && $0.lines[2].hasPrefix(">1  2011-07-20  Lion") && !$0.lines[2].contains("10.7")
    }
    prompt.terminal.type("\u{1B}p")
    try prompt.terminal.expectScreen("the record") {
      $0.text.contains("released: 2011-07-20") && !$0.text.contains("version")
    }
  }

  @Test func `--height keeps its rows together if the window gets smaller and larger`() throws {
    let folder = try ScratchFolder()
    let terminal = try sixRows(in: folder)
    terminal.type("foo 7")
    try terminal.expectScreen("the answer") { $0.lines[5].contains("line foo 7 ") }
    terminal.resize(columns: 60, rows: 8)
    try terminal.expectScreen("the lines above, scrolled by one") {
      $0.lines[0] == "2" && $0.lines[1] == "3" && $0.lines[2] == "substring> foo 7"
        && $0.lines[4].hasPrefix(">1  line foo 7 ") && $0.lines[7].contains("line foo 7")
    }
    terminal.press(Keys.down)
    try terminal.expectScreen("the second row") {
      $0.lines[2] == "substring> foo 7" && $0.lines[4].hasPrefix(" 1  line foo 7 ")
        && $0.lines[5].hasPrefix(">2  line foo 70 ")
    }
    terminal.resize(columns: 60, rows: 5)
    try terminal.expectScreen("all rows of the window") {
      $0.lines[0] == "substring> foo 7" && $0.lines[3].hasPrefix(">2  line foo 70 ")
        && $0.lines[4].contains("line foo 71")
    }
    terminal.resize(columns: 60, rows: 24)
    try terminal.expectScreen("six rows again") {
      $0.lines[0] == "substring> foo 7" && $0.lines[5].contains("line foo 72")
        && $0.lines[6].isEmpty
    }
    terminal.type("\r")
    try terminal.expectRow("code 0")
    #expect(terminal.screen.lines[0] == "code 0" && terminal.screen.lines[1].isEmpty)
    #expect(folder.text(of: "out") == "line foo 70\n")
  }

  @Test func `a row that the terminal draws narrower leaves no remains`() throws {
    let folder = try ScratchFolder()
    // The emulated terminal gives one cell to the heart, but the program counts two cells for it.
    try folder.write(
      "digits \(String(repeating: "1", count: 200))\n"
        + "\u{2764}\u{FE0F} heart \(String(repeating: "x", count: 200))\n", to: "hearts.txt")
    let terminal = try shell("$SB live hearts.txt > out; echo code $?", in: folder)
    try terminal.expectScreen("the list") {
      $0.isAlternate && $0.lines[1].hasPrefix("2 records")
    }
    terminal.type("digits")
    try terminal.expectScreen("the digits") { $0.lines[2].hasSuffix("…  :1") }
    terminal.type(Keys.control("u") + "heart")
    try terminal.expectScreen("the heart") {
      $0.lines[0] == "substring> heart" && $0.lines[2].hasSuffix("xxx…  :2")
    }
    #expect(folder.text(of: "out") == "")
  }
}
