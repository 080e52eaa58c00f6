import CZlib
package import UnicodeText

/// Decompresses small gzip files in one call, which is several times faster than in pieces.
@safe package final class SmallGzip {
  /// The largest decompressed size in bytes.
  private static let most = 1 << 22

  /// Nil if the allocation failed.
  private let handle: OpaquePointer?

  package init() { unsafe handle = cz_whole_new() }

  deinit { unsafe cz_whole_free(handle) }

  /// Replaces the contents of `text` with the decompressed text of a file.
  ///
  /// Returns `false` if the file is large or damaged and must be decompressed in pieces.
  ///
  /// - Complexity: O(*n*) in the bytes of decompressed text.
  package func inflate(_ file: Span<UInt8>, into text: inout GrowableBuffer<UInt8>) -> Bool {
    guard let handle = unsafe handle, let size = Self.size(of: file) else { return false }
    text.truncate(to: 0)
    // A few more bytes, for adding a line end to the last line.
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

  /// The decompressed size that the last four bytes of the file claim (RFC 1952).
  ///
  /// Returns nil if it is 0 or larger than `most`.
  private static func size(of file: Span<UInt8>) -> Int? {
    if file.count < 18 { return nil }
    var size = 0
    for place in 1...4 { size = size << 8 | Int(file[file.count - place]) }
    return size > 0 && size <= most ? size : nil
  }
}
