#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension Platform {
  /// Opens `/dev/null` for each of the descriptors 0, 1 and 2 that is closed, so that no file that
  /// the program opens gets one of these numbers.
  ///
  /// Reading from such a descriptor finds the end of the file; writing to it fails, as if it were
  /// still closed.
  package static func fillStandardDescriptors() {
    for descriptor in Int32(0)..<3 where fcntl(descriptor, F_GETFD) < 0 {
      // The system returns the lowest free number, which is this one.
      _ = try? open("/dev/null", for: .reading)
    }
  }
}
