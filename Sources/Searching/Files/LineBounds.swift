internal import UnicodeText

/// Finds the bounds of lines.
enum LineBounds {
  /// The range of the line that contains the offset `place`, including the line end.
  static func line(at place: Int, in text: Span<UInt8>, from first: Int) -> Range<Int> {
    start(of: place, in: text, from: first)..<end(after: place, in: text)
  }

  /// The start of the line that contains the offset `place`; the backward search stops at `first`.
  static func start(of place: Int, in text: Span<UInt8>, from first: Int) -> Int {
    if place <= first { return place }
    return Kernels.indexAfterLast(UInt8(ascii: "\n"), in: text, first..<place)
  }

  /// The offset after the end of the line that contains the offset `place`.
  static func end(after place: Int, in text: Span<UInt8>) -> Int {
    (Kernels.firstIndex(of: UInt8(ascii: "\n"), in: text, from: place) ?? text.count - 1) + 1
  }
}
