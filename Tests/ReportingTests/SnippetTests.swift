import TestSupport
import Testing
import UnicodeText

@testable import Reporting

@Suite struct SnippetTests {
  private let plain = TerminalStyle(width: 80)
  private let styled = TerminalStyle(width: 80, hasStyles: true)

  private func snippet(
    _ text: String, hit: Range<Int>?, availableCells: Int, style: TerminalStyle
  ) -> Snippet {
    let mark = hit.map { MarkedRange(range: $0, number: 0) }
    let bytes = Array(text.utf8)
    let line = GlyphLine(
      bytes.span, mark.map { [$0] } ?? [], style, currentHit: nil, cells: availableCells,
      focus: mark)
    return Snippet(line, availableCells: availableCells, style: style)
  }

  private func rendered(_ snippet: Snippet) -> String {
    var bytes = GrowableBuffer<UInt8>()
    snippet.append(to: &bytes)
    return bytes.text()
  }

  @Test(arguments: [
    (0..<2, "012345678…"), (2..<4, "012345678…"), (10..<12, "…89abcdef…"), (18..<20, "…bcdefghij"),
    (16..<18, "…bcdefghij"), (0..<20, "012345678…"), (5..<20, "…56789abc…"),
  ])
  func `the snippet shows the text around the hit`(hit: Range<Int>, expected: String) {
    let snippet = snippet("0123456789abcdefghij", hit: hit, availableCells: 10, style: styled)
    #expect(snippet.plainText == expected)
    #expect(snippet.width == 10)
    #expect(snippet.hits == [0])
  }

  @Test func `text that fits is shown in full`() {
    let snippet = snippet("whale", hit: 0..<2, availableCells: 7, style: plain)
    #expect(rendered(snippet) == "[wh]ale")
    #expect(snippet.width == 7)
    #expect(rendered(self.snippet("whale", hit: nil, availableCells: 5, style: plain)) == "whale")
  }

  @Test func `wide characters are never split`() {
    let text = "漢字漢字漢字"
    #expect(snippet(text, hit: 6..<9, availableCells: 7, style: styled).plainText == "…漢字…")
    #expect(snippet(text, hit: 6..<9, availableCells: 2, style: styled).plainText == "漢")
    #expect(snippet(text, hit: 6..<9, availableCells: 1, style: styled).plainText.isEmpty)
  }

  @Test func `a hit inside a cluster marks the whole cluster`() {
    #expect(
      rendered(snippet("ae\u{301}b", hit: 2..<4, availableCells: 9, style: plain)) == "a[e\u{301}]b"
    )
  }

  @Test func `line breaks and control characters are shown as visible symbols`() {
    let shown = rendered(
      snippet("a\nb\r\nc\td\u{1B}e\u{202E}", hit: nil, availableCells: 40, style: plain))
    #expect(shown == "a↵b↵c d^[e\\u{202E}")
    let ascii = TerminalStyle(width: 80, isUTF8: false)
    #expect(rendered(snippet("a\né", hit: nil, availableCells: 40, style: ascii)) == "a\\n\\u{E9}")
  }

  @Test func `no snippet is wider than allowed, and it contains the hit`() {
    let pieces = Fixture.hostileCells.filter { !$0.isEmpty }
    let styles = [plain, styled, TerminalStyle(width: 80, isUTF8: false)]
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3000 {
      let parts = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      let text = parts.joined()
      let place = Int.random(in: 0..<parts.count, using: &random)
      let start = parts[..<place].joined().utf8.count
      let hit = start..<start + parts[place].utf8.count
      let availableCells = Int.random(in: 1...40, using: &random)
      let style = styles[Int.random(in: 0..<3, using: &random)]
      let snippet = snippet(text, hit: hit, availableCells: availableCells, style: style)
      #expect(snippet.width <= availableCells)
      if style != styled { #expect(CellWidth.width(of: rendered(snippet)) <= availableCells) }
      #expect(CellWidth.width(of: snippet.plainText) <= availableCells)
      if availableCells >= 16, style.isUTF8 {
        #expect(snippet.hits == [0], "\(text.debugDescription) \(hit) \(availableCells)")
      }
    }
  }

  @Test func `making a snippet of a huge cell reads only the text that is shown`() {
    let text =
      String(repeating: "x", count: 1_000_000) + "whale" + String(repeating: "漢", count: 300_000)
    let bytes = Array(text.utf8)
    let mark = MarkedRange(range: 1_000_000..<1_000_005, number: 0)
    let line = GlyphLine(bytes.span, [mark], plain, currentHit: nil, cells: 40, focus: mark)
    #expect(line.glyphs.count < 300)
    #expect(line.omitsBefore && line.omitsAfter)
    let shown = rendered(Snippet(line, availableCells: 40, style: plain))
    #expect(shown.hasPrefix("…xxxxxxxxxx"))
    #expect(shown.contains("[whale]"))
    #expect(shown.hasSuffix("漢…"))
    #expect(CellWidth.width(of: shown) <= 40)
  }

  @Test func `adjacent hits are marked separately`() {
    let bytes = Array("aaaa".utf8)
    let marks = [MarkedRange(range: 0..<2, number: 0), MarkedRange(range: 2..<4, number: 1)]
    for (style, expected) in [
      (plain, "[aa][>aa<]"), (styled, "\u{1B}[1;4;31maa\u{1B}[0m\u{1B}[1;7maa\u{1B}[0m"),
    ] {
      let line = GlyphLine(bytes.span, marks, style, currentHit: 1)
      var shown = GrowableBuffer<UInt8>()
      line.append(0..<line.glyphs.count, to: &shown)
      #expect(shown.text() == expected)
    }
  }
}

@Suite struct CaretPictureTests {
  @Test func `the caret is below the error, with a note next to it`() {
    let picture = CaretPicture("whale AND (ship OR", offset: 10, note: "close it")
    #expect(picture.lines(width: 80) == ["whale AND (ship OR", "          ^ close it"])
  }

  @Test func `an error range of several characters has several carets`() {
    #expect(CaretPicture("a bcd e", offset: 2, length: 3).lines(width: 80) == ["a bcd e", "  ^^^"])
  }

  @Test func `the caret's column counts the cells of wide and escaped characters`() {
    #expect(CaretPicture("漢字)", offset: 6).lines(width: 80) == ["漢字)", "    ^"])
    #expect(CaretPicture("e\u{301}\u{1B})", offset: 4).lines(width: 80) == ["e\u{301}^[)", "   ^"])
    #expect(CaretPicture("a漢", offset: 1, length: 3).lines(width: 80) == ["a漢", " ^^"])
    #expect(
      CaretPicture("漢)", offset: 3).lines(width: 80, isUTF8: false) == ["\\u{6F22})", "        ^"])
  }

  @Test func `an error offset after the end is one column after the text`() {
    #expect(CaretPicture("ab", offset: 2, note: "n").lines(width: 80) == ["ab", "  ^ n"])
    #expect(CaretPicture("ab", offset: 99).lines(width: 80) == ["ab", "  ^"])
    #expect(CaretPicture("", offset: 0).lines(width: 80) == ["", "^"])
  }

  @Test func `an error without an offset has no caret`() {
    #expect(CaretPicture("ab", offset: nil, note: "n").lines(width: 80) == ["ab", "n"])
    #expect(CaretPicture("", offset: nil).lines(width: 80).isEmpty)
  }

  @Test func `a note that does not fit is on the next line`() {
    let lines = CaretPicture("a (b", offset: 2, note: "close it").lines(width: 10)
    #expect(lines == ["a (b", "  ^", "close it"])
  }

  @Test(arguments: 1...30) func `long text is truncated to a window around the error`(width: Int) {
    let text = String(repeating: "x", count: 500) + "(" + String(repeating: "y", count: 500_000)
    let lines = CaretPicture(text, offset: 500).lines(width: width)
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { CellWidth.width(of: $0) <= width })
    let caret = lines[1].count - 1
    #expect(Array(lines[0])[caret] == "(")
  }
}
