internal import UnicodeText

/// Folded bytes to search for, and the pair of them that is rarest in the corpus.
struct Needle: Hashable, Sendable {
  let bytes: [UInt8]
  let pair: Kernels.RarePair

  /// The minimum number of bytes between two occurrences that guarantees that they share no cluster in the original.
  ///
  /// Two occurrences share a cluster only if the end of the first and the start of the second do. A cluster with two
  /// ASCII characters is either CR LF, or a letter that folds to two or three of them (ß, ﬀ, ﬃ). Those are adjacent, so
  /// at most one byte of them is between the occurrences. For non-ASCII needles, nothing is guaranteed.
  let certainGap: Int

  /// Creates a needle.
  ///
  /// - Precondition: `bytes` is not empty.
  init(_ bytes: [UInt8], _ histogram: ByteHistogram) {
    self.init(bytes, by: histogram.rarePair(of: bytes.span))
  }

  /// Creates a needle with a pair of its bytes.
  ///
  /// - Precondition: `bytes` is not empty.
  init(_ bytes: [UInt8], by pair: Kernels.RarePair) {
    self.bytes = bytes
    self.pair = pair
    let ends = [bytes[0], bytes[bytes.count - 1]]
    certainGap = ends.allSatisfy { $0 < 0x80 && $0 != 0x0A && $0 != 0x0D } ? 2 : .max
  }

  /// Whether the needle has no CR or LF, so that in ASCII text every character of an occurrence is a cluster.
  var isCertainInASCII: Bool { !bytes.contains(0x0A) && !bytes.contains(0x0D) }

  /// The start of the first occurrence at or after `start`.
  @inline(__always) func first(in text: Span<UInt8>, from start: Int) -> Int? {
    Kernels.firstRange(of: bytes.span, by: pair, in: text, from: start)
  }

  /// The occurrences in `text` with these bounds, leftmost first, none overlapping another.
  func occurrences(in text: Span<UInt8>, _ bounds: HitBounds = .anywhere) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var at = 0
    while let place = next(in: text, from: at, bounds) {
      at = place.upperBound
      result.append(place)
    }
    return result
  }

  /// The first occurrence with these bounds that begins at or after `start`.
  func next(in text: Span<UInt8>, from start: Int, _ bounds: HitBounds) -> Range<Int>? {
    var at = start
    while let found = first(in: text, from: at) {
      let place = found..<found + bytes.count
      if bounds.allow(place, in: text) { return place }
      at = found + 1
    }
    return nil
  }
}

extension HitBounds {
  /// Whether an occurrence in `text`, one field, has these bounds.
  func allow(_ place: Range<Int>, in text: Span<UInt8>) -> Bool {
    switch self {
    case .anywhere: true
    case .all: place == 0..<text.count
    case .words:
      !WordCharacters.isBefore(place.lowerBound, in: text)
        && !WordCharacters.isAt(place.upperBound, in: text)
    }
  }
}
