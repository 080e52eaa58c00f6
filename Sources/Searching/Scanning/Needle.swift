internal import UnicodeText

/// Folded bytes to look for, with the two of them that are rare in the corpus.
struct Needle: Hashable, Sendable {
  let bytes: [UInt8]
  let pair: Kernels.RarePair

  /// How many bytes there must be between two occurrences for their places in the original never to share a cluster.
  ///
  /// Two occurrences share a cluster only if the end of one and the start of the next do. A cluster that holds two
  /// ASCII characters is CR LF, or holds one letter that folds to two or three (ß, ﬀ, ﬃ), which then stand side by side:
  /// at most one byte of them is between the two. Beyond ASCII nothing is certain.
  let certainGap: Int

  /// - Precondition: `bytes` is not empty.
  init(_ bytes: [UInt8], _ histogram: ByteHistogram) {
    self.bytes = bytes
    self.pair = histogram.rarePair(of: bytes.span)
    let ends = [bytes[0], bytes[bytes.count - 1]]
    certainGap = ends.allSatisfy { $0 < 0x80 && $0 != 0x0A && $0 != 0x0D } ? 2 : .max
  }

  /// Whether no cluster of more than one ASCII character can end or begin an occurrence.
  var isCertainInASCII: Bool { !bytes.contains(0x0A) && !bytes.contains(0x0D) }

  /// Where the needle first occurs at or after `start`.
  @inline(__always) func first(in text: Span<UInt8>, from start: Int) -> Int? {
    Kernels.firstRange(of: bytes.span, by: pair, in: text, from: start)
  }

  /// The occurrences in `text`, leftmost first, none overlapping another.
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
