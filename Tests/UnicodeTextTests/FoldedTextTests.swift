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

  @Test func `an empty range is before the byte that follows it`() {
    let folded = folding.foldWithSources("aéb".utf8.span)
    #expect(folded.sources(of: 0..<0) == 0..<0)
    #expect(folded.sources(of: 2..<2) == 3..<3)
    #expect(folded.sources(of: 3..<3) == 4..<4)
    #expect(folding.foldWithSources("".utf8.span).sources(of: 0..<0) == 0..<0)
  }

  @Test(.enabled(if: UnicodeDatabase.isPresent, UnicodeDatabase.absence), arguments: allFoldings)
  func `the bytes equal those of plain folding, and the sources are in order`(folding: Folding) {
    var dice = SeededGenerator(seed: 17)
    let texts = RandomTexts(remarkable: FoldingOracle.shared.remarkable)
    for _ in 0..<2000 {
      let text = utf8(texts.next(using: &dice))
      let folded = folding.foldWithSources(text.span)
      #expect(folded.bytes == folding.folded(text))
      checkSources(of: folded, in: text)
    }
  }

  private func checkSources(of folded: FoldedText, in text: [UInt8]) {
    let whole = folded.sources(of: 0..<folded.bytes.count)
    for index in folded.bytes.indices {
      let source = folded.sources(of: index..<index + 1)
      #expect(!source.isEmpty && source.upperBound <= text.count)
      #expect(source.lowerBound >= whole.lowerBound && source.upperBound <= whole.upperBound)
      // A source consists of whole scalars.
      #expect(text[source.lowerBound] & 0xC0 != 0x80 || folded.bytes[index] == 0x80)
      // The source of a range is the smallest range that contains the sources of its bytes.
      let end = min(index + 3, folded.bytes.count)
      let parts = (index..<end).map { folded.sources(of: $0..<$0 + 1) }
      let low = parts.map(\.lowerBound).min() ?? 0
      let high = parts.map(\.upperBound).max() ?? 0
      #expect(folded.sources(of: index..<end) == low..<high)
    }
  }
}
