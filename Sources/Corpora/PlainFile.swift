internal import System

/// An open regular file that any thread can read at any offset; it does not own the descriptor.
struct PlainFile: Sendable {
  let descriptor: Int32

  /// The size of the file when it was opened.
  let size: Int

  /// The offset of the text, after a byte order mark.
  let start: Int

  /// Reads bytes from `offset` on into the start of `room`.
  ///
  /// Returns the number of bytes read; 0 at the end of the file, nil if the read failed.
  @unsafe func read(into room: UnsafeMutableBufferPointer<UInt8>, at offset: Int) -> Int? {
    unsafe Platform.read(descriptor, into: room, at: offset)
  }
}
