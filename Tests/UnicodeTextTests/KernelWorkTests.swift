import Testing

@testable import UnicodeText

extension KernelLevelTests {
  /// Tests how much work a search does if the needle and the haystack consist of the same few
  /// bytes.
  ///
  /// Comparing the whole needle at every offset would take time proportional to the product of both
  /// lengths.
  @Suite struct Work {
    private struct Hostile: CustomStringConvertible {
      let description: String
      let needle: [UInt8]
      let pair: Kernels.RarePair
      let hay: [UInt8]
    }

    private static func repeated(_ text: String, _ count: Int) -> [UInt8] {
      Array(String(repeating: text, count: count).utf8)
    }

    /// The hostile cases for needles of `m` bytes in texts whose length is proportional to `n`.
    ///
    /// Each case uses the worst rare pair: two bytes that occur almost everywhere.
    private static func cases(_ n: Int, _ m: Int) -> [Hostile] {
      let front = Kernels.RarePair(first: 0, second: 1)
      let back = Kernels.RarePair(first: m - 2, second: m - 1)
      var fibonacci = (Array("a".utf8), Array("ab".utf8))
      while fibonacci.1.count < n { fibonacci = (fibonacci.1, fibonacci.1 + fibonacci.0) }
      let needle = Array(fibonacci.1[..<m])
      let all = repeated("a", n)
      let lines = repeated(String(repeating: "a", count: m + 40) + "\n", n / (m + 41))
      return [
        Hostile(
          description: "b last", needle: repeated("a", m - 1) + [0x62], pair: front, hay: all),
        Hostile(
          description: "b first", needle: [0x62] + repeated("a", m - 1), pair: back, hay: all),
        Hostile(
          description: "b in the middle",
          needle: repeated("a", m / 2) + [0x62] + repeated("a", m - m / 2 - 1), pair: front,
          hay: all),
        Hostile(
          description: "found at the end", needle: repeated("a", m - 1) + [0x62], pair: front,
          hay: all + [0x62]),
        Hostile(
          description: "two by two", needle: repeated("ab", m / 2 - 1) + Array("aa".utf8),
          pair: front, hay: repeated("ab", n / 2)),
        Hostile(
          description: "Fibonacci", needle: needle.dropLast() + [needle[m - 1] ^ 3], pair: front,
          hay: Array(fibonacci.1[..<n])),
        Hostile(
          description: "lines", needle: repeated("a", m - 1) + [0x62], pair: front, hay: lines),
        Hostile(
          description: "lines with and without", needle: repeated("a", m), pair: front,
          hay: lines + repeated("b", m) + [0x0A] + lines),
      ]
    }

    @Test(arguments: [40, 100, 1000])
    func `comparisons grow with the haystack, not with the needle`(length: Int) {
      let count = 60_000
      for hostile in Self.cases(count, length) {
        KernelLevelTests.atEveryLevel { level in
          for ignoringCase in [false, true] {
            let found = Kernels.firstRangeCounting(
              of: hostile.needle.span, by: hostile.pair, ignoringCase: ignoringCase,
              in: hostile.hay.span)
            let limit = 8 * hostile.hay.count + 32 * length + 8192
            #expect(found.compared < limit, "\(level) \(hostile) \(length)")
            let lines = Kernels.linesCounting(
              of: hostile.needle.span, by: hostile.pair, ignoringCase: ignoringCase,
              in: hostile.hay.span, endingLinesWith: 0x0A)
            #expect(lines.compared < limit, "\(level) \(hostile) \(length)")
          }
        }
      }
    }

    @Test(arguments: [34, 35, 64, 150])
    func `a search that switches to two-way matching finds the same offsets`(length: Int) {
      for hostile in Self.cases(9000, length) {
        let first = KernelOracle.first(hostile.needle, in: hostile.hay)
        let lines = KernelOracle.lines(
          hostile.needle, in: hostile.hay, ignoringCase: false, end: 0x0A)
        // If case is ignored, an upper-case copy of the haystack must give the same result as the
        // haystack.
        let upper = hostile.hay.map { $0 == 0x61 ? 0x41 : $0 }
        KernelLevelTests.atEveryLevel { level in
          let pair = hostile.pair
          let needle = hostile.needle
          for (hay, ignoringCase) in [(hostile.hay, false), (hostile.hay, true), (upper, true)] {
            let exact = Kernels.firstRange(of: needle.span, by: pair, in: hay.span)
            let blind = Kernels.firstCaselessRange(of: needle.span, by: pair, in: hay.span)
            #expect((ignoringCase ? blind : exact) == first, "\(level) \(hostile)")
            let counted = Kernels.firstRangeCounting(
              of: needle.span, by: pair, ignoringCase: ignoringCase, in: hay.span)
            #expect(counted.place == first, "\(level) \(hostile)")
            for limit in [3, 512] {
              let places = Kernels.firstPlaces(
                of: needle, by: pair, ignoringCase: ignoringCase, in: hay.span, end: 0x0A,
                limit: limit)
              #expect(places == lines, "\(level) \(hostile)")
            }
          }
        }
      }
    }

    @Test func `two-way matching finds every needle in every haystack`() {
      func texts(_ length: Int) -> [[UInt8]] {
        (0..<1 << length).map { bits in (0..<length).map { bits >> $0 & 1 == 0 ? 0x61 : 0x62 } }
      }
      let hays = (0...11).flatMap(texts)
      for needle in (0...6).flatMap(texts) {
        var wrong = 0
        for hay in hays {
          let expected = KernelOracle.first(needle, in: hay)
          if Kernels.firstLinear(needle.span, in: hay.span) != expected { wrong += 1 }
        }
        #expect(wrong == 0, "\(needle)")
      }
      let hay = Array("xxKERNELS@`Kern".utf8)
      for (needle, expected) in [("kernels", 2), ("s@`kern", 8), ("s``kern", nil)] {
        let bytes = Array(needle.utf8)
        #expect(Kernels.firstLinear(bytes.span, ignoringCase: true, in: hay.span) == expected)
        #expect(Kernels.firstLinear(bytes.span, in: hay.span) == nil)
      }
    }
  }
}
