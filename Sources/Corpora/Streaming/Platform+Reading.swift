#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Platform {
  /// Reads from `offset` of a file; nil if that fails, 0 at its end.
  static func read(
    _ descriptor: Int32, into room: UnsafeMutableBufferPointer<UInt8>, at offset: Int
  ) -> Int? {
    while true {
      // SAFETY: the call writes at most as many bytes as the buffer holds.
      let count = unsafe pread(descriptor, room.baseAddress, room.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR { return nil }
    }
  }
}
