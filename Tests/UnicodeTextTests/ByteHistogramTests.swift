import TestSupport
import Testing

@testable import UnicodeText

@Suite struct ByteHistogramTests {
  @Test func `the two rarest bytes of a needle are chosen`() {
    let pair = ByteHistogram.english.rarePair(of: "exquisite".utf8.span)
    #expect(pair == .init(first: 1, second: 2))
  }

  @Test func `the rare bytes are determined from a sample of the text`() {
    let histogram = ByteHistogram(of: "xxxxqqqqzzzzaae".utf8.span)
    #expect(histogram.rarePair(of: "xaqe".utf8.span) == .init(first: 1, second: 3))
    var more = histogram
    more.add("aaaaaaaaaaaaaa".utf8.span)
    #expect(more.counts[0x61] == 16)
    #expect(more.rarePair(of: "xaqe".utf8.span) == .init(first: 0, second: 3))
  }

  @Test func `a needle of one repeated byte uses its first and last position`() {
    #expect(ByteHistogram.english.rarePair(of: "aaaa".utf8.span) == .init(first: 0, second: 3))
    #expect(ByteHistogram.english.rarePair(of: "a".utf8.span) == .init(first: 0, second: 0))
    #expect(ByteHistogram.english.rarePair(of: "".utf8.span) == .init(first: 0, second: 0))
  }

  @Test func `the two positions of a rare pair are in order for all needles`() {
    var dice = SeededGenerator(seed: 19)
    for _ in 0..<2000 {
      let count = Int.random(in: 2...20, using: &dice)
      let needle = (0..<count).map { _ in UInt8.random(in: 0x60...0x64, using: &dice) }
      let pair = ByteHistogram.english.rarePair(of: needle.span)
      #expect(pair.first < pair.second && pair.second < count)
      #expect(Set(needle).count == 1 || needle[pair.first] != needle[pair.second])
    }
  }

  @Test func `the rare pair is the pair of bytes that is rarest in a sample`() {
    let sample = Array(String(repeating: "one two three four ", count: 300).utf8)
    let histogram = ByteHistogram(of: sample.span)
    func pair(_ needle: String, ignoringCase: Bool = false) -> Kernels.RarePair {
      Kernels.rarePair(
        of: needle.utf8.span, ignoringCase: ignoringCase, in: sample.span, histogram)
    }
    // In the sample, single spaces are four to six bytes apart. Two adjacent spaces are therefore
    // rarer than two spaces with a distance of four bytes.
    #expect(pair("     ") == .init(first: 0, second: 1))
    func isRare(_ needle: String, _ pair: Kernels.RarePair) -> Bool {
      let bytes = Array(needle.utf8)
      let gap = pair.second - pair.first
      return !sample.indices.dropLast(gap).contains {
        sample[$0] == bytes[pair.first] && sample[$0 + gap] == bytes[pair.second]
      }
    }
    for needle in ["oneo", "threw", "ttttttttttttttttttt", "two  three"] {
      for ignoresCase in [false, true] {
        #expect(isRare(needle, pair(needle, ignoringCase: ignoresCase)), "\(needle)")
      }
    }
  }
}
