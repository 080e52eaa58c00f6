import TestSupport
import Testing
import UnicodeText

@testable import Reporting

@Suite struct TableTests {
  private let style = TerminalStyle(width: 20)

  private func table() -> Table {
    var table = Table(["name", .init("n", alignment: .trailing), "note"])
    table.append(["a", "1", "first"])
    table.append(["漢字", "1,204"])
    table.append(["", "7", "e\u{301}nd"])
    return table
  }

  @Test func `columns are aligned by cell width, without trailing spaces`() {
    #expect(
      table().lines(nil) == [
        "name      n  note", "a         1  first", "漢字  1,204", "          7  e\u{301}nd",
      ])
  }

  @Test func `a table without a header has only rows`() {
    var table = Table(["long heading", "b"], hasHeader: false)
    table.append(["x", "y"])
    #expect(table.lines(nil) == ["x  y"])
  }

  @Test(arguments: 1...40) func `no line is wider than the terminal`(width: Int) {
    var table = table()
    table.append([StyledText(String(repeating: "漢", count: 20)), "1", "\u{1B}[31mx"])
    let lines = table.lines(TerminalStyle(width: width))
    #expect(lines.count == 5)
    #expect(lines.allSatisfy { CellWidth.width(of: $0) <= width })
    #expect(!lines.joined().contains("\u{1B}"))
  }

  @Test func `cells are truncated with an ellipsis only at a terminal`() {
    var table = Table(["text"])
    table.append([StyledText(String(repeating: "x", count: 30))])
    #expect(table.lines(style)[1] == String(repeating: "x", count: 19) + "…")
    #expect(table.lines(nil)[1].count == 30)
  }

  @Test func `a table is written line by line`() throws {
    let output = BufferOutput()
    try table().write(to: output, style: nil)
    #expect(output.text == table().lines(nil).map { $0 + "\n" }.joined())
  }

  @Test(arguments: [
    ([3, 3], 10, [3, 3]), ([5, 50, 8], 40, [5, 23, 8]), ([50, 50], 21, [10, 9]),
    ([50, 50, 50], 7, [1, 1, 1]), ([50, 50, 50], 4, [1, 1]), ([50, 50], 1, [1]),
    ([0, 0], 10, [1, 1]), ([], 10, []), ([100], 10, [10]), ([2, 100, 100], 50, [2, 22, 22]),
    ([20, 60, 5, 60], 60, [20, 15, 5, 14]),
    ([20, 60, 20, 60], 60, [14, 14, 13, 13]),
  ])
  func `the widest columns are truncated first`(natural: [Int], limit: Int, expected: [Int]) {
    #expect(ColumnFit.widths(natural, into: limit) == expected)
  }

  @Test func `column widths fit the terminal if one cell per column does`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let natural = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        Int.random(in: 0...60, using: &random)
      }
      let limit = Int.random(in: 1...120, using: &random)
      let widths = ColumnFit.widths(natural, into: limit)
      let total = widths.reduce(0, +) + ColumnFit.gap * (widths.count - 1)
      #expect(total <= max(limit, 1))
      #expect(!widths.isEmpty)
      #expect(zip(widths, natural).allSatisfy { $0 <= max(1, $1) })
    }
  }
}

@Suite struct StyledTextTests {
  @Test func `roles become escape sequences at a terminal with styles, and nothing in a file`() {
    let text = StyledText("a ") + StyledText("b", .hit) + StyledText(" c", .dimmed)
    let styled = TerminalStyle(width: 80, hasStyles: true)
    #expect(text.rendered(styled) == "a \u{1B}[1;4;31mb\u{1B}[0m\u{1B}[2m c\u{1B}[0m")
    #expect(text.rendered(TerminalStyle(width: 80)) == "a [b] c")
    #expect(text.rendered(nil) == "a b c")
    #expect(text.width(TerminalStyle(width: 80)) == 7)
    #expect(text.plain == "a b c")
  }

  @Test(arguments: 0...12) func `truncation respects wide characters and combining marks`(
    width: Int
  ) {
    let text = StyledText("漢字", .hit) + StyledText("e\u{301}x漢", .dimmed) + StyledText("yz")
    for style in [TerminalStyle(width: 80), TerminalStyle(width: 80, isUTF8: false)] {
      let shown = text.rendered(style, width: width)
      #expect(CellWidth.width(of: shown) <= width)
    }
    let styled = TerminalStyle(width: 80, hasStyles: true)
    let shown = text.rendered(styled, width: width)
    #expect(
      shown.components(of: "\u{1B}[0m") == shown.components(of: "\u{1B}[1;4;31m")
        + shown.components(of: "\u{1B}[2m"))
  }

  @Test func `hits are distinguishable without color`() {
    for role in [TextRole.hit, .currentHit] { #expect(!role.marks.before.isEmpty) }
    #expect(TextRole.hit.parameters?.contains("4") == true)
    #expect(TextRole.currentHit.parameters?.contains("7") == true)
    #expect(TextRole.plain.parameters == nil)
  }
}

extension String {
  /// The number of occurrences of `other`.
  func components(of other: String) -> Int { ranges(of: other).count }
}
