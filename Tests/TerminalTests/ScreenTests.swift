import Terminal
import TestSupport
import Testing
import UnicodeText

@Suite struct ScreenTests {
  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `the first frame clears the screen and draws the rows with text`() {
    var screen = Screen(columns: 10, rows: 3)
    let bytes = screen.draw(["one", "", "three"], cursor: (row: 2, column: 1))
    #expect(
      Self.text(bytes)
        == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[m\u{1B}[2J\u{1B}[1;1Hone\u{1B}[m\u{1B}[K"
        + "\u{1B}[3;1Hthree\u{1B}[m\u{1B}[K\u{1B}[3;2H\u{1B}[?25h\u{1B}[?2026l")
  }

  @Test func `a relative screen draws below the cursor and keeps the rows above`() {
    var terminal = PseudoterminalScreen(columns: 10, rows: 6)
    terminal.feed(Array("$ a\r\n$ b\r\n".utf8))
    var screen = Screen(columns: 10, rows: 3, isRelative: true)
    terminal.feed(screen.draw(["one", "two", "three"], cursor: (row: 0, column: 2)))
    #expect(Array(terminal.lines.prefix(5)) == ["$ a", "$ b", "one", "two", "three"])
    terminal.feed(screen.draw(["one!", "", "3"], cursor: (row: 0, column: 4)))
    #expect(Array(terminal.lines.prefix(5)) == ["$ a", "$ b", "one!", "", "3"])
    terminal.feed(Array("x".utf8))
    #expect(terminal.lines[2] == "one!x")
  }

  @Test func `drawing an unchanged frame sends no bytes`() {
    var screen = Screen(columns: 10, rows: 3)
    _ = screen.draw(["one"], cursor: nil)
    let same = screen.draw(["one", "", ""], cursor: nil)
    #expect(same == [])
    _ = screen.draw(["one"], cursor: (row: 0, column: 3))
    let still = screen.draw(["one"], cursor: (row: 0, column: 3))
    #expect(still == [])
  }

  @Test func `only changed rows are sent`() {
    var screen = Screen(columns: 10, rows: 3)
    _ = screen.draw(["one", "two", "three"], cursor: nil)
    let bytes = screen.draw(["one", "2", "three"], cursor: nil)
    #expect(Self.text(bytes) == "\u{1B}[?2026h\u{1B}[2;1H2\u{1B}[m\u{1B}[K\u{1B}[?2026l")
    let shorter = screen.draw(["one"], cursor: nil)
    #expect(!Self.text(shorter).contains("\u{1B}[1;1H"))
    #expect(Self.text(shorter).contains("\u{1B}[3;1H\u{1B}[m\u{1B}[K"))
  }

  @Test func `moving or hiding the cursor sends only the cursor`() {
    var screen = Screen(columns: 10, rows: 3)
    _ = screen.draw(["one"], cursor: (row: 0, column: 0))
    let bytes = screen.draw(["one"], cursor: (row: 0, column: 3))
    #expect(Self.text(bytes) == "\u{1B}[?2026h\u{1B}[1;4H\u{1B}[?2026l")
    let hidden = screen.draw(["one"], cursor: nil)
    #expect(Self.text(hidden) == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[?2026l")
  }

  @Test func `text that differs only in normalization is drawn again`() {
    var screen = Screen(columns: 10, rows: 1)
    _ = screen.draw(["\u{E9}"], cursor: nil)
    let other = screen.draw(["e\u{301}"], cursor: nil)
    #expect(other != [])
  }

  @Test func `a row that fills the width keeps its last column`() {
    var screen = Screen(columns: 4, rows: 1)
    var terminal = PseudoterminalScreen(columns: 4, rows: 1)
    terminal.feed(Array("\u{1B}[?7l".utf8))
    for row in ["a\u{1B}[7mbcd\u{1B}[m", "漢字", "ab漢", "x"] {
      terminal.feed(screen.draw([row], cursor: nil))
      #expect(terminal.lines == [plain(row)])
    }
  }

  @Test func `after any sequence of frames, the terminal shows the last frame`() {
    var random = SeededGenerator(seed: 3)
    var size = (columns: 12, rows: 5)
    var screen = Screen(columns: size.columns, rows: size.rows)
    var terminal = PseudoterminalScreen(columns: size.columns, rows: size.rows)
    terminal.feed(Array("\u{1B}[?1049h\u{1B}[?7lgarbage".utf8))
    var frame: [String] = []
    for _ in 0..<2_000 {
      switch random.below(12) {
      case 0:
        size = (1 + random.below(20), 1 + random.below(8))
        terminal.resize(columns: size.columns, rows: size.rows)
        screen.resize(columns: size.columns, rows: size.rows)
        #expect((screen.columns, screen.rows) == size)
      case 1:
        terminal.feed(Array("\u{1B}[H\u{1B}[Jsomething else".utf8))
        screen.resize(columns: size.columns, rows: size.rows)
      case 2...6 where !frame.isEmpty:
        frame[random.below(frame.count)] = Self.row(size.columns, &random)
      default:
        frame = (0..<random.below(size.rows + 2)).map { _ in Self.row(size.columns, &random) }
      }
      frame = frame.map { width(of: plain($0)) <= size.columns ? $0 : "" }
      let cursor =
        random.oneIn(3) ? nil : (row: random.below(size.rows), column: random.below(size.columns))
      terminal.feed(screen.draw(frame, cursor: cursor))
      let expected = (frame.map(trimmed) + Array(repeating: "", count: size.rows)).prefix(size.rows)
      #expect(terminal.lines == Array(expected))
      #expect(terminal.isCursorVisible == (cursor != nil))
      #expect(!terminal.isInsideFrame)
      if let cursor { #expect((terminal.row, terminal.column) == cursor) }
    }
  }

  /// A random row of at most `cells` cells; some rows have exactly `cells` cells.
  private static func row(_ cells: Int, _ random: inout SeededGenerator) -> String {
    let pieces = ["a", "b", "漢", "é", "e\u{301}", " ", "\u{1B}[1m", "\u{1B}[38;5;12m", "\u{1B}[m"]
    var row = ""
    for _ in 0..<random.below(2 * cells + 1) {
      let next = row + random.pick(pieces)
      if width(of: plain(next)) <= cells { row = next }
    }
    return row
  }
}

/// `row` without its escape codes.
private func plain(_ row: String) -> String { row.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") }

/// `row` as a screen returns it: without escape codes and trailing spaces.
private func trimmed(_ row: String) -> String { plain(row).replacing(#/ +$/#, with: "") }

private func width(of text: String) -> Int { CellWidth.width(of: text) }
