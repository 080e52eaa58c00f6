internal import UnicodeText

/// Finds lines by a needle's own bytes, in either case if case is ignored.
struct RawOccurrences: Sendable {
  private let needle: Needle
  private let folding: Folding
  private let isPlain: Bool

  init(_ needle: Needle, _ folding: Folding) {
    self.needle = needle
    self.folding = folding
    isPlain = needle.bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether an occurrence in raw text is certain to be one in the folded text.
  ///
  /// It is not certain if a mark follows, which may combine with the last letter. It is not certain either if it begins
  /// with a mark, which may combine with the character before it.
  @inline(__always) func isCertain(at place: Int, in text: Span<UInt8>) -> Bool {
    let end = place + needle.bytes.count
    if !isPlain, place > 0, text[place - 1] >= 0x80, FoldBoundary.mayJoin(at: place, in: text) {
      return false
    }
    return isPlain && folding.ignoresDiacritics || !FoldBoundary.mayJoin(at: end, in: text)
  }

  /// From `start` on, appends the offset of the first occurrence in each line that has one; returns where to continue.
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

    /// The offset of the first occurrence in the next line that contains one; `start` must be the start of a line.
    ///
    /// Continues after the line that the previous call found, or at `start` if that is later.
    ///
    /// - Complexity: O(*n*) in the bytes up to it.
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
