#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Reads whole files for tests.
package enum TestFile {
  /// The bytes of the file; nil if it cannot be read.
  package static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // SAFETY: The call writes at most the size of the block.
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 { return nil }
      if count == 0 { return content }
      content += block[..<count]
    }
  }

  /// The folder of a source file, with a trailing slash.
  package static func folder(of sourceFile: String) -> String {
    String(sourceFile[...(sourceFile.lastIndex(of: "/") ?? sourceFile.startIndex)])
  }
}
