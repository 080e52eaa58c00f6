import TestSupport
import Testing

@testable import UnicodeText

@Suite struct ByteHistogramTests {
  @Test func `the two rarest bytes of a needle are chosen`() {
    let pair = ByteHistogram.english.rarePair(of: "exquisite".utf8.span)
    #expect(pair == .init(first: 1, second: 2))
  }

  @Test func `a sample determines the rare bytes`() {
    let histogram = ByteHistogram(of: "xxxxqqqqzzzzaae".utf8.span)
    #expect(histogram.rarePair(of: "xaqe".utf8.span) == .init(first: 1, second: 3))
    var more = histogram
    more.add("aaaaaaaaaaaaaa".utf8.span)
    #expect(more.counts[0x61] == 16)
    #expect(more.rarePair(of: "xaqe".utf8.span) == .init(first: 0, second: 3))
  }

  @Test func `a needle of one repeated byte has two positions`() {
    #expect(ByteHistogram.english.rarePair(of: "aaaa".utf8.span) == .init(first: 0, second: 3))
    #expect(ByteHistogram.english.rarePair(of: "a".utf8.span) == .init(first: 0, second: 0))
    #expect(ByteHistogram.english.rarePair(of: "".utf8.span) == .init(first: 0, second: 0))
  }

  @Test func `the positions are in order for all needles`() {
    var dice = SeededGenerator(seed: 19)
    for _ in 0..<2000 {
      let count = Int.random(in: 2...20, using: &dice)
      let needle = (0..<count).map { _ in UInt8.random(in: 0x60...0x64, using: &dice) }
      let pair = ByteHistogram.english.rarePair(of: needle.span)
      #expect(pair.first < pair.second && pair.second < count)
      #expect(Set(needle).count == 1 || needle[pair.first] != needle[pair.second])
    }
  }
}
