import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

@Suite struct PromptTests {
  @Test func `a query shows highlighted results, and Ctrl-D exits`() throws {
    let prompt = try Prompt()
    try prompt.terminal.expectCursor(after: "fruit substring> ")
    prompt.terminal.enter("RED")
    try prompt.terminal.expect("substring · scan")
    try prompt.terminal.expectRow(">1  red apple  :1")
    try prompt.terminal.expectRow(" 2  red cherry, red plum  :4")
    #expect(prompt.terminal.transcript.contains("mred\u{1B}[0m apple"))
    #expect(prompt.terminal.screen.text.contains("2 records · 3 hits · "))
    try prompt.terminal.expectCursor(after: "fruit substring> ")
    #expect(try prompt.leave() == .exited(0))
    #expect(!prompt.terminal.screen.marksPastes)
  }

  @Test func `without a corpus, the program says how to start`() throws {
    let prompt = try Prompt([])
    #expect(
      prompt.terminal.transcript.contains(":load FILE to begin, :help for help, :tour for a tour"))
    try prompt.terminal.expectCursor(after: "substring> ")
    #expect(try prompt.run("x").contains("no corpus is loaded"))
    try prompt.run(":load fruit.txt")
    #expect(try prompt.run("pear").contains("Green"))
    prompt.terminal.enter(":quit 7")
    #expect(try prompt.terminal.expectEnd() == .exited(7))
  }

  @Test func `wide characters are typed, searched and aligned`() throws {
    let prompt = try Prompt()
    prompt.terminal.type("naïve 漢字")
    try prompt.terminal.expectCursor(after: "fruit substring> naïve 漢字")
    prompt.terminal.press("\r")
    try prompt.terminal.expect("1 record · 1 hit")
    try prompt.terminal.expectRow(">1  naïve 漢字 plum  :3")
  }

  @Test func `a resize changes the width of results`() throws {
    let prompt = try Prompt()
    prompt.terminal.resize(columns: 40, rows: 20)
    prompt.terminal.enter("pear")
    try prompt.terminal.expect("1 record")
    try prompt.terminal.expectRow(">1  Green Pear  :2")
  }

  @Test func `long results are paged, and Enter shows the next page`() throws {
    let folder = try ScratchFolder()
    try folder.write((1...40).map { "line \($0)\n" }.joined(), to: "many.txt")
    let prompt = try Prompt(["many.txt"], in: folder, rows: 15)
    #expect(try prompt.run("line").contains("rows 1-10 of 40"))
    #expect(try prompt.run("").contains("rows 11-20 of 40"))
    #expect(try prompt.run("").contains("rows 21-30 of 40"))
    try prompt.run("")
    #expect(prompt.terminal.screen.lines.contains { $0.hasPrefix(" 40  line 40") })
    #expect(try prompt.run("").contains("no more records"))
    #expect(try prompt.run(":next 20").contains("hit 21 of 40"))
  }

  @Test func `a page of the format list fits the screen`() throws {
    let folder = try ScratchFolder()
    try folder.write("a,b\n" + (1...40).map { "line \($0),x\n" }.joined(), to: "many.csv")
    let prompt = try Prompt(["many.csv"], in: folder, rows: 24)
    // A row has six lines about the record, two fields, and an empty line.
    #expect(try prompt.run(":set format list").contains("list"))
    #expect(try prompt.run("line").contains("rows 1-2 of 40"))
    #expect(prompt.terminal.screen.lines.contains { $0.hasPrefix("a: line 1") })
  }

  @Test func `a bad query shows a caret, and the session continues`() throws {
    let prompt = try Prompt()
    let shown = try prompt.run(":regex ap(ple")
    #expect(shown.contains("missing )"))
    #expect(shown.contains("  ap(ple\r\n  ^"))
    #expect(try prompt.run(":xplain x").contains("did you mean :explain?"))
    #expect(try prompt.run(":sub pear").contains("Green"))
    #expect(try prompt.run("help").contains("commands begin with a colon"))
  }

  @Test func `Tab completes commands, settings and paths, and lists choices`() throws {
    let folder = try ScratchFolder()
    try folder.write("word\n", to: "two words.txt")
    let prompt = try Prompt(in: folder)
    prompt.terminal.type(":expo" + Keys.tab)
    try prompt.terminal.expectCursor(after: "fruit substring> :export ")
    prompt.terminal.press(Keys.control("u"), ":set gram" + Keys.tab + "st" + Keys.tab)
    try prompt.terminal.expectCursor(after: "fruit substring> :set grammar standard ")
    prompt.terminal.press(Keys.control("u"), ":load two" + Keys.tab)
    try prompt.terminal.expectCursor(after: "fruit substring> :load 'two words.txt' ")
    prompt.terminal.press("\r")
    #expect(try prompt.answer().contains("two words:"))
    #expect(try prompt.run("word").contains("1 record"))
    prompt.terminal.press(Keys.tab)
    try prompt.terminal.expectCursor(after: "two words substring> :")
    prompt.terminal.press("sav" + Keys.tab + Keys.tab)
    try prompt.terminal.expectScreen("both choices") { screen in
      screen.lines.contains { $0.contains(":save") && $0.contains(":saved") }
    }
  }

  @Test func `pasted text is one line`() throws {
    let prompt = try Prompt()
    prompt.terminal.type(Keys.paste("red ch\nerry"))
    prompt.terminal.press("\r")
    #expect(try prompt.answer().contains("0 records"))
    #expect(try prompt.run(Keys.paste("pear")).contains("Green"))
  }

  @Test func `control characters in the corpus are shown escaped`() throws {
    let folder = try ScratchFolder()
    let text = "red \u{1B}[2J\u{1B}]0;title\u{7} \u{202E}desrever\u{0}\n"
    try folder.write(text, to: "hostile.txt")
    let prompt = try Prompt(["hostile.txt", "--type", "lines"], in: folder)
    let shown = try prompt.run("red")
    #expect(!shown.contains("\u{1B}[2J") && !shown.contains("\u{1B}]0;"))
    #expect(!shown.contains("\u{202E}") && !shown.contains("\u{7}"))
    #expect(shown.contains("^[[2J"))
    let all = try prompt.run(":show 1")
    #expect(!all.contains("\u{1B}[2J"))
  }

  @Test(arguments: [
    ["NO_COLOR": "1"], ["TERM": "dumb"], ["LC_ALL": "C"], ["TERM": "no-such-terminal"],
  ])
  func `the prompt works on a limited terminal`(environment: [String: String]) throws {
    let prompt = try Prompt(environment: environment)
    prompt.terminal.enter("naive")
    let shown = try prompt.terminal.expect("1 record")
    #expect(shown.contains("plum"))
    if environment["LC_ALL"] != "C" { #expect(!shown.contains("\u{1B}[1")) }
    if environment["TERM"] != nil { #expect(!prompt.terminal.transcript.utf8.contains(27)) }
    try prompt.terminal.expect("> ")
    #expect(try prompt.leave() == .exited(0))
  }

  @Test func `results go to redirected standard output`() throws {
    let folder = try ScratchFolder()
    try folder.write(Prompt.fruit, to: "fruit.txt")
    let path = try BinaryUnderTest().path
    let terminal = try Pseudoterminal(
      BinaryUnderTest(path: "/bin/sh"), ["-c", "\(path) fruit.txt > out; echo code $?"],
      environment: Prompt.environment(of: folder), directory: folder.path)
    try terminal.expect("> ")
    terminal.enter("pear")
    try terminal.expect("1 record")
    try terminal.expectCursor(after: "fruit substring> ")
    terminal.press(Keys.control("d"))
    try terminal.expect("code 0")
    #expect(folder.text(of: "out") == "fruit.txt:2:7:Green Pear\n")
  }

  @Test func `an rc file is read at a terminal`() throws {
    let folder = try ScratchFolder()
    try folder.write(":prefix\n:set limit 1\n", to: "config/searchbench/rc")
    let prompt = try Prompt(in: folder)
    try prompt.terminal.expectCursor(after: "fruit prefix> ")
    #expect(try prompt.run(":set limit").contains("from rc file"))
    let plain = try Prompt(["fruit.txt", "--no-rc"], in: folder)
    try plain.terminal.expectCursor(after: "fruit substring> ")
  }

  @Test func `child programs use the terminal while they run`() throws {
    let prompt = try Prompt()
    prompt.terminal.enter(":!echo now; read word; echo got $word")
    try prompt.terminal.expectRow("now")
    prompt.terminal.type("typed\n")
    #expect(try prompt.answer().contains("got typed"))
    try prompt.run("red")
    #expect(try prompt.run(":pipe wc -l").contains("2"))
    #expect(try prompt.run(":! exit 3").contains("the command ended with status 3"))
  }

  @Test func `long text goes through the pager unless the pager is off`() throws {
    let prompt = try Prompt(environment: ["PAGER": "sed s/^/paged:/"], rows: 8)
    #expect(try prompt.run(":help").contains("paged:  :load"))
    #expect(try prompt.run(":set pager never").contains("pager never"))
    #expect(!(try prompt.run(":help")).contains("paged:"))
  }
}
