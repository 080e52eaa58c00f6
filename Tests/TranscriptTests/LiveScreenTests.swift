import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests the options and settings that change the layout or the keys of live search.
@Suite struct LiveScreenTests {
  private func shell(
    _ line: String, in folder: ScratchFolder, columns: Int = 80, rows: Int = 24
  ) throws -> Pseudoterminal {
    try Pseudoterminal(
      BinaryUnderTest(path: "/bin/sh"), ["-c", line],
      environment: Prompt.environment(of: folder, ["SB": try BinaryUnderTest().path]),
      directory: folder.path, columns: columns, rows: rows)
  }

  private static let lines = "seq 1 3000 | sed 's/^/line foo /'"

  @Test(arguments: [(80, 24), (120, 40)])
  func `a hit can be selected by its number and printed`(columns: Int, rows: Int) throws {
    let folder = try ScratchFolder()
    let terminal = try shell(
      "\(Self.lines) | $SB live > out; echo code $?", in: folder, columns: columns, rows: rows)
    try terminal.expectScreen("the list") { $0.lines[1].hasPrefix("3,000 records") }
    terminal.type("foo")
    try terminal.expectScreen("the first hit") { $0.lines[1].contains("hits · hit 1") }
    #expect(terminal.screen.lines[rows - 1].hasPrefix("Enter print · Esc leave"))
    terminal.type("\u{1B}g2345\r")
    try terminal.expectScreen("the hit, in the middle") {
      $0.lines[1].contains("hit 2,345") && $0.lines[2 + (rows - 4) / 2].contains("line foo 2345")
    }
    // Go to the same hit number again, from another hit.
    terminal.press(Keys.home)
    try terminal.expectScreen("the first hit again") { $0.lines[1].contains("hit 1 ") }
    terminal.type("\u{1B}g2345\r")
    try terminal.expectScreen("the hit again") { $0.lines[1].contains("hit 2,345") }
    terminal.type("\u{1B}p")
    try terminal.expectScreen("the record") {
      $0.lines.contains { $0.contains("── -:2345") && $0.hasPrefix("──") == (columns < 100) }
    }
    terminal.type("\r")
    try terminal.expectRow("code 0")
    #expect(folder.text(of: "out") == "line foo 2345\n")
  }

  @Test func `--multi prints the records that Tab marked`() throws {
    let folder = try ScratchFolder()
    let terminal = try shell(
      "\(Self.lines) | $SB live --multi > out; echo code $?", in: folder)
    try terminal.expectScreen("the list") { $0.lines[1].hasPrefix("3,000 records") }
    terminal.press(Keys.tab, Keys.down, Keys.tab)
    try terminal.expectScreen("two marks") { $0.lines[1].contains("2 marked") }
    terminal.type("\r")
    try terminal.expectRow("code 0")
    #expect(folder.text(of: "out") == "line foo 1\nline foo 3\n")
  }

  @Test func `Ctrl-R recalls the query of an earlier search`() throws {
    let folder = try ScratchFolder()
    let terminal = try shell(
      "\(Self.lines) > in; $SB live in > out; $SB live in > out; echo code $?", in: folder)
    try terminal.expectScreen("the list") { $0.isAlternate && $0.lines[1].hasPrefix("3,000") }
    terminal.type("foo 77")
    try terminal.expectScreen("the answer") { $0.lines[1].hasPrefix("11 records") }
    terminal.type("\r")
    // Wait until the first live search has left the alternate screen and the second live search has
    // entered it.
    try terminal.expect("\u{1B}[?1049l")
    try terminal.expect("\u{1B}[?1049h")
    try terminal.expectScreen("the second search") {
      $0.isAlternate && $0.lines[1].hasPrefix("3,000 records")
    }
    terminal.press(Keys.control("r"))
    try terminal.expectScreen("the earlier query") { $0.lines[0] == "substring> foo 77" }
    terminal.type("\r")
    try terminal.expectRow("code 0")
    #expect(folder.text(of: "out") == "line foo 77\n")
  }

  @Test func `with a search delay, Enter first searches for the latest text`() throws {
    let folder = try ScratchFolder()
    let terminal = try shell(
      "\(Self.lines) | $SB live --delay 50000 > out; echo code $?", in: folder)
    try terminal.expectScreen("the list") { $0.lines[1].hasPrefix("3,000 records") }
    terminal.type("foo 99")
    try terminal.expectScreen("the query, without its answer") {
      $0.lines[0] == "substring> foo 99" && $0.lines[1].hasPrefix("3,000 records")
    }
    terminal.type("\r")
    try terminal.expectRow("code 0")
    #expect(folder.text(of: "out") == "line foo 99\n")
  }

  @Test func `--height uses rows below the cursor and clears them`() throws {
    let folder = try ScratchFolder()
    for (columns, rows) in [(80, 24), (120, 40)] {
      let terminal = try shell(
        "echo before; \(Self.lines) | $SB live --height 6 > out; echo code $?", in: folder,
        columns: columns, rows: rows)
      try terminal.expectScreen("six rows") {
        !$0.isAlternate && $0.lines[0] == "before" && $0.lines[1].hasPrefix("substring>")
          && $0.lines[6].contains("line foo 4") && $0.lines[7].isEmpty
      }
      terminal.type("foo 7")
      try terminal.expectScreen("the answer") { $0.lines[3].contains("line foo 7 ") }
      terminal.type("\r")
      try terminal.expectRow("code 0")
      #expect(terminal.screen.lines[0] == "before" && terminal.screen.lines[1] == "code 0")
      #expect(folder.text(of: "out") == "line foo 7\n")
    }
  }

  @Test func `clicks and the wheel select records, and mouse reporting is turned off at the end`()
    throws
  {
    let folder = try ScratchFolder()
    for ending in ["\r", "\u{1B}"] {
      let terminal = try shell(
        "\(Self.lines) | $SB live --mouse on > out; echo code $?", in: folder)
      try terminal.expectScreen("the list") { $0.lines[1].hasPrefix("3,000 records") }
      #expect(terminal.transcript.contains("\u{1B}[?1000h\u{1B}[?1006h"))
      terminal.type("\u{1B}[<0;10;8M")
      try terminal.expectScreen("the clicked row") { $0.lines[7].hasPrefix(">") }
      terminal.type("\u{1B}[<65;10;8M")
      try terminal.expectScreen("three rows on") { $0.lines[1].contains("row 9") }
      terminal.type(ending)
      try terminal.expectRow(ending == "\r" ? "code 0" : "code 130")
      #expect(terminal.transcript.contains("\u{1B}[?1006l\u{1B}[?1000l"))
      if ending == "\r" { #expect(folder.text(of: "out") == "line foo 9\n") }
    }
    let killed = try Pseudoterminal(
      BinaryUnderTest(), ["live", "--mouse", "on", "in"],
      environment: Prompt.environment(of: try folderWithLines(folder)), directory: folder.path)
    try killed.expectScreen("the list") { $0.isAlternate && $0.lines[1].contains("records") }
    killed.signal(15)
    _ = try killed.expectEnd()
    #expect(killed.transcript.contains("\u{1B}[?1006l\u{1B}[?1000l"))
    #expect(!killed.screen.isAlternate)
  }

  private func folderWithLines(_ folder: ScratchFolder) throws -> ScratchFolder {
    try folder.write((1...50).map { "line \($0)\n" }.joined(), to: "in")
    return folder
  }

  @Test func `at the prompt, :show after :goto shows the page around the hit`() throws {
    let folder = try ScratchFolder()
    try folder.write((1...3000).map { "row foo \($0)\n" }.joined(), to: "many.txt")
    for (columns, rows) in [(80, 24), (120, 40)] {
      let prompt = try Prompt(["many.txt"], in: folder, columns: columns, rows: rows)
      try prompt.run("foo")
      #expect(try prompt.run(":goto 2000").contains("hit 2,000 of 3,000"))
      let page = try prompt.run(":show")
      #expect(page.contains("2000") && page.contains("1995") && page.contains("2005"))
    }
  }
}
