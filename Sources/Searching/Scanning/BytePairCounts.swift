internal import UnicodeText

/// How often each pair of adjacent bytes occurs in a sample of a text.
///
/// Bytes depend on their neighbors: `q` is rare in English, but after `q`, `u` is almost certain.
struct BytePairCounts: Sendable {
  /// The maximum size of a set of bytes for which pairs are counted.
  ///
  /// The members of a larger set are treated as independent of their neighbors.
  private static let largestSet = 4

  /// For each first byte, the counts of the 256 second bytes.
  private var counts = [UInt16](repeating: 0, count: 1 << 16)
  private let histogram: ByteHistogram

  /// Counts the pairs of a sample.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  init(of sample: TextSample) {
    histogram = sample.histogram
    var last = 0
    for (index, byte) in sample.bytes.enumerated() {
      let pair = last << 8 | Int(byte)
      if index > 0, counts[pair] < .max { counts[pair] += 1 }
      last = Int(byte)
    }
  }

  /// The probability that the byte after a member of `first` is a member of `second`.
  ///
  /// `share` is the fraction of all bytes that are members of `second`. This fraction has the
  /// weight of one additional pair of the sample. If one of the sets is large, the result is
  /// `share`.
  func share(of second: ByteSet, after first: ByteSet, share: Double) -> Double {
    guard first.count <= Self.largestSet, second.count <= Self.largestSet else { return share }
    var pairs = 0
    var all: UInt64 = 0
    first.forEachMember { a in
      all += histogram.counts[Int(a)]
      second.forEachMember { b in pairs += Int(counts[Int(a) << 8 | Int(b)]) }
    }
    return (Double(pairs) + share) / Double(all + 1)
  }
}
