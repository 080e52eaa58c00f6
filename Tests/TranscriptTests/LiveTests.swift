import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests live search at the prompt, in a pseudo-terminal.
@Suite struct LiveTests {
  /// Starts `:live` and waits until it shows its query line and rows.
  private func live(
    _ text: String = "", columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> Prompt {
    let prompt = try Prompt(environment: environment, columns: columns, rows: rows)
    prompt.terminal.enter(":live " + text)
    try prompt.terminal.expectScreen("live search") {
      $0.isAlternate && $0.lines[0].hasSuffix(("> " + text).trimmingBlanks)
        && $0.lines[1].hasSuffix("record") == false && $0.lines[1].contains("record")
    }
    return prompt
  }

  /// Waits until live search has ended and the prompt is back.
  private func expectPrompt(_ prompt: Prompt) throws {
    try prompt.terminal.expectScreen("the prompt") {
      !$0.isAlternate && $0.marksPastes && $0.textBeforeCursor == "fruit substring> "
    }
    // Skip the output of live search, so that later expectations match only later output.
    try prompt.terminal.expect("\u{1B}[?1049l")
    try prompt.terminal.expect("> ")
  }

  private func expectStatus(_ prompt: Prompt, _ status: String) throws {
    try prompt.terminal.expectScreen("the status \(status)") {
      $0.isAlternate && $0.lines[1].hasPrefix(status)
    }
  }

  @Test func `each key searches and updates the rows`() throws {
    let prompt = try live()
    try expectStatus(prompt, "4 records · 0 hits")
    prompt.terminal.type("re")
    try expectStatus(prompt, "3 records · 4 hits")
    prompt.terminal.type("d")
    try expectStatus(prompt, "2 records · 3 hits")
    #expect(prompt.terminal.screen.lines[2].hasSuffix("1  red apple  :1"))
    #expect(prompt.terminal.screen.lines[3].hasSuffix("2  red cherry, red plum  :4"))
    try prompt.terminal.expectCursor(after: "substring> red")
    prompt.terminal.press(Keys.backspace, Keys.backspace, Keys.backspace)
    try expectStatus(prompt, "4 records · 0 hits")
    #expect(prompt.terminal.screen.lines.filter { !$0.isEmpty }.count == 7)
  }

  @Test func `with follow, records that are appended to the file appear`() throws {
    let prompt = try Prompt()
    try prompt.run(":set follow on")
    prompt.terminal.enter(":live red")
    try expectStatus(prompt, "2 records · 3 hits")
    try prompt.folder.run("printf 'red pear\nred' >> fruit.txt")
    try expectStatus(prompt, "3 records · 4 hits")
    try prompt.folder.run("printf 'dish\n' >> fruit.txt")
    try expectStatus(prompt, "4 records · 5 hits")
    try prompt.folder.run("mv fruit.txt old.txt; printf 'red rose\n' > fruit.txt")
    try expectStatus(prompt, "1 record · 1 hit")
    #expect(prompt.terminal.screen.lines[2].contains("red rose"))
  }

  @Test func `wide characters can be typed and found`() throws {
    let prompt = try live()
    prompt.terminal.type("naive 漢字")
    try expectStatus(prompt, "1 record · 1 hit")
    try prompt.terminal.expectCursor(after: "substring> naive 漢字")
    #expect(prompt.terminal.screen.lines[2].contains("naïve 漢字 plum"))
  }

  @Test func `Enter shows the result at the prompt`() throws {
    let prompt = try live("re")
    prompt.terminal.type("d")
    try expectStatus(prompt, "2 records")
    prompt.terminal.press(Keys.control("n"), Keys.control("n"), "\r")
    try expectPrompt(prompt)
    #expect(prompt.terminal.screen.text.contains(">2  red cherry, red plum"))
    #expect(prompt.terminal.screen.text.contains("2 records · 3 hits"))
    #expect(try prompt.run(":next").contains("hit 3 of 3 (the last)"))
    #expect(try prompt.run(":show 1").contains("red"))
    // The typed query is in the history.
    prompt.terminal.press(Keys.up, Keys.up, Keys.up)
    try prompt.terminal.expectCursor(after: "fruit substring> red")
  }

  @Test(arguments: [Keys.escape, Keys.control("c")])
  func `leaving live search restores the screen and the last result`(_ key: String) throws {
    let prompt = try Prompt()
    try prompt.run("pear")
    let before = prompt.terminal.screen.lines
    prompt.terminal.enter(":live plum")
    try expectStatus(prompt, "2 records · 2 hits")
    prompt.terminal.press(Keys.control("t"))
    try prompt.terminal.expectScreen("another strategy") { $0.lines[0] == "prefix> plum" }
    prompt.terminal.press(key)
    try expectPrompt(prompt)
    #expect(Array(prompt.terminal.screen.lines.prefix(5)) == Array(before.prefix(5)))
    #expect(try prompt.run(":show").contains("Green"))
  }

  @Test func `an invalid query keeps the rows and shows the error`() throws {
    let prompt = try live()
    prompt.terminal.press(Keys.control("t"), Keys.control("t"), Keys.control("t"))
    prompt.terminal.type("pl.m")
    try expectStatus(prompt, "2 records · 2 hits")
    prompt.terminal.type("(")
    try expectStatus(prompt, "missing )")
    #expect(prompt.terminal.screen.lines[2].contains("plum"))
    prompt.terminal.type("\r")
    try prompt.terminal.expectScreen("no result yet") {
      $0.lines[1].contains("cannot accept this query: missing )")
    }
    prompt.terminal.press(Keys.backspace)
    try expectStatus(prompt, "2 records · 2 hits")
  }

  @Test func `the window can shrink and grow`() throws {
    let prompt = try live("re")
    try expectStatus(prompt, "3 records")
    for (columns, rows) in [(20, 5), (1, 1), (2, 3), (200, 50), (20, 5), (80, 24)] {
      prompt.terminal.resize(columns: columns, rows: rows)
    }
    try prompt.terminal.expectScreen("all of it again") { screen in
      screen.lines[0] == "substring> re" && screen.lines[1].hasPrefix("3 records · 4 hits")
        && screen.lines[2].contains("red apple") && screen.lines[4].contains("red cherry")
    }
    prompt.terminal.resize(columns: 20, rows: 5)
    prompt.terminal.type("d")
    try prompt.terminal.expectScreen("the small screen") { screen in
      screen.lines[0] == "substring> red" && screen.lines[2].contains("red")
    }
  }

  @Test func `after Ctrl-Z, live search draws its screen again`() throws {
    let prompt = try live("re")
    try expectStatus(prompt, "3 records")
    prompt.terminal.press(Keys.control("z"))
    // No shell could resume the program, so the program does not stop; it only leaves the alternate
    // screen and enters it again.
    try prompt.terminal.expect("\u{1B}[?1049l")
    try prompt.terminal.expect("\u{1B}[?1049h")
    try prompt.terminal.expectScreen("live search again") {
      $0.isAlternate && $0.lines[0] == "substring> re" && $0.lines[2].contains("red apple")
    }
    prompt.terminal.type("d")
    try expectStatus(prompt, "2 records")
  }

  @Test func `the editor opens at the current line, and live search continues`() throws {
    let folder = try ScratchFolder()
    try folder.write("#!/bin/sh\necho \"$@\" > opened\n", to: "editor")
    let prompt = try live("cherry", environment: ["VISUAL": "sh \(folder.path)/editor"])
    try expectStatus(prompt, "1 record · 1 hit")
    prompt.terminal.press(Keys.control("o"))
    prompt.terminal.type("x")
    try prompt.terminal.expectScreen("live search again") {
      $0.isAlternate && $0.lines[0] == "substring> cherryx"
    }
    #expect(prompt.folder.text(of: "opened") == "+4 ./fruit.txt\n")
  }

  @Test(
    arguments: [(15, "SIGTERM"), (1, "SIGHUP"), (11, "SIGSEGV"), (6, "SIGABRT")]
      as [(Int32, String)])
  func `any fatal signal restores the terminal`(_ signal: Int32, _ name: String) throws {
    let prompt = try live("re")
    try expectStatus(prompt, "3 records")
    prompt.terminal.signal(signal)
    #expect(try prompt.terminal.expectEnd() == .killed(bySignal: signal))
    #expect(!prompt.terminal.screen.isAlternate, "\(name)")
    #expect(prompt.terminal.screen.isCursorVisible, "\(name)")
    #expect(!prompt.terminal.screen.marksPastes, "\(name)")
    let session = prompt.folder.text(of: "state/searchbench/sessions/last")
    #expect(session?.contains("fruit.txt --as fruit") == true, "\(name)")
    if signal == 15 || signal == 1 {
      #expect(prompt.folder.text(of: "history")?.hasSuffix(":live re\n") == true)
    }
  }

  @Test func `closing the window ends live search`() throws {
    let prompt = try live("re")
    prompt.terminal.hangUp()
    #expect(try prompt.terminal.expectEnd() == .killed(bySignal: 1))
    #expect(prompt.folder.text(of: "history")?.hasSuffix(":live re\n") == true)
  }

  @Test func `a paste is inserted as one text, including its newlines`() throws {
    let prompt = try live()
    prompt.terminal.type(Keys.paste("red\napple"))
    try expectStatus(prompt, "0 records")
    #expect(prompt.terminal.screen.lines[0] == "substring> red↵apple")
    prompt.terminal.type(Keys.control("u") + Keys.paste(String(repeating: "plum ", count: 8000)))
    try expectStatus(prompt, "0 records")
    prompt.terminal.type(Keys.control("u") + "plum")
    try expectStatus(prompt, "2 records · 2 hits")
  }

  @Test func `keys typed after Enter go to the prompt`() throws {
    let prompt = try Prompt()
    prompt.terminal.type(":live\rred\r:next\r:quit 3\r")
    #expect(try prompt.terminal.expectEnd() == .exited(3))
    #expect(prompt.folder.text(of: "history")?.hasSuffix(":live\nred\n:next\n:quit 3\n") == true)
    #expect(prompt.terminal.transcript.contains("2 records · 3 hits"))
  }

  @Test func `a window that grows while the editor runs is redrawn in full`() throws {
    let folder = try ScratchFolder()
    try folder.write("#!/bin/sh\necho the editor\nread line\n", to: "editor")
    let prompt = try live(
      "re", columns: 40, rows: 4, environment: ["VISUAL": "sh \(folder.path)/editor"])
    prompt.terminal.press(Keys.control("o"))
    try prompt.terminal.expect("the editor")
    prompt.terminal.resize(columns: 80, rows: 24)
    prompt.terminal.type("\r")
    try prompt.terminal.expectScreen("all rows") {
      $0.isAlternate && $0.lines[0] == "substring> re" && $0.lines[4].contains("red cherry")
    }
  }

  @Test func `a terminal without escape codes is refused`() throws {
    let prompt = try Prompt(environment: ["TERM": "dumb"])
    prompt.terminal.enter(":live red")
    try prompt.terminal.expect("live search needs a terminal that understands escape codes")
  }

  @Test func `without colors, hits are in brackets`() throws {
    let prompt = try live("plum", environment: ["NO_COLOR": "1"])
    try expectStatus(prompt, "2 records · 2 hits")
    #expect(prompt.terminal.screen.text.contains("[plum]"))
    #expect(prompt.terminal.screen.text.contains("[>plum<]"))
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
