import TestSupport
import Testing

@testable import UnicodeText

@Suite struct GraphemeTests {
  @Test(arguments: [
    ("abc", 1..<2, 1..<2), ("e\u{301}x", 0..<1, 0..<3), ("xe\u{301}", 2..<4, 1..<4),
    ("a\r\nb", 1..<2, 1..<3), ("a\r\nb", 2..<3, 1..<3), ("👨‍👩‍👧", 4..<7, 0..<18),
    ("🇩🇪🇫🇷", 8..<12, 8..<16),
    ("abc", 1..<1, 1..<1), ("e\u{301}", 1..<1, 0..<0), ("", 0..<0, 0..<0), ("日本", 3..<6, 3..<6),
  ])
  func `ranges are widened to whole grapheme clusters`(
    text: String, range: Range<Int>, expected: Range<Int>
  ) {
    #expect(Graphemes.widened(range, in: text.utf8.span) == expected)
  }

  @Test(arguments: [
    ("abc", 2, 3), ("ab\ncd", 3, 1), ("ab\ncd", 4, 2), ("é\u{301}x", 4, 2), ("a\r\nb", 3, 1),
    ("日本語", 6, 3), ("ab", 0, 1), ("", 0, 1), ("x\n", 1, 2), ("👨‍👩‍👧x", 18, 2), ("e\u{301}", 1, 1),
  ])
  func `a column is counted in grapheme clusters from the start of the line`(
    text: String, offset: Int, column: Int
  ) {
    #expect(Graphemes.column(of: offset, in: text.utf8.span) == column)
  }

  @Test func `a cell separator starts a new line and is a cluster of its own`() {
    let bytes: [UInt8] = [0x61, 0x62, 0xFE, 0xCC, 0x81, 0x63]
    #expect(Graphemes.column(of: 5, in: bytes.span) == 2)
    #expect(Graphemes.boundaries(in: bytes.span) == [0, 1, 2, 3, 5, 6])
    #expect(Graphemes.widened(2..<3, in: bytes.span) == 2..<3)
  }

  @Test func `any range of any text is widened to the boundaries of Swift's Character`() {
    let alphabet = Array(
      """
      aZ .\r\n\u{301}\u{308}\u{200D}\u{FE0F}é日本かガ한\u{1112}\u{1161}\u{11AB}कष्ि\u{94D}👩👧🏽🇩🇪❤\
      ก\u{E33}\u{E48}م\u{64E}\u{600}\u{D4E}\u{AD}\u{A9}\u{85}яЖ
      """.unicodeScalars)
    var dice = SeededGenerator(seed: 21)
    for _ in 0..<2500 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...12, using: &dice) {
        alphabet.randomElement(using: &dice).map { text.append($0) }
      }
      check(String(text), using: &dice)
    }
  }

  private func check(_ text: String, using dice: inout SeededGenerator) {
    let bytes = Array(text.utf8)
    var edges = [0]
    for character in text { edges.append((edges.last ?? 0) + character.utf8.count) }
    #expect(Graphemes.boundaries(in: bytes.span) == edges)
    var starts = Array(bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 })
    starts.append(bytes.count)
    let a = starts[Int.random(in: starts.indices, using: &dice)]
    let b = starts[Int.random(in: starts.indices, using: &dice)]
    let (low, high) = (min(a, b), max(a, b))
    let lower = edges.last { $0 <= low } ?? 0
    let upper = low == high ? lower : edges.first { $0 >= high } ?? bytes.count
    let result = Graphemes.widened(low..<high, in: bytes.span)
    #expect(result == lower..<upper, "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
  }
}
