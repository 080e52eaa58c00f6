import Testing

@testable import UnicodeText

@Suite struct CellWidthTests {
  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("ｱ", 1), ("Ａ", 2), ("한", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2),
    ("\u{301}", 0), ("\u{200B}", 0), ("\u{7F}", 0), ("\u{1B}", 0), ("\n", 0), ("\u{AD}", 1),
    ("😀", 2), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2),
    ("☝🏽", 2), ("🏴\u{E0067}\u{E0062}\u{E007F}", 2), ("ก", 1), ("กิ", 1), ("α", 1), ("…", 1),
    ("\u{2028}", 0),
  ])
  func `a grapheme cluster has the expected width in cells`(text: String, cells: Int) {
    #expect(CellWidth.width(of: text) == cells)
    #expect(CellWidth.width(of: text.utf8.span) == cells)
  }

  @Test func `the width of a text is the sum of its clusters`() {
    #expect(CellWidth.width(of: "naïve 漢字 👍🏽!") == 6 + 4 + 1 + 2 + 1)
    #expect(CellWidth.width(of: "") == 0)
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("漢字漢字", 5, "漢字…"), ("漢字漢字", 4, "漢…"),
    ("hello", 1, "…"), ("hello", 0, ""), ("", 0, ""), ("👨‍👩‍👧x", 2, "…"),
  ])
  func `text is truncated to fit`(text: String, cells: Int, expected: String) {
    #expect(CellWidth.truncated(text, to: cells) == expected)
    #expect(CellWidth.width(of: CellWidth.truncated(text, to: cells)) <= cells)
  }

  @Test func `prefixes and suffixes are split between clusters`() {
    let text = "a漢é字b"
    #expect(CellWidth.prefix(of: text[...], fitting: 2) == "a")
    #expect(CellWidth.prefix(of: text[...], fitting: 100) == text[...])
    #expect(CellWidth.suffix(of: text[...], fitting: 2) == "b")
    #expect(CellWidth.suffix(of: text[...], fitting: 4) == "é字b")
    #expect(CellWidth.suffix(of: text[...], fitting: 100) == text[...])
  }

  @Test func `texts are padded to a number of cells`() {
    #expect(CellWidth.padded("漢", to: 4) == "漢  ")
    #expect(CellWidth.padded("漢", to: 4, onTheLeft: true) == "  漢")
    #expect(CellWidth.padded("long", to: 2) == "long")
  }
}
