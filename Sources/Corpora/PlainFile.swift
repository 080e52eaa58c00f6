internal import System

/// A regular file that is open elsewhere, to be read at any place and by any thread.
struct PlainFile: Sendable {
  let descriptor: Int32

  /// The bytes of the file when it was opened.
  let size: Int

  /// Where its text begins: behind a byte order mark.
  let start: Int

  /// Fills the start of `room` with bytes from `offset` on; how many, 0 at the end, nil if that failed.
  @unsafe func read(into room: UnsafeMutableBufferPointer<UInt8>, at offset: Int) -> Int? {
    unsafe Platform.read(descriptor, into: room, at: offset)
  }
}
