package import System

/// Files that only their owner can access, in folders that only their owner can access.
package enum PrivateFile {
  /// Atomically writes `bytes` to the file at `path`, creating its folders.
  ///
  /// A symbolic link is followed. Concurrent readers see either the old file or the new one. If `isDurable`, the file
  /// also survives a power failure.
  ///
  /// - Precondition: `bytes` is not empty.
  /// - Throws: `SystemError` if it cannot be written; the old file is then unchanged.
  package static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool
  ) throws(SystemError) {
    precondition(!bytes.isEmpty, "an empty file says nothing")
    try Platform.makeFolder(ofFile: path)
    try Platform.replaceFile(
      Platform.resolvedPath(path), with: bytes.span, isDurable: isDurable)
  }
}
