/// Counts the matching lines among the lines that contain given offsets; counts each line once.
struct LineCounter {
  private(set) var count = 0

  /// The end of the last line that was examined.
  private(set) var end = 0

  /// An offset in the last counted line, if the end of that line is not known yet.
  private var counted: Int?

  /// Adds one to the count if the line that contains the offset `place` matches.
  ///
  /// Offsets must be passed in ascending order.
  mutating func count(
    _ place: Int, _ isCertain: Bool, in text: Span<UInt8>, _ isMatch: (_ line: Range<Int>) -> Bool
  ) {
    if let counted { end = LineBounds.end(after: counted, in: text) }
    counted = nil
    if place < end { return }
    let line = LineBounds.line(at: place, in: text, from: end)
    if isCertain || isMatch(line) { count += 1 }
    end = line.upperBound
  }

  /// Like `count`, but requires that no two offsets are in the same line.
  @inline(__always) mutating func countLine(
    of place: Int, _ isCertain: Bool, in text: Span<UInt8>,
    _ isMatch: (_ line: Range<Int>) -> Bool
  ) {
    if place < end { return }
    if isCertain {
      count += 1
      counted = place
    } else {
      counted = nil
      count(place, false, in: text, isMatch)
    }
  }
}
