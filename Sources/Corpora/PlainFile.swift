internal import System
internal import UnicodeText

/// An open regular file that any thread can read at any offset; this value does not own the
/// descriptor.
struct PlainFile: Sendable {
  let descriptor: Int32

  /// The size of the file when it was opened.
  let size: Int

  /// The offset of the text, after a byte order mark.
  let start: Int

  /// Appends `count` bytes starting at `offset`, or fewer at the end of the file; returns false if
  /// a read fails.
  func append(
    _ count: Int, at offset: Int, to buffer: inout GrowableBuffer<UInt8>
  ) -> Bool {
    var isRead = true
    buffer.append(upTo: count) { isRead = fill(&$0, at: offset) }
    return isRead
  }

  /// Fills a span with the bytes at `offset`, up to the end of the file; returns false if a read
  /// fails.
  func fill(_ span: inout OutputSpan<UInt8>, at offset: Int) -> Bool {
    Platform.fill(&span, from: descriptor, at: offset)
  }
}
