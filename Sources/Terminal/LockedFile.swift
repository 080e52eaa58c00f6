internal import System

/// An open regular file that only its owner can access.
///
/// The file is locked against other processes until this value is destroyed.
struct LockedFile: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Opens the file at `path`, creating it if it is missing.
  ///
  /// - Throws: `SystemError` if the file cannot be opened, or if another process holds the lock for
  ///   two seconds.
  init(path: String) throws(SystemError) {
    // Resolve a symbolic link once, so that `replace` writes to its target.
    self.path = Platform.resolvedPath(path)
    descriptor = try Platform.openLocked(self.path)
  }

  deinit { Platform.close(descriptor) }

  /// The contents of the file.
  ///
  /// - Throws: `SystemError` if the file cannot be read.
  func contents() throws(SystemError) -> [UInt8] { try Platform.contents(of: path) }

  /// Appends all of `bytes`, or nothing if writing fails.
  ///
  /// - Throws: `SystemError` if the bytes cannot be written.
  func append(_ bytes: [UInt8]) throws(SystemError) {
    try Platform.append(bytes.span, to: descriptor)
  }

  /// Atomically replaces the file with a file that contains `bytes`.
  ///
  /// - Throws: `SystemError` if the new file cannot be written; the old file is then unchanged.
  func replace(with bytes: [UInt8]) throws(SystemError) {
    try Platform.replaceFile(path, with: bytes.span)
  }
}
