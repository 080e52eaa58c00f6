#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file opened for reading, closed when this value is destroyed.
package final class TestDescriptor: Sendable {
  package let number: Int32

  /// Opens the file; nil if it cannot be opened.
  package init?(_ path: String) {
    number = unsafe open(path, O_RDONLY)
    if number < 0 { return nil }
  }

  deinit { close(number) }
}
