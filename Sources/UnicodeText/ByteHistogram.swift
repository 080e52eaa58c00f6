/// The number of occurrences of each byte value in a sample of a corpus, or in English prose.
///
/// A search uses the histogram to choose rare bytes of a needle.
package struct ByteHistogram: Hashable, Sendable {
  /// One count for each of the 256 byte values.
  package private(set) var counts: [UInt64]

  package init() { counts = Array(repeating: 0, count: 256) }

  /// Counts the bytes of `sample`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(of sample: Span<UInt8>) {
    self.init()
    add(sample)
  }

  /// Adds the bytes of another sample.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package mutating func add(_ sample: Span<UInt8>) {
    var added = [256 of UInt64](repeating: 0)
    for index in sample.indices { added[Int(sample[index])] &+= 1 }
    for byte in added.indices { counts[byte] += added[byte] }
  }

  /// The histogram of about 100,000 bytes of English prose, for a corpus that was not sampled.
  package static let english = ByteHistogram(
    letters: [
      6300, 1200, 2300, 3000, 9800, 1700, 1600, 4300, 5500, 120, 600, 3200, 1900, 5500, 5900, 1600,
      90, 4700, 5000, 7100, 2200, 800, 1500, 150, 1500, 70,
    ])

  private init(letters: [UInt64]) {
    self.init()
    counts[0x20] = 17_000
    counts[0x0A] = 2_000
    counts[0xFF] = 2_000
    for byte in 0x21..<0x7F { counts[byte] = 60 }
    for byte in 0x30..<0x3A { counts[byte] = 300 }
    for byte: UInt8 in [0x2C, 0x2D, 0x2E] { counts[Int(byte)] = 900 }
    for byte in 0x80..<0xC0 { counts[byte] = 20 }
    for byte in 0xC2..<0xF5 { counts[byte] = 30 }
    for (index, count) in letters.enumerated() {
      counts[0x61 + index] = count
      counts[0x41 + index] = count / 20
    }
  }

  /// The information content of `needle` in tenths of a bit, which measures its rarity.
  ///
  /// The calculation assumes that the bytes of the needle are independent.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `needle`.
  package func information(of needle: Span<UInt8>) -> Int {
    let total = Double(counts.reduce(0, +) + 256)
    var bits = 0.0
    for index in needle.indices {
      // Add one to each count, so that a byte that is missing in the sample is rare, but not
      // impossible.
      let share = (Double(counts[Int(needle[index])]) + 1) / total
      bits -= Self.log2(share)
    }
    return Int(min(bits * 10, 1e9))
  }

  /// The base-2 logarithm of `value`, with an error of less than 0.1.
  private static func log2(_ value: Double) -> Double {
    Double(value.exponent) + (value.significand - 1)
  }

  /// The indices of the two rarest bytes of `needle`.
  ///
  /// The two bytes are different, unless all bytes of the needle are equal.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `needle`.
  package func rarePair(of needle: Span<UInt8>) -> Kernels.RarePair {
    guard needle.count > 1 else { return .init(first: 0, second: 0) }
    var rarest = 0
    for index in needle.indices where counts[Int(needle[index])] < counts[Int(needle[rarest])] {
      rarest = index
    }
    // If several bytes are equally rare, choose the byte that is furthest from the rarest byte.
    var second: Int?
    for index in needle.indices where needle[index] != needle[rarest] {
      guard let best = second else {
        second = index
        continue
      }
      let difference = (counts[Int(needle[index])], counts[Int(needle[best])])
      let isFurther = abs(index - rarest) > abs(best - rarest)
      if difference.0 < difference.1 || (difference.0 == difference.1 && isFurther) {
        second = index
      }
    }
    let other = second ?? (rarest == needle.count - 1 ? 0 : needle.count - 1)
    return .init(first: min(rarest, other), second: max(rarest, other))
  }
}
