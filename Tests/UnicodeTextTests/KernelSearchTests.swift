import TestSupport
import Testing

@testable import UnicodeText

extension KernelLevelTests {
  /// Tests case-sensitive and caseless searches for a needle, and searches for the first hit in
  /// each line.
  @Suite struct Search {
    /// All texts of up to `length` bytes over the alphabet.
    private func texts(_ alphabet: [UInt8], upTo length: Int) -> [[UInt8]] {
      var all: [[UInt8]] = [[]]
      var last = all
      for _ in 0..<length {
        last = last.flatMap { text in alphabet.map { text + [$0] } }
        all += last
      }
      return all
    }

    /// The first difference between a kernel and the oracle; nil if they agree.
    private func disagreement(
      _ needle: [UInt8], _ pair: Kernels.RarePair, _ text: Span<UInt8>, _ hay: [UInt8],
      from start: Int = 0, limit: Int = 512
    ) -> String? {
      let exact = KernelOracle.first(needle, in: hay, from: start)
      let found = Kernels.firstRange(of: needle.span, by: pair, in: text, from: start)
      if found != exact { return "\(found as Int?) for \(exact as Int?)" }
      let caseless = KernelOracle.first(needle, in: hay, from: start, ignoringCase: true)
      let blind = Kernels.firstCaselessRange(of: needle.span, by: pair, in: text, from: start)
      if blind != caseless { return "without case \(blind as Int?) for \(caseless as Int?)" }
      if start == 0 {
        // For a needle of one byte, `firstRange` calls the C library, but `firstRangeCounting` runs
        // this project's kernel.
        let counted = Kernels.firstRangeCounting(of: needle.span, by: pair, in: text)
        if counted.place != exact { return "counting \(counted) for \(exact as Int?)" }
        let blind = Kernels.firstRangeCounting(
          of: needle.span, by: pair, ignoringCase: true, in: text)
        if blind.place != caseless { return "counting \(blind) for \(caseless as Int?)" }
      }
      if needle.isEmpty { return nil }
      var all = GrowableBuffer<Int>()
      Kernels.appendPlaces(of: needle.span, by: pair, in: text, from: start, to: &all)
      let apart = KernelOracle.places(needle, in: hay, from: start)
      if all.array() != apart { return "all \(all.array()) for \(apart)" }
      for ignoringCase in [false, true] {
        let expected = KernelOracle.lines(
          needle, in: hay, from: start, ignoringCase: ignoringCase, end: 0x0A)
        let places = Kernels.firstPlaces(
          of: needle, by: pair, ignoringCase: ignoringCase, in: text, from: start, end: 0x0A,
          limit: limit)
        if places != expected { return "\(places) for \(expected), \(ignoringCase)" }
      }
      return nil
    }

    @Test func `every short needle is found in every short haystack`() throws {
      let hays = texts(Array("aA\n".utf8), upTo: 6)
      let needles = texts(Array("ab".utf8), upTo: 3)
      KernelLevelTests.atEveryLevel { level in
        for hay in hays {
          for needle in needles {
            let pair = Kernels.RarePair(first: 0, second: max(needle.count - 1, 0))
            #expect(
              disagreement(needle, pair, hay.span, hay) == nil, "\(level) \(needle) in \(hay)")
          }
        }
      }
    }

    @Test func `needles are found at every offset up to the edge of accessible memory`() throws {
      let edges = try KernelEdges()
      KernelLevelTests.atEveryLevel { level in
        var dice = SeededGenerator(seed: 41)
        for count in 0...200 {
          for length in [1, 2, 3, 4, 5, 8, 17, 40] {
            let alphabet = Array("abAB\nk".utf8)
            var hay = (0..<count).map { _ in alphabet.randomElement(using: &dice) ?? 0 }
            var needle = (0..<length).map { _ in UInt8.random(in: 0x61...0x62, using: &dice) }
            if count >= length, Bool.random(using: &dice) {
              let start = Int.random(in: 0...count - length, using: &dice)
              needle = hay[start..<start + length].map(KernelOracle.lowered)
              if Bool.random(using: &dice) {
                hay.replaceSubrange(start..<start + length, with: needle)
              }
            }
            let pair = randomPair(of: length, using: &dice)
            let start = Int.random(in: 0...count, using: &dice)
            edges.lend(hay) { text in
              #expect(disagreement(needle, pair, text, hay) == nil, "\(level) \(needle) in \(hay)")
              #expect(
                disagreement(needle, pair, text, hay, from: start, limit: 2) == nil,
                "\(level) \(hay)")
            }
          }
        }
      }
    }

    @Test func `a single occurrence is found at any position`() throws {
      let edges = try KernelEdges()
      KernelLevelTests.atEveryLevel { level in
        for length in [1, 2, 3, 4, 7] {
          let needle = Array("k@z[w{x".utf8.prefix(length))
          let upper = Array("K@Z[W{X".utf8.prefix(length))
          let pair = Kernels.RarePair(first: 0, second: length - 1)
          for place in 0...140 {
            // Each byte around the occurrence differs from a byte of the needle in only one bit.
            var hay = [UInt8](repeating: 0x60, count: place) + upper
            hay += [UInt8](repeating: 0x4B ^ 0x80, count: 70)
            edges.lend(hay) { text in
              #expect(
                disagreement(needle, pair, text, hay) == nil, "\(level) \(length) at \(place)")
            }
            edges.lend(Array(hay[..<(place + length)])) { text in
              let found = Kernels.firstCaselessRange(of: needle.span, by: pair, in: text)
              #expect(found == place, "\(level) \(length) at \(place)")
            }
          }
        }
      }
    }

    @Test func `a line longer than a block is found only once`() throws {
      let edges = try KernelEdges()
      KernelLevelTests.atEveryLevel { level in
        var dice = SeededGenerator(seed: 9)
        for needle in ["k", "kn", "kno", "know", "know of what no one knew"].map({ Array($0.utf8) })
        {
          let pair = Kernels.RarePair(first: 0, second: needle.count - 1)
          for gap in [20, 60, 200, 500] {
            var hay: [UInt8] = []
            while hay.count < 3500 {
              hay += [UInt8](repeating: 0x2E, count: Int.random(in: 0...gap, using: &dice))
              hay += Bool.random(using: &dice) ? needle : [0x0A]
            }
            edges.lend(hay) { text in
              #expect(disagreement(needle, pair, text, hay) == nil, "\(level) \(gap)")
              #expect(disagreement(needle, pair, text, hay, limit: 5) == nil, "\(level) \(gap)")
            }
          }
        }
      }
    }

    @Test func `only ASCII letters ignore case`() {
      KernelLevelTests.atEveryLevel { level in
        var wrong: [String] = []
        for wanted in UInt8.min...UInt8.max where KernelOracle.lowered(wanted) == wanted {
          for byte in UInt8.min...UInt8.max {
            for length in [1, 2, 3, 5] {
              let needle = [UInt8](repeating: wanted, count: length)
              let pair = Kernels.RarePair(first: 0, second: length - 1)
              let hay = [UInt8](repeating: byte, count: 66)
              let expected: Int? = KernelOracle.lowered(byte) == wanted ? 0 : nil
              let found = Kernels.firstCaselessRange(of: needle.span, by: pair, in: hay.span)
              if found != expected { wrong.append("\(length) times \(wanted) in \(byte)") }
            }
          }
        }
        #expect(wrong.isEmpty, "\(level)")
      }
    }

    @Test func `positions are returned in batches of any size`() {
      let hay = Array(String(repeating: "one two\nthree The the\n\n", count: 40).utf8)
      let needle = Array("the".utf8)
      let pair = Kernels.RarePair(first: 0, second: 1)
      KernelLevelTests.atEveryLevel { level in
        for ignoringCase in [false, true] {
          let expected = KernelOracle.lines(needle, in: hay, ignoringCase: ignoringCase, end: 0x0A)
          #expect(expected.count == 40)
          for limit in [1, 2, 3, 7, 39, 40, 41] {
            let places = Kernels.firstPlaces(
              of: needle, by: pair, ignoringCase: ignoringCase, in: hay.span, end: 0x0A,
              limit: limit)
            #expect(places == expected, "\(level) \(limit)")
          }
        }
      }
    }
  }
}
