/// Finds runs of combining marks that are longer than in any writing system.
///
/// To compare strings, the standard library puts marks into canonical order. Sorting a run of marks
/// takes time proportional to the square of the length of the run. Therefore, text that a user
/// types is rejected if it contains more than `limit` consecutive marks.
package enum MarkRuns {
  /// The maximum number of consecutive combining marks in a query or a command.
  package static let limit = 1_000

  /// The offset of the first mark that follows `limit` consecutive marks; nil if there is no such
  /// mark.
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
      // All combining marks are at or above U+0300.
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
