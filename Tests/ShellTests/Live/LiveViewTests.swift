import Reporting
import Terminal
import TestSupport
import Testing
import UnicodeText

@testable import Shell

@Suite struct LiveViewTests {
  private static let hostile = [
    "plain", "\u{1B}[31mred\u{1B}[0m", "bell\u{7} tab\t nul\u{0}", "\u{9B}31m c1", "漢字漢字漢字漢字漢字漢字",
    "👩‍👩‍👧‍👦 family 👍🏽", "e\u{301}\u{302}\u{303}\u{304} marks", "\u{301}lone mark", "\u{202E}bidi\u{2066}",
    String(repeating: "long ", count: 2000), "", "\u{200B}\u{FEFF}", "עברית وعربية",
  ]

  /// Returns the text of a row without styles, and expects that it contains no control characters.
  private func plain(_ row: String) -> String {
    let text = StyledRows.plain(row)
    for scalar in text.unicodeScalars {
      #expect(
        scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value), "\(row.debugDescription)")
      #expect(!scalar.properties.isBidiControl)
    }
    return text
  }

  @Test(arguments: [
    (80, 24), (20, 5), (3, 3), (1, 1), (1, 24), (300, 2), (29, 10), (30, 10), (31, 10),
  ])
  func `no row is wider than the screen, even with hostile text`(columns: Int, rows: Int) {
    for strategy in ["substring", "regex"] {
      var bench = LiveBench(
        [("rows", Self.hostile)], height: max(1, rows - 2), purpose: .records, strategy: strategy)
      for step in 0..<(2 * Self.hostile.count) {
        for hasStyles in [true, false] {
          let frame = bench.frame(columns: columns, rows: rows, hasStyles: hasStyles)
          #expect(frame.count <= rows)
          for row in frame { #expect(CellWidth.width(of: plain(row)) <= columns) }
        }
        switch step % 5 {
        case 0: bench.press(.down)
        case 1: bench.press(.tab)
        case 2: bench.press(.control("s"))
        case 3: bench.retype(["", "a", "l", "(", "漢", "\u{301}"][step % 6])
        default: bench.press(.control("n"))
        }
      }
    }
  }

  @Test func `for a long query, the query line shows its end and a shorter prompt`() {
    var bench = LiveBench(["a"])
    bench.retype(String(repeating: "x", count: 100) + "END")
    let frame = bench.frame(columns: 40, rows: 5)
    #expect(plain(frame[0]).hasPrefix("substring> "))
    #expect(plain(frame[0]).contains("END"))
    #expect(plain(bench.frame(columns: 12, rows: 5)[0]).hasPrefix("s> "))
  }

  @Test func `counts are totals, or lower bounds marked with a plus`() {
    var bench = LiveBench((0..<30).map { "row \($0)" })
    bench.type("row")
    #expect(plain(bench.frame(columns: 80, rows: 8)[1]).hasPrefix("30 records · 30 hits · hit 1"))
    bench.state.line.replace(with: "ro")
    bench.state.isPending = true
    #expect(plain(bench.frame(columns: 80, rows: 8)[1]).hasPrefix("… 30 records · 30 hits"))
    bench.answer(page: 7)
    #expect(plain(bench.frame(columns: 80, rows: 8)[1]).hasPrefix("7+ … records · hit 1"))
    bench.complete()
    #expect(plain(bench.frame(columns: 80, rows: 8)[1]).hasPrefix("30 records · 30 hits · hit 1"))
  }

  @Test func `the status line shows an error, and the previous rows are dimmed`() {
    var bench = LiveBench([("rows", ["ab", "abc"])], strategy: "regex")
    bench.type("b")
    #expect(bench.frame(columns: 60, rows: 6)[2].contains("\u{1B}[1;"))
    bench.type("(")
    let frame = bench.frame(columns: 60, rows: 6)
    #expect(plain(frame[1]).contains("missing )"))
    #expect(frame[2].hasPrefix("\u{1B}[2m"))
    #expect(plain(frame[2]).contains("ab"))
  }

  @Test func `the full record is shown below the list, with its current hit visible`() {
    let long = String(repeating: "filler ", count: 300) + "needle"
    var bench = LiveBench(["first needle", long], height: 20)
    bench.type("needle")
    bench.press(.home, .down, .tab)
    let frame = bench.frame(columns: 60, rows: 20).map(plain)
    #expect(frame.count == 20)
    #expect(frame[2 + 5].contains("──"))
    #expect(frame[8...].contains { $0.contains("needle") })
    bench.press(.tab)
    #expect(!bench.frame(columns: 60, rows: 20).map(plain).contains { $0.contains("──") })
  }

  @Test func `on a wide screen, the full record is to the right of the list`() {
    var bench = LiveBench(["one needle needle", "two needle"], height: 37)
    bench.type("needle")
    bench.press(.tab)
    var frame = bench.frame(columns: 120, rows: 40).map(plain)
    #expect(frame.count == 40)
    #expect(frame[2].contains("│──") && frame[3].contains("│"))
    #expect(frame[3...].contains { $0.split(separator: "│").last?.contains("one needle") == true })
    bench.press(.down)
    frame = bench.frame(columns: 120, rows: 40).map(plain)
    #expect(frame[3...].contains { $0.split(separator: "│").last?.contains("two needle") == true })
    for row in frame { #expect(CellWidth.width(of: row) <= 120) }
  }

  @Test func `the last row shows as many key hints as fit`() {
    let bench = LiveBench(["one"])
    let picker = LiveBench(["one"], purpose: .records)
    #expect(plain(bench.frame(columns: 80, rows: 24)[23]).hasPrefix("Enter take · Esc leave"))
    #expect(plain(picker.frame(columns: 120, rows: 40)[39]).hasPrefix("Enter print · Esc leave"))
    #expect(plain(bench.frame(columns: 12, rows: 24)[23]) == "Enter take")
    #expect(bench.frame(columns: 80, rows: 9).count < 9)
    for key in LiveKeys.all where key.hint != nil { #expect(LiveKeys.table.contains(key.meaning)) }
  }

  @Test func `a current row without a hit is marked, even on a narrow screen`() {
    var bench = LiveBench(["one", "two"])
    bench.press(.down)
    #expect(bench.frame(columns: 20, rows: 5).map(plain)[2...] == ["  one", "> two"])
    #expect(bench.frame(columns: 60, rows: 5).map(plain)[3].hasPrefix(">2"))
  }
}

@Suite struct StyledRowsTests {
  @Test func `rows wrap at the width, and styles continue`() {
    let line = "ab\u{1B}[1mcdef\u{1B}[0mgh漢字"
    let rows = StyledRows.wrapped(line, columns: 3)
    #expect(rows.map(StyledRows.plain) == ["abc", "def", "gh", "漢", "字"])
    #expect(rows[0] == "ab\u{1B}[1mc\u{1B}[0m")
    #expect(rows[1] == "\u{1B}[1mdef\u{1B}[0m")
    #expect(rows[2] == "gh")
  }

  @Test func `wrapping at two or more columns loses no text`() {
    let text = "plain \u{301}mark 👩‍👧 漢 e\u{301} end"
    for columns in 2...30 {
      let rows = StyledRows.wrapped(text, columns: columns)
      #expect(rows.joined() == text)
      for row in rows { #expect(CellWidth.width(of: row) <= columns) }
    }
    #expect(StyledRows.wrapped("", columns: 5) == [""])
    #expect(StyledRows.wrapped("漢", columns: 1) == [""])
  }
}
