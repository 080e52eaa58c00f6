#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

/// Reads and writes whole files for tests.
package enum TestFile {
  /// The bytes of the file; nil if it cannot be read.
  package static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // SAFETY: The call writes at most as many bytes as the block has.
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 { return nil }
      if count == 0 { return content }
      content += block[..<count]
    }
  }

  /// Replaces the content of a file, or creates it.
  ///
  /// - Throws: `BinaryUnderTest.Failure` if the file cannot be written.
  package static func write(_ bytes: [UInt8], to path: String) throws(BinaryUnderTest.Failure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else {
      throw BinaryUnderTest.Failure(description: "\(path) cannot be opened")
    }
    defer { close(descriptor) }
    // SAFETY: The call reads at most as many bytes as the array has.
    let count = unsafe bytes.withUnsafeBytes {
      unsafe writeBytes(descriptor, $0.baseAddress, $0.count)
    }
    if count != bytes.count {
      throw BinaryUnderTest.Failure(description: "\(path) cannot be written")
    }
  }

  /// The folder of a source file, with a trailing slash.
  package static func folder(of sourceFile: String) -> String {
    String(sourceFile[...(sourceFile.lastIndex(of: "/") ?? sourceFile.startIndex)])
  }
}
