import TestSupport
import Testing

@testable import UnicodeText

extension KernelLevelTests {
  /// Tests of fingerprint search, which finds candidates for many strings.
  @Suite struct Fingerprint {
    /// The bytes that were added to each bucket and position, for the oracle.
    private struct Sets {
      var bytes: [[Set<UInt8>]]
      let stride: Int

      init(width: Int, stride: Int) {
        self.stride = stride
        bytes = Array(repeating: Array(repeating: [], count: width), count: 8)
      }

      /// The buckets that match at an offset if only the nibbles of bytes are compared.
      func buckets(at place: Int, of hay: [UInt8]) -> UInt8 {
        var result: UInt8 = 0
        for (bucket, sets) in bytes.enumerated() {
          let agrees = sets.enumerated().allSatisfy { index, set in
            let byte = hay[place + index * stride]
            return set.contains { $0 & 15 == byte & 15 } && set.contains { $0 >> 4 == byte >> 4 }
          }
          if agrees { result |= 1 << UInt8(bucket) }
        }
        return result
      }

      func candidates(of hay: [UInt8], from start: Int) -> [[Int]] {
        let whole = (bytes[0].count - 1) * stride + 1
        guard hay.count >= whole else { return [] }
        var result: [[Int]] = []
        var place = start
        while place + whole <= hay.count {
          let found = buckets(at: place, of: hay)
          if found != 0 { result.append([place, Int(found)]) }
          place += 1
        }
        return result
      }
    }

    private func randomSets(_ width: Int, using dice: inout SeededGenerator) -> (Fingerprints, Sets)
    {
      let stride = Int.random(in: 1...3, using: &dice)
      var prints = Fingerprints(width: width, stride: stride)
      var sets = Sets(width: width, stride: stride)
      for bucket in 0..<Int.random(in: 1...8, using: &dice) {
        for place in 0..<width {
          for _ in 0..<Int.random(in: 1...3, using: &dice) {
            let byte = UInt8.random(in: 0...255, using: &dice) & 0b1011_0011
            prints.add(byte, at: place, to: bucket)
            sets.bytes[bucket][place].insert(byte)
          }
        }
      }
      return (prints, sets)
    }

    @Test(arguments: 1...3)
    func `candidates are the offsets where the nibbles of a bucket match`(width: Int) throws {
      let edges = try KernelEdges()
      KernelLevelTests.atEveryLevel { level in
        var dice = SeededGenerator(seed: 7)
        for count in 0...200 {
          let (prints, sets) = randomSets(width, using: &dice)
          let hay = (0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) & 0b1011_0111 }
          let start = Int.random(in: 0...count, using: &dice)
          edges.lend(hay) { text in
            var found: [[Int]] = []
            prints.scan(text, from: start) { place, buckets in
              found.append([place, Int(buckets)])
              return true
            }
            #expect(found == sets.candidates(of: hay, from: start), "\(level) \(count)")
          }
        }
      }
    }

    @Test(arguments: 1...3)
    func `the offset of every string is a candidate of its bucket`(width: Int) {
      let strings = ["kernel", "wombat", "zq", "für", "\u{0}\u{1}\u{2}", "ÿþ", "AbC", "@`{"]
      var prints = Fingerprints(width: min(width, 2))
      for (bucket, string) in strings.enumerated() {
        for (place, byte) in string.utf8.prefix(prints.width).enumerated() {
          prints.add(byte, at: place, to: bucket)
        }
      }
      KernelLevelTests.atEveryLevel { level in
        for gap in 0...70 {
          for (bucket, string) in strings.enumerated() {
            let hay = [UInt8](repeating: 0x2E, count: gap) + Array(string.utf8)
            var buckets: UInt8 = 0
            prints.scan(hay.span) { place, found in
              if place == gap { buckets = found }
              return place < gap
            }
            #expect(buckets & 1 << UInt8(bucket) != 0, "\(level) \(string) at \(gap)")
          }
        }
      }
    }

    @Test func `if every offset is a candidate, candidates are returned in order, in batches`() {
      var prints = Fingerprints(width: 1)
      prints.add(0x61, at: 0, to: 3)
      prints.add(0x61, at: 0, to: 7)
      let hay = [UInt8](repeating: 0x61, count: 1000)
      KernelLevelTests.atEveryLevel { level in
        var places: [Int] = []
        prints.scan(hay.span) { place, buckets in
          places.append(place)
          return buckets == 0b1000_1000
        }
        #expect(places == Array(0..<1000), "\(level)")
        var calls = 0
        prints.scan(hay.span) { place, _ in
          calls += 1
          return place < 99
        }
        #expect(calls == 100)
      }
    }

    @Test func `empty buckets match nothing`() {
      let hay = (0...255).map { UInt8($0) }
      KernelLevelTests.atEveryLevel { level in
        for width in 1...3 {
          var calls = 0
          Fingerprints(width: width).scan(hay.span) { _, _ in
            calls += 1
            return true
          }
          #expect(calls == 0, "\(level)")
        }
      }
    }
  }
}
