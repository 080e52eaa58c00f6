import CZlib
package import UnicodeText

/// Decompresses small gzip files, each as a whole: several times as fast as piece by piece.
@safe package final class SmallGzip {
  /// The most bytes of text.
  private static let most = 1 << 22

  /// Nil if there was no memory for it.
  private let handle: OpaquePointer?

  package init() { unsafe handle = cz_whole_new() }

  deinit { unsafe cz_whole_free(handle) }

  /// Writes the text of a file in place of what `text` holds; `false` if it has to be read piece by piece, because it is
  /// large or damaged.
  ///
  /// - Complexity: O(*n*) in the bytes of text.
  package func inflate(_ file: Span<UInt8>, into text: inout GrowableBuffer<UInt8>) -> Bool {
    guard let handle = unsafe handle, let size = Self.size(of: file) else { return false }
    text.truncate(to: 0)
    // Some bytes more, for the end of a last line that lacks it.
    guard text.reserveIfPossible(size + 64) else { return false }
    var isWhole = false
    // SAFETY: the call stays inside both counts and keeps no pointer.
    unsafe file.withUnsafeBufferPointer { file in
      unsafe text.append(upTo: size) { room in
        let count = unsafe cz_inflate_whole(
          handle, file.baseAddress, file.count, room.baseAddress, room.count)
        isWhole = count != Int(bitPattern: UInt.max)
        return isWhole ? count : 0
      }
    }
    return isWhole
  }

  /// The bytes of text, by the last four bytes of the file (RFC 1952), as far as they can be true.
  private static func size(of file: Span<UInt8>) -> Int? {
    if file.count < 18 { return nil }
    var size = 0
    for place in 1...4 { size = size << 8 | Int(file[file.count - place]) }
    return size > 0 && size <= most ? size : nil
  }
}
