import TestSupport
import Testing

@testable import UnicodeText

/// Compares each kernel with a loop over bytes, on texts of every length that lie next to
/// inaccessible memory.
@Suite struct KernelTests {
  private static let lengths = Array(0...130)

  /// Calls `body` twice: with the text directly before inaccessible memory, then with the text
  /// directly after such memory.
  private func everywhere(_ bytes: [UInt8], _ body: (Span<UInt8>) -> Void) throws {
    let block = try #require(GuardedBlock())
    block.lend(bytes, atEnd: true, body)
    block.lend(bytes, atEnd: false, body)
  }

  @Test func `the first occurrence of a byte is found at any position`() throws {
    for count in Self.lengths {
      for place in 0...count {
        var bytes = [UInt8](repeating: 0x61, count: count)
        for index in place..<count { bytes[index] = index % 3 == place % 3 ? 0x62 : 0x61 }
        let expected = bytes.firstIndex(of: 0x62)
        try everywhere(bytes) { text in
          #expect(Kernels.firstIndex(of: 0x62, in: text) == expected)
          #expect(Kernels.count(of: 0x62, in: text) == bytes.count { $0 == 0x62 })
        }
      }
    }
  }

  @Test func `the last occurrence of a byte is found at any position`() throws {
    for count in Self.lengths {
      for place in 0...count {
        var bytes = [UInt8](repeating: 0x61, count: count)
        for index in 0..<place { bytes[index] = index % 3 == (place + 2) % 3 ? 0x62 : 0x61 }
        let expected = bytes.lastIndex(of: 0x62).map { $0 + 1 } ?? 0
        try everywhere(bytes) { text in
          #expect(Kernels.indexAfterLast(0x62, in: text, 0..<count) == expected)
          #expect(Kernels.indexAfterLast(0x62, in: text, place..<count) == max(place, expected))
        }
      }
    }
  }

  @Test func `all bytes of a long text are counted`() {
    let bytes = [UInt8](repeating: 0x0A, count: 100_003)
    #expect(Kernels.count(of: 0x0A, in: bytes.span) == 100_003)
    #expect(Kernels.count(of: 0x0B, in: bytes.span) == 0)
  }

  @Test(arguments: [0x7F, 0x80, 0xBF, 0xC3, 0xFD, 0xFE, 0xFF] as [UInt8])
  func `only the bytes 0x80 to 0xFD are non-ASCII`(byte: UInt8) throws {
    let isBeyond = byte >= 0x80 && byte < 0xFE
    for count in Self.lengths {
      for place in Set([0, count / 2, count - 1]) where place >= 0 && place < count {
        var bytes = (0..<count).map { UInt8(0x20 + $0 % 0x5F) }
        bytes[place] = byte
        let expected = isBeyond ? place : count
        let lower = bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 32 : $0 }
        try everywhere(bytes) { text in
          #expect(Kernels.asciiPrefix(of: text) == expected)
          #expect(UTF8Text.isASCII(text) == !isBeyond)
          var output = GrowableBuffer<UInt8>()
          #expect(Kernels.appendLowercasedASCII(text, to: &output) == expected)
          #expect(output.array() == Array(lower[..<expected]))
        }
      }
    }
  }

  @Test func `every byte is lowercased as ASCII`() {
    for byte in (UInt8.min...UInt8.max) where byte < 0x80 || byte >= 0xFE {
      let bytes = [UInt8](repeating: byte, count: 40)
      var output = GrowableBuffer<UInt8>()
      _ = Kernels.appendLowercasedASCII(bytes.span, to: &output)
      let expected = byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte
      #expect(output.array() == [UInt8](repeating: expected, count: 40))
    }
  }

  @Test func `a needle is found at the same offset as in a naive search`() throws {
    var dice = SeededGenerator(seed: 18)
    for count in Self.lengths {
      for _ in 0..<12 {
        let hay = (0..<count).map { _ in UInt8.random(in: 0x61...0x63, using: &dice) }
        let length = Int.random(in: 0...min(count + 1, 40), using: &dice)
        var needle = (0..<length).map { _ in UInt8.random(in: 0x61...0x63, using: &dice) }
        if length <= count && Bool.random(using: &dice) {
          let start = Int.random(in: 0...count - length, using: &dice)
          needle = Array(hay[start..<start + length])
        }
        let expected = naive(needle, in: hay)
        let pairs = pairs(of: length, using: &dice)
        try everywhere(hay) { text in
          for pair in pairs {
            #expect(Kernels.firstRange(of: needle.span, by: pair, in: text) == expected)
          }
        }
      }
    }
  }

  @Test func `all hits of a text are found in order`() {
    let hay = Array("abababab-abab".utf8)
    let needle = Array("ab".utf8)
    var found: [Int] = []
    var at = 0
    let pair = Kernels.RarePair(first: 0, second: 1)
    while let next = Kernels.firstRange(of: needle.span, by: pair, in: hay.span, from: at) {
      found.append(next)
      at = next + needle.count
    }
    #expect(found == [0, 2, 4, 6, 9, 11])
    #expect(Kernels.firstIndex(of: 0x2D, in: hay.span, from: 9) == nil)
    #expect(Kernels.firstRange(of: needle.span, by: pair, in: hay.span, from: hay.count) == nil)
  }

  @Test func `long needles are compared in full`() {
    for length in 2...80 {
      let needle = (0..<length).map { UInt8(0x61 + $0 % 26) }
      for changed in 0..<length {
        var other = needle
        other[changed] = 0x2D
        let hay = [0x20] + other + needle + [0x20]
        let pair = Kernels.RarePair(first: 0, second: length - 1)
        let expected = naive(needle, in: hay)
        #expect(Kernels.firstRange(of: needle.span, by: pair, in: hay.span) == expected)
      }
    }
  }

  @Test func `the folding kernel does not read beyond its text`() throws {
    let samples = ["é", "я", "か", "𝐀", "ß", "İ", "e\u{301}", "한"].map { Array($0.utf8) }
    for folding in allFoldings {
      for count in 0...70 {
        for sample in samples {
          let bytes = [UInt8](repeating: 0x41, count: count) + sample
          let expected = folding.foldSegmentBySegment(bytes.span).bytes
          try everywhere(bytes) { text in
            var output = GrowableBuffer<UInt8>()
            folding.fold(text, into: &output)
            #expect(output.array() == expected)
          }
        }
      }
    }
  }

  private func naive(_ needle: [UInt8], in hay: [UInt8]) -> Int? {
    guard needle.count <= hay.count else { return nil }
    return (0...hay.count - needle.count).first { start in
      needle.indices.allSatisfy { hay[start + $0] == needle[$0] }
    }
  }

  private func pairs(of length: Int, using dice: inout SeededGenerator) -> [Kernels.RarePair] {
    guard length > 1 else { return [.init(first: 0, second: 0)] }
    let first = Int.random(in: 0..<length - 1, using: &dice)
    let second = Int.random(in: first + 1..<length, using: &dice)
    return [.init(first: first, second: second), .init(first: 0, second: length - 1)]
  }
}
