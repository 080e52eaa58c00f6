import TestSupport
import Testing

@testable import UnicodeText

@Suite struct FoldedTextTests {
  private let folding = Folding(ignoresCase: true, ignoresDiacritics: true)

  @Test(arguments: [
    ("naïve", "iv", "ïv"), ("nai\u{0308}ve", "i", "i"), ("STRAßE", "s", "S"), ("Straße", "ss", "ß"),
    ("ﬁnal", "i", "ﬁ"), ("xか\u{3099}y", "が", "か\u{3099}"), ("É", "e", "É"), ("abcDEF", "cd", "cD"),
    ("a\u{0301}b", "ab", "a\u{0301}b"), ("日本語", "本", "本"),
  ])
  func `a match is mapped back to the original text`(text: String, match: String, source: String) {
    let folded = folding.foldWithSources(text.utf8.span)
    let needle = Array(match.utf8)
    let start = (0...folded.bytes.count - needle.count).first {
      Array(folded.bytes[$0..<$0 + needle.count]) == needle
    }
    guard let start else {
      Issue.record("\(match) is not in \(text)")
      return
    }
    let range = folded.sources(of: start..<start + needle.count)
    #expect(Array(text.utf8)[range].elementsEqual(source.utf8))
  }

  @Test func `an empty range is mapped to the start of the next byte's source`() {
    let folded = folding.foldWithSources("aéb".utf8.span)
    #expect(folded.sources(of: 0..<0) == 0..<0)
    #expect(folded.sources(of: 2..<2) == 3..<3)
    #expect(folded.sources(of: 3..<3) == 4..<4)
    #expect(folding.foldWithSources("".utf8.span).sources(of: 0..<0) == 0..<0)
  }

  @Test(.enabled(if: UnicodeDatabase.isPresent, UnicodeDatabase.absence), arguments: allFoldings)
  func `folding with sources gives the same bytes as plain folding, and valid source ranges`(
    folding: Folding
  ) {
    var dice = SeededGenerator(seed: 17)
    let texts = RandomTexts(remarkable: FoldingOracle.shared.remarkable)
    for _ in 0..<2000 {
      let text = utf8(texts.next(using: &dice))
      let folded = folding.foldWithSources(text.span)
      #expect(folded.bytes == folding.folded(text))
      checkSources(of: folded, in: text)
      expectSameSources(folded, folding.foldSegmentBySegment(text.span), in: text)
    }
  }

  /// Scalars that fold to several scalars, to no scalar, or to one scalar of the same or a
  /// different length, and scalars that combine with their neighbors.
  private static let scalars: [UInt32] = [
    0x61, 0x41, 0x31, 0xDF, 0xE9, 0x130, 0x149, 0x301, 0x323, 0x327, 0x345, 0x390, 0x3B9, 0x3C3,
    0x3C2,
    0x419, 0x439, 0x434, 0x587, 0x565, 0x582, 0x5D0, 0x5B7, 0x93C, 0x915, 0x1100, 0x1161, 0x11A8,
    0xAC00, 0x1E9E, 0x1E96, 0x200D, 0x2126, 0x212A, 0x304B, 0x3099, 0x4E00, 0xFB01, 0xFF21, 0x10400,
    0x1F600, 0x1D165, 0x10FFFF,
  ]

  @Test(arguments: allFoldings)
  func `every pair and triple of scalars has the sources that folding by segments finds`(
    _ folding: Folding
  ) {
    for first in Self.scalars {
      for second in Self.scalars {
        for third in Self.scalars {
          let text = utf8([first, second, third])
          let folded = folding.foldWithSources(text.span)
          let expected = folding.foldSegmentBySegment(text.span)
          if folded.bytes != expected.bytes { Issue.record("\(folding) of \(text)") }
          expectSameSources(folded, expected, in: text)
        }
      }
    }
  }

  @Test(arguments: allFoldings)
  func `long texts have the sources that folding by segments finds`(_ folding: Folding) {
    var dice = SeededGenerator(seed: 41)
    for _ in 0..<Effort.size(600, thorough: 20_000) {
      // Repeat mostly the same scalar, so that aligned runs are long.
      let usual = dice.pick(Self.scalars)
      let text = utf8(
        (0..<dice.below(80)).map { _ in dice.oneIn(6) ? dice.pick(Self.scalars) : usual })
      let folded = folding.foldWithSources(text.span)
      #expect(folded.bytes == folding.folded(text))
      expectSameSources(folded, folding.foldSegmentBySegment(text.span), in: text)
    }
  }

  /// Checks the source of every byte and of ranges of up to nine bytes.
  private func expectSameSources(_ folded: FoldedText, _ expected: FoldedText, in text: [UInt8]) {
    guard folded.bytes == expected.bytes else { return }
    for start in folded.bytes.indices {
      for end in start..<min(start + 10, folded.bytes.count) + 1
      where folded.sources(of: start..<end) != expected.sources(of: start..<end) {
        Issue.record("sources of \(start)..<\(end) in \(text)")
        return
      }
    }
  }

  private func checkSources(of folded: FoldedText, in text: [UInt8]) {
    let whole = folded.sources(of: 0..<folded.bytes.count)
    for index in folded.bytes.indices {
      let source = folded.sources(of: index..<index + 1)
      #expect(!source.isEmpty && source.upperBound <= text.count)
      #expect(source.lowerBound >= whole.lowerBound && source.upperBound <= whole.upperBound)
      // The source range of a folded byte must consist of whole scalars.
      #expect(text[source.lowerBound] & 0xC0 != 0x80 || folded.bytes[index] == 0x80)
      // The source of a folded range must be the smallest range that contains the sources of the
      // bytes in the folded range.
      let end = min(index + 3, folded.bytes.count)
      let parts = (index..<end).map { folded.sources(of: $0..<$0 + 1) }
      let low = parts.map(\.lowerBound).min() ?? 0
      let high = parts.map(\.upperBound).max() ?? 0
      #expect(folded.sources(of: index..<end) == low..<high)
    }
  }
}
