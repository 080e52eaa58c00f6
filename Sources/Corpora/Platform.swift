import UnicodeText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The calls to the system that loading needs.
enum Platform {
  /// Whether both hold the same bytes.
  static func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    if a.count != b.count { return false }
    return unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in
        guard let left = a.baseAddress, let right = b.baseAddress else { return true }
        // SAFETY: both are `a.count` bytes long.
        return unsafe memcmp(left, right, a.count) == 0
      }
    }
  }
}
