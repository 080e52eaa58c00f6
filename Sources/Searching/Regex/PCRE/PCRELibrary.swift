internal import CPCRE2
internal import Synchronization

/// The library of PCRE2, opened when it is first needed.
@safe package final class PCRELibrary: Sendable {
  /// The names of the library on Debian and elsewhere, in the order to try them.
  private static let names = ["libpcre2-8.so.0", "libpcre2-8.so", "libpcre2-8.0.dylib"]

  nonisolated(unsafe) let handle: OpaquePointer

  /// Opens the library at `path`; `nil` if it is missing.
  init?(path: String) {
    guard let handle = unsafe cpcre_open(path) else { return nil }
    unsafe self.handle = handle
  }

  private static let opened = Mutex<PCRELibrary?>(nil)

  /// The library; `nil` if it is not installed.
  package static var shared: PCRELibrary? {
    opened.withLock { opened in
      if opened == nil { opened = names.lazy.compactMap { PCRELibrary(path: $0) }.first }
      return opened
    }
  }

  /// The version and date of the library, such as `10.42 2022-12-11`.
  package var version: String {
    var text = [CChar](repeating: 0, count: 64)
    // SAFETY: the call writes at most 64 bytes, and the last one is zero.
    let fits = unsafe text.withUnsafeMutableBufferPointer {
      unsafe cpcre_version(handle, $0.baseAddress, $0.count) != 0
    }
    guard fits else { return "of unknown version" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
