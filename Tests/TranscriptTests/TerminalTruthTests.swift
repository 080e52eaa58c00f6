import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests terminal events at the prompt, during a query, and in the pager.
///
/// The section "Terminal checks" in CONTRIBUTING.md lists what each test covers.
@Suite struct TerminalTruthTests {
  /// The program's activity when a signal arrives.
  enum Place: String, CaseIterable { case prompt, query, pager }

  /// A query that is slow, because each of its tokens has many candidates in each record.
  private static let slow = ":prefix a a a a"

  /// A folder with a large corpus, in which the slow query takes far longer than a test waits.
  private static func largeFolder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.run("yes 'abababab abab ab ababab aab abbab' | head -n 600000 > large.txt")
    return folder
  }

  /// Starts the program, adds a line to the history, and waits until the program's activity is
  /// `place`.
  private static func prompt(
    at place: Place, in folder: ScratchFolder, pager: String = "echo up >&2; read x </dev/tty"
  ) throws -> Prompt {
    let prompt = try Prompt(
      [place == .query ? "large.txt" : "fruit.txt"],
      environment: ["PAGER": pager], in: folder, rows: 8)
    try prompt.run(":saved")
    switch place {
    case .prompt:
      prompt.terminal.type("half")
      try prompt.terminal.expectScreen("the typed line") { $0.textBeforeCursor.hasSuffix("> half") }
    case .query: try prompt.start(slow)
    case .pager:
      prompt.terminal.enter(":help")
      try prompt.terminal.expect("up")
    }
    return prompt
  }

  @Test(arguments: Place.allCases, [1, 11, 15] as [Int32])
  func `a signal ends the program, restores the terminal and keeps the history`(
    place: Place, signal: Int32
  ) throws {
    let folder = place == .query ? try Self.largeFolder() : try ScratchFolder()
    let prompt = try Self.prompt(at: place, in: folder)
    prompt.terminal.signal(signal)
    #expect(try prompt.terminal.expectEnd() == .killed(bySignal: signal))
    #expect(prompt.terminal.isCooked)
    #expect(!prompt.terminal.screen.marksPastes)
    #expect(folder.text(of: "history")?.contains(":saved\n") == true)
  }

  @Test(arguments: Place.allCases)
  func `closing the window ends the program and keeps the history`(place: Place) throws {
    let folder = place == .query ? try Self.largeFolder() : try ScratchFolder()
    let prompt = try Self.prompt(at: place, in: folder)
    prompt.terminal.hangUp()
    #expect(try prompt.terminal.expectEnd() == .killed(bySignal: 1))
    #expect(folder.text(of: "history")?.contains(":saved\n") == true)
  }

  /// Tests the prompt, a pager that has all its input, and a pager that is still receiving input.
  @Test(arguments: [nil, ":help", ":show all"])
  func `Ctrl-Z stops the program, and fg brings it back`(paged: String?) throws {
    let folder = try ScratchFolder()
    try folder.write(Prompt.fruit, to: "fruit.txt")
    // The pager reads nothing, so give the program far more output than fits into a pipe.
    if paged == ":show all" { try folder.run("seq 100000 | sed s/^/e/ >> fruit.txt") }
    let environment = Prompt.environment(
      of: folder,
      ["PS1": "shell$ ", "ENV": "", "PAGER": "echo up >&2; read x </dev/tty; echo got $x >&2"])
    let shell = try Pseudoterminal(
      BinaryUnderTest(path: "/bin/sh"), ["-i"], environment: environment, directory: folder.path,
      rows: 12)
    try shell.expect("shell$ ")
    shell.enter("\(try BinaryUnderTest().path) fruit.txt")
    try shell.expect("[?2004h")
    try shell.expect("> ")
    if let paged {
      if paged == ":show all" {
        shell.enter("e")
        try shell.expect("records")
      }
      shell.enter(paged)
      try shell.expect("up")
    } else {
      shell.type("typed")
      try shell.expectCursor(after: "fruit substring> typed")
    }
    shell.press(Keys.control("z"))
    try shell.expect("Stopped")
    try shell.expect("shell$ ")
    #expect(!shell.screen.marksPastes)
    shell.enter("fg")
    if paged == nil {
      try shell.expectCursor(after: "fruit substring> typed")
      shell.press("\r")
      try shell.expect("0 records")
    } else {
      try shell.expect("fruit.txt")
      shell.enter("word")
      try shell.expect("got word")
    }
    try shell.expect("[?2004h")
    try shell.expect("> ")
    shell.press(Keys.control("d"))
    try shell.expect("shell$ ")
  }

  @Test func `a pager that ends early, is killed, or leaves the terminal raw does no harm`() throws
  {
    let pagers = [
      ("head -n 1; exit 0", ""), ("exit 3", "the command ended with status 3"),
      ("kill -9 $$", "the command was ended by signal 9"),
      ("stty raw -echo </dev/tty; kill -9 $$", "the command was ended by signal 9"),
      ("no-such-pager", "the command ended with status 127"),
    ]
    for (pager, complaint) in pagers {
      let folder = try ScratchFolder()
      try folder.run("seq 100000 > fruit.seq")
      let prompt = try Prompt(["fruit.seq"], environment: ["PAGER": pager], in: folder, rows: 8)
      try prompt.run("1")
      let shown = try prompt.run(":show all")
      #expect(
        complaint.isEmpty ? !shown.contains("the command") : shown.contains(complaint), "\(shown)")
      prompt.terminal.enter(":! stty -a | grep -c ' icanon'")
      try prompt.terminal.expectRow("1")
      try prompt.end()
      #expect(try prompt.leave() == .exited(0), "\(pager)")
    }
  }

  @Test(arguments: [1, 15] as [Int32])
  func `a pager that stopped reading does not keep the program alive`(signal: Int32) throws {
    let folder = try ScratchFolder()
    try folder.run("seq 400000 > many.txt")
    let prompt = try Prompt(
      ["many.txt"], environment: ["PAGER": "echo up >&2; read x </dev/tty"], in: folder, rows: 8)
    try prompt.run("1")
    prompt.terminal.enter(":show all")
    try prompt.terminal.expect("up")
    prompt.terminal.signal(signal)
    #expect(try prompt.terminal.expectEnd() == .killed(bySignal: signal))
  }

  @Test func `Ctrl-C in the pager reaches the pager, and the prompt returns`() throws {
    let pager =
      "trap 'echo caught >&2; exit 0' INT; echo up >&2; while :; do :; done"
    let prompt = try Self.prompt(at: .pager, in: ScratchFolder(), pager: pager)
    prompt.terminal.press(Keys.control("c"))
    try prompt.terminal.expect("caught")
    try prompt.end()
    #expect(try prompt.run("pear").contains("Green"))
  }

  // MARK: Windows

  @Test(arguments: [(1, 1), (1, 5), (2, 2), (20, 5), (7, 3), (500, 200)])
  func `every window size works`(columns: Int, rows: Int) throws {
    let folder = try ScratchFolder()
    let wide = "漢字 \u{1B}[2J 👨\u{200D}👩\u{200D}👧 e\u{301} שלום "
    try folder.write((1...60).map { "red \(wide)\($0)\n" }.joined(), to: "w.txt")
    let prompt = try Prompt(["w.txt"], in: folder, columns: columns, rows: rows)
    for format in ["hits", "table", "list", "markdown", "csv"] {
      try prompt.run(":set format \(format)")
      // In a narrow window, there are line breaks between words.
      let words = try prompt.run("red").replacing(/\u{1B}\[[0-9;]*m/, with: "")
        .split { $0.isWhitespace }.joined(separator: " ")
      #expect(words.contains("60 records"))
    }
    for line in [
      ":set format hits", "", ":show 1", ":next", ":goto 60", ":set context 2", ":regex red",
      ":explain red",
      ":regex (red", ":bool red AND NOT x", ":prefix re r", ":corpora", ":set", ":timing", ":help",
      ":saved",
      ":paths status", ":xyzzy", ":compare --runs 1 red",
    ] {
      try prompt.run(line)
    }
    prompt.terminal.press(
      "re" + Keys.tab + Keys.tab, Keys.control("u"), ":" + Keys.tab, Keys.control("c"))
    try prompt.answer()
    #expect(!prompt.terminal.transcript.contains("\u{1B}[2J"))
    #expect(try prompt.leave() == .exited(0))
  }

  @Test func `many resizes in a row leave the line and the query intact`() throws {
    let prompt = try Prompt()
    prompt.terminal.type("red ch")
    for step in 0..<200 {
      prompt.terminal.resize(columns: 10 + step * 7 % 90, rows: 3 + step % 20)
    }
    prompt.terminal.resize(columns: 80, rows: 24)
    prompt.terminal.type("erry\r")
    #expect(try prompt.answer().contains("1 record"))
    let large = try Prompt(["large.txt"], in: Self.largeFolder())
    try large.start(Self.slow)
    for step in 0..<200 { large.terminal.resize(columns: 20 + step % 60, rows: 5 + step % 20) }
    large.terminal.press(Keys.control("c"))
    #expect(try large.end().contains("interrupted: "))
    #expect(try large.leave() == .exited(0))
  }

  // MARK: Typed text

  @Test func `a paste of 40 KB with line ends is one query`() throws {
    let prompt = try Prompt()
    let text = (1...4200).map { "row \($0)\r\n" }.joined()
    #expect(text.utf8.count > 40_000)
    prompt.terminal.type(Keys.paste(text) + "\r")
    #expect(try prompt.answer().contains("0 records"))
    #expect(try prompt.run("pear").contains("Green"))
    let kept = try #require(prompt.folder.text(of: "history"))
    #expect(kept.contains("row 4200"))
  }

  @Test func `a very long line is answered and kept in the history`() throws {
    let prompt = try Prompt()
    let word = String(repeating: "long漢", count: 3000)
    prompt.terminal.enter(":bool pear OR \(word)")
    #expect(try prompt.answer().contains("Green"))
    #expect(try prompt.run(":history long").contains(word))
  }

  @Test(arguments: [
    "a\u{200B}b", "soft\u{AD}hyphen", "qe\u{301}\u{302}\u{303}", "±½α→Ж", "שלום עולם", "مرحبا",
    "👨\u{200D}👩\u{200D}👧 🇩🇪",
    "\u{FEFF}bom", "한국어 조합", "ﷺ", "क्षि",
  ])
  func `text in any script can be typed, found and shown`(text: String) throws {
    let folder = try ScratchFolder()
    try folder.write("x \(text) y\nother\n", to: "t.txt")
    let prompt = try Prompt(["t.txt", "--type", "lines"], in: folder)
    let shown = try prompt.run(text)
    #expect(shown.contains("1 record · 1 hit"))
    let before = prompt.terminal.screen.lines
    #expect(before.contains { $0.hasPrefix(">1  x ") && $0.hasSuffix(" y  :1") })
    try prompt.terminal.expectCursor(after: "t substring> ")
    prompt.terminal.press(Keys.up, "\r")
    #expect(try prompt.answer().contains("1 record · 1 hit"))
  }

  @Test func `invalid bytes become replacement characters`() throws {
    let prompt = try Prompt()
    prompt.terminal.send(Array("pe".utf8) + [0xFF, 0xC3, 0xE6, 0xBC] + Array("\r".utf8))
    #expect(try prompt.answer().contains("0 records"))
    prompt.terminal.send([0x80] + Array("\u{8}\u{7F}pear\r".utf8))
    #expect(try prompt.answer().contains("Green"))
    let kept = try #require(prompt.folder.text(of: "history"))
    #expect(kept.contains("pe\u{FFFD}"))
  }

  @Test(arguments: [
    ["TERM": ""], ["TERM": "xterm", "LC_ALL": "xx_YY.UTF-8"], ["LC_ALL": "POSIX"],
    ["LC_ALL": "de_DE.ISO-8859-1", "LANG": "C"], ["TERM": "../../etc/passwd"],
    ["COLUMNS": "x", "LINES": "-3"], ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"],
  ])
  func `the prompt works in any environment`(environment: [String: String]) throws {
    let prompt = try Prompt(environment: environment)
    prompt.terminal.enter("naïve 漢字")
    let shown = try prompt.terminal.expect("1 record")
    #expect(shown.contains("plum"))
    if environment["NO_COLOR"] != nil { #expect(!prompt.terminal.transcript.contains("\u{1B}[1m")) }
    try prompt.terminal.expect("> ")
    prompt.terminal.enter(":regex (")
    try prompt.terminal.expect("missing )")
    try prompt.terminal.expect("> ")
    #expect(try prompt.leave() == .exited(0))
  }
}
