internal import UnicodeText

/// Folded bytes to search for, and the pair of them that is rarest in the corpus.
struct Needle: Hashable, Sendable {
  let bytes: [UInt8]
  let pair: Kernels.RarePair

  /// The least number of bytes between two occurrences that guarantees that they share no cluster in the original.
  ///
  /// Two occurrences share a cluster only if the end of the first and the start of the second do. A cluster with two
  /// ASCII characters is either CR LF, or a letter that folds to two or three of them (ß, ﬀ, ﬃ). Those are adjacent, so
  /// at most one byte of them is between the occurrences. Beyond ASCII, nothing is guaranteed.
  let certainGap: Int

  /// Creates a needle.
  ///
  /// - Precondition: `bytes` is not empty.
  init(_ bytes: [UInt8], _ histogram: ByteHistogram) {
    self.bytes = bytes
    self.pair = histogram.rarePair(of: bytes.span)
    let ends = [bytes[0], bytes[bytes.count - 1]]
    certainGap = ends.allSatisfy { $0 < 0x80 && $0 != 0x0A && $0 != 0x0D } ? 2 : .max
  }

  /// Whether the needle has no CR or LF, so that in ASCII text every character of an occurrence is a cluster.
  var isCertainInASCII: Bool { !bytes.contains(0x0A) && !bytes.contains(0x0D) }

  /// The start of the first occurrence at or after `start`.
  @inline(__always) func first(in text: Span<UInt8>, from start: Int) -> Int? {
    Kernels.firstRange(of: bytes.span, by: pair, in: text, from: start)
  }

  /// The occurrences in `text`, leftmost first, without overlaps.
  func occurrences(in text: Span<UInt8>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var at = 0
    while let start = first(in: text, from: at) {
      at = start + bytes.count
      result.append(start..<at)
    }
    return result
  }
}
