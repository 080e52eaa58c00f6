import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests that text, names and arguments cannot control the terminal when they are shown.
@Suite struct HostileTextTests {
  /// Hostile texts: each contains `EVIL` and characters that a terminal would interpret.
  private static let pieces = [
    "\u{1B}]0;EVIL\u{7}", "\u{1B}[38;5;201mEVIL", "\u{9B}31mEVIL", "\u{202E}EVIL", "\u{7}EVIL",
    "\u{1B}P1;EVIL\u{1B}\\", "\u{7F}EVIL", "\u{2028}EVIL", "\u{200E}EVIL", "\u{2066}EVIL",
    "\u{1B}cEVIL", "\u{61C}EVIL", "\u{85}EVIL", "\u{1B}]8;;file:///EVIL\u{1B}\\", "\u{1B}_EVIL",
  ]

  private static let name = "evil\u{1B}[38;5;201mEVIL\u{202E}\u{7}\u{9B}.csv"

  private static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let field = "na\u{1B}[38;5;201mEVILme"
    let rows = pieces.map { "\"foo \($0) bar\",\"\($0)\"\n" }
    try folder.write("\"\(field)\",\"b\u{202E}\u{7}\"\n" + rows.joined(), to: name)
    try folder.write(pieces.map { "foo \($0) bar\n" }.joined(), to: "log.txt")
    let objects = pieces.map { piece in
      let escaped = piece.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      return "{\"\(escaped.joined())\": \"foo \(escaped.joined())\", \"n\": 1}\n"
    }
    try folder.write(objects.joined(), to: "objects.jsonl")
    return folder
  }

  /// The first escape sequence or character in `output` that must not reach a terminal; nil if
  /// there is none.
  private static func danger(in output: String) -> String? {
    var rest = Array(output.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar.value {
      case 0x1B:
        let next = rest.prefix(12)
        let text = String(String.UnicodeScalarView(next))
        // The program and its line editor send these sequences for styles, cursor moves, links, key
        // modes and character sets.
        let isOwn = ["[", "]8;", "\\", "=", ">", "7", "8", "("].contains { text.hasPrefix($0) }
        if !isOwn || text.hasPrefix("[38;5;201m") || text.hasPrefix("]8;;file:///EVIL") {
          return "the sequence ESC \(text.debugDescription)"
        }
      case 0, 0x7, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
        return
          "U+\(String(scalar.value, radix: 16)) before \(String(String.UnicodeScalarView(rest.prefix(20))).debugDescription)"
      default: break
      }
    }
    return nil
  }

  /// Runs the program at a terminal and returns what it sent.
  private func output(
    of arguments: [String], in folder: ScratchFolder
  ) throws -> String {
    let terminal = try Pseudoterminal(
      BinaryUnderTest(), arguments, environment: Prompt.environment(of: folder),
      directory: folder.path, columns: 100)
    _ = try terminal.expectEnd()
    return terminal.transcript
  }

  @Test(arguments: [
    "hits", "table", "list", "csv", "tsv", "json", "jsonl", "markdown", "hits --hyperlink auto",
    "hits -n -C 2", "hits -o", "hits --columns b", "table --sort n", "csv --safe",
  ])
  func `no output format sends unescaped text to a terminal`(format: String) throws {
    let folder = try Self.folder()
    let options = format.split(separator: " ").map(String.init)
    var shown = ""
    for file in [Self.name, "log.txt", "objects.jsonl"] {
      let output = try output(of: ["search", "foo", file, "--format"] + options, in: folder)
      #expect(Self.danger(in: output) == nil, "\(file): \(Self.danger(in: output) ?? "")")
      shown += output
    }
    #expect(shown.contains("EVIL"))
  }

  @Test func `no command sends unescaped names or arguments to a terminal`() throws {
    let folder = try Self.folder()
    let evil = "x" + Self.pieces.joined()
    let commands: [[String]] = [
      ["search", "-l", "foo", "."], ["search", "-c", "foo", "."],
      ["search", "--stats", "foo", "."],
      ["search", "--files-without-match", "absent", "."], ["search", "foo", evil],
      ["search", "foo", "log.txt", "-r", evil], ["search", "-s", "regex", "(" + evil, "log.txt"],
      ["search", "-s", "bool", "--grammar", "standard", "(" + evil, "log.txt"],
      ["search", "foo", "--format", evil], ["search", "foo", Self.name, "--columns", evil],
      ["search", "foo", Self.name, "--where", evil], ["search", "foo", Self.name, "--sort", evil],
      ["count", "--by", "na" + Self.pieces[1] + "me", "foo", Self.name],
      ["histogram", "b\u{202E}\u{7}", Self.name], ["sql", "SELECT * FROM records", Self.name],
      ["sql", "SELECT \"" + evil, Self.name], ["index", "build", evil], ["index", "status", evil],
      ["--" + evil], [evil], ["-f", evil], ["help", evil], ["catalog", "item", evil, evil],
      ["catalog", "status", evil], ["runs", "show", evil], ["open", "searchbench://" + evil],
      ["open", "searchbench://search?q=" + Self.pieces.joined()], ["-c", ":" + evil],
      ["-c", ":set strategy " + evil], ["-c", ":load " + evil], ["bench", evil], ["doctor", evil],
    ]
    var reported = 0
    for command in commands {
      let output = try output(of: command, in: folder)
      #expect(Self.danger(in: output) == nil, "\(command): \(Self.danger(in: output) ?? "")")
      if output.contains("EVIL") { reported += 1 }
    }
    #expect(reported > commands.count / 2)
  }

  @Test func `the prompt and live search show hostile text escaped`() throws {
    let folder = try Self.folder()
    let prompt = try Prompt([Self.name, "log.txt", "objects.jsonl"], in: folder, columns: 100)
    let lines = [
      "foo", ":next", ":show", ":words", ":corpus", ":corpora", ":columns", ":explain foo",
      ":count", ":set hyperlink auto", "foo", ":set format table", "foo", ":set format list", "foo",
      ":compare foo", ":sql SELECT * FROM records LIMIT 9", ":load evil\u{16}\u{1B}x", ":history",
      ":save mine", ":session", ":prefix fo", ":regex E.IL",
    ]
    for line in lines { try prompt.run(line) }
    for text in [":load evi", ":prefix ev", ":count by ", ":columns "] {
      prompt.terminal.type(text + Keys.tab + Keys.tab + Keys.control("u"))
    }
    try prompt.run(":count")
    prompt.terminal.enter(":live foo")
    try prompt.terminal.expect("EVIL")
    for _ in 0..<20 { prompt.terminal.type("\u{1B}[B") }
    prompt.terminal.type("\u{1B}p")
    prompt.terminal.type(Keys.control("c"))
    try prompt.run(":count")
    #expect(Self.danger(in: prompt.terminal.transcript) == nil)
    #expect(prompt.terminal.transcript.contains("EVIL"))
  }
}
