import Reporting
import Terminal
import TestSupport
import Testing

@testable import Shell

/// Tests markers in the list, large hit numbers, and rows whose width differs between terminals.
@Suite struct LiveFrameTests {
  private func frame(_ bench: LiveBench, columns: Int) -> [String] {
    bench.frame(columns: columns, rows: 5).map { StyledRows.plain($0) }
  }

  @Test func `the current row has one marker, even if it is marked`() {
    var marked = LiveBench([("rows", ["a", "b"])], purpose: .records, marksWithTab: true)
    let unmarked = marked
    marked.press(.tab, .up)
    for columns in [28, 60] {
      let rows = frame(marked, columns: columns)
      #expect(rows[2].hasPrefix("*>1  a") && rows[3].hasPrefix("  2  b"))
      #expect(frame(unmarked, columns: columns)[2].hasPrefix(">1  a"))
    }
    #expect(frame(marked, columns: 20)[2...] == [">*a", "  b"])
    for columns in 1...60 {
      for bench in [marked, unmarked] {
        #expect(frame(bench, columns: columns)[2].filter { $0 == ">" }.count <= 1)
      }
    }
    marked.press(.down)
    let rows = frame(marked, columns: 60)
    #expect(rows[2].hasPrefix("* 1  a") && rows[3].hasPrefix(" >2  b"))
  }

  @Test(arguments: ["4", "9223372036854775807", "99999999999999999999"])
  func `a hit number that is too large goes to the last hit`(_ number: String) throws {
    var bench = LiveBench(["one x", "two x x"])
    bench.retype("x")
    bench.press(.alt("g"), .text(number), .enter)
    try bench.locate()
    #expect(bench.state.place == HitPlace(row: 1, hit: 1))
    #expect(bench.state.notice == "the last hit")
  }

  @Test func `a row that the terminal measures differently leaves no remains`() {
    // The emulated terminal adds the widths of the scalars: 1 for the heart, and 6 for the family.
    // The program instead counts 2 cells for each of the two emoji.
    let heart = "\u{2764}\u{FE0F}"
    let family = "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    let rest = String(repeating: "a", count: 15) + " :7"
    var screen = Screen(columns: 20, rows: 1)
    var terminal = PseudoterminalScreen(columns: 20, rows: 1)
    terminal.feed(Array("\u{1B}[?7l".utf8))
    for (row, shown) in [
      (heart + rest, heart + " " + rest), (family + " family :7", "\u{1F469}\u{200D} family :7"),
    ] {
      for drawn in [String(repeating: "1234567890", count: 2), row] {
        terminal.feed(screen.draw([StyledRows.placed(drawn)], cursor: nil))
      }
      #expect(terminal.lines == [shown])
    }
  }

  @Test func `placing characters changes no text`() {
    let rows = [
      "", "plain", "\u{1B}[1mhit\u{1B}[0m", "漢字 e\u{301}", "a\u{200D}b\u{1B}[1mc\u{1B}[0m",
      "\u{1F1E9}\u{1F1EA} flag", "soft\u{AD}hyphen",
    ]
    for row in rows {
      #expect(StyledRows.plain(StyledRows.placed(row)) == StyledRows.plain(row))
    }
    #expect(StyledRows.placed("") == "")
    #expect(StyledRows.placed("漢字 e\u{301}") == "\u{1B}[K漢字 e\u{301}")
    #expect(
      StyledRows.placed("a\u{200D}b\u{1B}[1mc")
        == "\u{1B}[Ka\u{200D}\u{1B}[2Gb\u{1B}[1m\u{1B}[3Gc")
  }
}
