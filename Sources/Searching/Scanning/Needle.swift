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
