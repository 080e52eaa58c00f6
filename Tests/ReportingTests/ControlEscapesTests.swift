import Testing
import UnicodeText

@testable import Reporting

@Suite struct ControlEscapesTests {
  @Test(arguments: [
    ("\u{0}", "^@"), ("\u{7}", "^G"), ("\u{9}", "^I"), ("\u{A}", "^J"), ("\u{D}", "^M"),
    ("\u{1B}", "^["), ("\u{1F}", "^_"), ("\u{7F}", "^?"), ("\u{80}", "\\u{80}"),
    ("\u{9B}", "\\u{9B}"), ("\u{61C}", "\\u{61C}"), ("\u{200E}", "\\u{200E}"),
    ("\u{202E}", "\\u{202E}"), ("\u{2066}", "\\u{2066}"), ("\u{2028}", "\\u{2028}"),
    ("\u{FEFF}", "\\u{FEFF}"), ("a", "a"), ("é", "é"), ("\u{200D}", "\u{200D}"), ("漢", "漢"),
  ])
  func `characters that a terminal would interpret are shown escaped`(text: String, shown: String) {
    #expect(ControlEscapes.escaped(text) == shown)
    #expect(ControlEscapes.escaped("a\(text)b") == "a\(shown)b")
  }

  @Test func `escaping leaves no C0, C1 or bidi control character`() {
    let ranges: [Range<UInt32>] = [0..<0x20, 0x7F..<0xA0, 0x202A..<0x202F, 0x2066..<0x206A]
    for value in ranges.joined() {
      let scalar = Unicode.Scalar(value) ?? " "
      #expect(ControlEscapes.isActive(scalar))
      #expect(!ControlEscapes.escaped(String(scalar)).unicodeScalars.contains { $0 == scalar })
    }
  }

  @Test func `without UTF-8, all output is ASCII`() {
    #expect(ControlEscapes.escaped("aé漢\u{1B}", keepingUnicode: false) == "a\\u{E9}\\u{6F22}^[")
  }

  @Test func `line ends and tabs that belong to a format are not escaped`() {
    #expect(ControlEscapes.escapedLines("a\tb\r\nc\rd\n\u{1B}e\r") == "a\tb\r\nc^Md\n^[e^M")
  }

  @Test func `CSV is escaped at a terminal, but not in a file or in raw mode`() throws {
    let rows = Fixture.rows(Fixture.lines(["\u{1B}[31mx\u{202E}"]))
    let file = try Fixture.encoded(rows, as: "csv") { $0.hasHeader = false }
    #expect(file == "1,a.txt,1,0,,0,\u{1B}[31mx\u{202E}\n")
    let shown = try Fixture.encoded(rows, as: "csv") {
      $0.hasHeader = false
      $0.atTerminal(width: 20)
    }
    #expect(shown == "1,a.txt,1,0,,0,^[[31mx\\u{202E}\n")
    let raw = try Fixture.encoded(rows, as: "csv") {
      $0.hasHeader = false
      $0.terminal = TerminalStyle(width: 20, isRaw: true)
    }
    #expect(raw == file)
  }

  @Test(arguments: ["json", "jsonl"])
  func `JSON at a terminal is escaped as JSON`(format: String) throws {
    let text = "\u{1B}[31mx\u{7F}\u{9B}\u{202E}\u{FEFF}é"
    let shown = try Fixture.encoded(Fixture.rows(Fixture.lines([text])), as: format) {
      $0.atTerminal(width: 20)
    }
    let active = shown.unicodeScalars.filter { ControlEscapes.isActive($0) && $0 != "\n" }
    #expect(active.isEmpty)
    #expect(shown.contains(#"[31mx\u007f\u009b\u202e\ufeffé""#))
  }
}

@Suite struct HyperlinksTests {
  @Test func `the hyperlink setting is auto, never, or a template that contains a path`() {
    #expect(Hyperlinks("auto") == .auto)
    #expect(Hyperlinks("never") == .never)
    #expect(Hyperlinks("x://{path}") == .format("x://{path}"))
    #expect(Hyperlinks("x://") == nil)
  }

  @Test func `a hyperlink template is filled in with percent-encoded values`() {
    let folder = TemporaryFolder()
    folder.write("", to: "a b;é.txt")
    let links = Hyperlinks.format("x://{host}o{path}?l={line}&c={column}{other}\u{1B}")
    let target = links.target(path: folder.file("a b;é.txt"), line: 3, column: 0)
    #expect(target?.hasSuffix("/a%20b%3B%C3%A9.txt?l=3&c=1{other}%1B") == true)
    #expect(
      Hyperlinks.auto.target(path: folder.path, line: 1, column: 1)?.hasPrefix("file://") == true)
    #expect(Hyperlinks.never.target(path: folder.path, line: 1, column: 1) == nil)
    #expect(Hyperlinks.auto.target(path: "-", line: 1, column: 1) == nil)
    #expect(Hyperlinks.auto.target(path: "/no/such/file", line: 1, column: 1) == nil)
  }
}
