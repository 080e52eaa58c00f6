internal import System
internal import UnicodeText

/// An open regular file that any thread can read at any offset.
///
/// The value does not own the descriptor.
struct PlainFile: Sendable {
  let descriptor: Int32

  /// The size of the file when it was opened, in bytes.
  let size: Int

  /// The offset where the text begins, after a byte order mark.
  let start: Int

  /// Appends `count` bytes of the file from `offset` on, or fewer if the file ends; returns false
  /// if a read fails.
  func append(
    _ count: Int, at offset: Int, to buffer: inout GrowableBuffer<UInt8>
  ) -> Bool {
    var isRead = true
    buffer.append(upTo: count) { isRead = fill(&$0, at: offset) }
    return isRead
  }

  /// Fills a span with bytes of the file from `offset` on, unless the file ends first; returns
  /// false if a read fails.
  func fill(_ span: inout OutputSpan<UInt8>, at offset: Int) -> Bool {
    Platform.fill(&span, from: descriptor, at: offset)
  }
}
