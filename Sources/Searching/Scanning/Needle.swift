internal import UnicodeText

/// Folded bytes to search for, with the pair of these bytes that is rarest in the corpus.
struct Needle: Hashable, Sendable {
  let bytes: [UInt8]
  let pair: Kernels.RarePair

  /// If two occurrences are at least this many bytes apart, they share no grapheme cluster of the
  /// original text.
  ///
  /// Two occurrences share a cluster only if one cluster contains the last character of the first
  /// occurrence and the first character of the second occurrence. A cluster that folds to two or
  /// more ASCII characters is either CR LF, or a letter that folds to two or three ASCII letters
  /// (ß, ﬀ, ﬃ). The ASCII characters that one cluster folds to are adjacent, so at most one of them
  /// is between the two occurrences. If a needle begins or ends with a non-ASCII character, no
  /// distance is large enough.
  let certainGap: Int

  /// Creates a needle.
  ///
  /// - Precondition: `bytes` is not empty.
  init(_ bytes: [UInt8], _ histogram: ByteHistogram) {
    self.init(bytes, by: histogram.rarePair(of: bytes.span))
  }

  /// Creates a needle; searches test the two bytes in `pair` first.
  ///
  /// - Precondition: `bytes` is not empty.
  init(_ bytes: [UInt8], by pair: Kernels.RarePair) {
    self.bytes = bytes
    self.pair = pair
    let ends = [bytes[0], bytes[bytes.count - 1]]
    certainGap = ends.allSatisfy { $0 < 0x80 && $0 != 0x0A && $0 != 0x0D } ? 2 : .max
  }

  /// Whether each byte of an occurrence in ASCII text is a grapheme cluster.
  ///
  /// The value is true if the needle contains neither CR nor LF.
  var isCertainInASCII: Bool { !bytes.contains(0x0A) && !bytes.contains(0x0D) }

  /// The start of the first occurrence at or after `start`.
  @inline(__always) func first(in text: Span<UInt8>, from start: Int) -> Int? {
    Kernels.firstRange(of: bytes.span, by: pair, in: text, from: start)
  }

  /// The occurrences in `text` that `bounds` allows, from left to right, without overlaps.
  func occurrences(in text: Span<UInt8>, _ bounds: HitBounds = .anywhere) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var at = 0
    while let place = next(in: text, from: at, bounds) {
      at = place.upperBound
      result.append(place)
    }
    return result
  }

  /// The first occurrence that `bounds` allows and that begins at or after `start`.
  ///
  /// If `ignoresCase` is true, upper-case ASCII letters of the text match the needle's lower-case
  /// letters.
  func next(
    in text: Span<UInt8>, from start: Int, _ bounds: HitBounds,
    ignoringCase ignoresCase: Bool = false
  ) -> Range<Int>? {
    var at = start
    while let found = ignoresCase
      ? Kernels.firstCaselessRange(of: bytes.span, by: pair, in: text, from: at)
      : first(in: text, from: at)
    {
      let place = found..<found + bytes.count
      if bounds.allow(place, in: text) { return place }
      at = found + 1
    }
    return nil
  }
}

extension HitBounds {
  /// Whether these bounds allow a hit in a range of `text`, which must be one field.
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
