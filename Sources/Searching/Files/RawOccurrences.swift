internal import UnicodeText

/// Finds lines that contain the bytes of a needle; if case is ignored, ASCII letters may also be in
/// upper case.
struct RawOccurrences: Sendable {
  private let needle: Needle
  private let folding: Folding
  private let isPlain: Bool

  init(_ needle: Needle, _ folding: Folding) {
    self.needle = needle
    self.folding = folding
    isPlain = needle.bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether an occurrence in raw text is also certain to be an occurrence in the folded text.
  ///
  /// An occurrence is not certain if a mark follows, because the mark may combine with the needle's
  /// last letter. If the needle is ASCII and diacritics are ignored, a mark after the occurrence
  /// does not matter. An occurrence that begins with a mark is not certain either, because the mark
  /// may combine with the preceding character.
  @inline(__always) func isCertain(at place: Int, in text: Span<UInt8>) -> Bool {
    let end = place + needle.bytes.count
    if !isPlain, place > 0, text[place - 1] >= 0x80, FoldBoundary.mayJoin(at: place, in: text) {
      return false
    }
    return isPlain && folding.ignoresDiacritics || !FoldBoundary.mayJoin(at: end, in: text)
  }

  /// Appends the offset of the first occurrence in each line from `start` on.
  ///
  /// Returns the offset at which the next call must start.
  func appendLines(in text: Span<UInt8>, from start: Int, to places: inout GrowableBuffer<Int>)
    -> Int
  {
    Kernels.appendFirstPlaces(
      of: needle.bytes.span, by: needle.pair, ignoringCase: folding.ignoresCase, in: text,
      from: start, endingLinesWith: UInt8(ascii: "\n"), to: &places)
  }

  /// Returns the first occurrence in each line, in ascending order.
  struct Cursor: ~Copyable {
    private var places = GrowableBuffer<Int>(capacity: 512)
    private var index = 0
    private var from = 0

    init() {}

    /// The offset of the next occurrence, which is the first occurrence in its line.
    ///
    /// `start` must be the start of a line. In the first call, `start` may also be inside a line;
    /// the text of that line before `start` is then not searched.
    ///
    /// The search continues after the line that the previous call found, or at `start` if `start`
    /// is later.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes up to the occurrence.
    mutating func next(of raw: RawOccurrences, in text: Span<UInt8>, from start: Int) -> Int? {
      while true {
        while index < places.count {
          index += 1
          if places[index - 1] >= start { return places[index - 1] }
        }
        from = max(from, min(start, text.count))
        if from >= text.count { return nil }
        places.truncate(to: 0)
        index = 0
        from = raw.appendLines(in: text, from: from, to: &places)
      }
    }
  }
}
