package import System

/// Writes files that only their owner can access, and creates missing folders that only their owner
/// can access.
package enum PrivateFile {
  /// Atomically writes `bytes` to the file at `path`, and creates missing parent folders.
  ///
  /// If `path` is a symbolic link, the target of the link is written. Concurrent readers read
  /// either the old file or the new file. If `isDurable` is true, the file also survives a power
  /// failure.
  ///
  /// - Precondition: `bytes` is not empty.
  /// - Throws: `SystemError` if the new file cannot be written; the old file is then unchanged.
  package static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool
  ) throws(SystemError) {
    precondition(!bytes.isEmpty, "the contents cannot be empty")
    try Platform.makeFolder(ofFile: path)
    try Platform.replaceFile(
      Platform.resolvedPath(path), with: bytes.span, isDurable: isDurable)
  }
}
