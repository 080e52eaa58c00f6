/// Runs of combining marks, which no writing system makes long.
///
/// The standard library compares strings in their canonical order, and the time for that grows with the square of a
/// run. So text that a user types is refused if it has longer runs.
package enum MarkRuns {
  /// The longest run in a query or a command, in combining marks.
  package static let limit = 1_000

  /// The offset of the first mark after `limit` marks in a row; nil if there are no such runs.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package static func excess(in text: String) -> Int? {
    if text.utf8.count <= limit { return nil }
    return excess(in: text.utf8.span)
  }

  private static func excess(in bytes: Span<UInt8>) -> Int? {
    var offset = 0
    var marks = 0
    while offset < bytes.count {
      // Marks begin at U+0300.
      if bytes[offset] < 0xCC {
        offset += 1
        marks = 0
        continue
      }
      let (scalar, length) = UTF8Text.scalar(at: offset, in: bytes)
      marks = ScalarProperties(of: scalar).combiningClass == 0 ? 0 : marks + 1
      if marks > limit { return offset }
      offset += length
    }
    return nil
  }
}
