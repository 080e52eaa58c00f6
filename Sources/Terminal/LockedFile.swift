internal import System

/// A regular file that only its owner may read, opened and locked against other processes until
/// this value dies.
struct LockedFile: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Opens the file at `path`, made if missing.
  ///
  /// - Throws: `SystemError`; that of a busy file if the lock is not to be had within two seconds.
  init(path: String) throws(SystemError) {
    // A link is followed once, here, so that `replace` puts its file where the link points.
    self.path = Platform.resolvedPath(path)
    descriptor = try Platform.openLocked(self.path)
  }

  deinit { Platform.close(descriptor) }

  /// All its bytes.
  ///
  /// - Throws: `SystemError` if it cannot be read.
  func contents() throws(SystemError) -> [UInt8] { try Platform.contents(of: path) }

  /// Adds `bytes` at the end, all or none.
  ///
  /// - Throws: `SystemError` if they cannot be written.
  func append(_ bytes: [UInt8]) throws(SystemError) {
    try Platform.append(bytes.span, to: descriptor)
  }

  /// Puts a new file with `bytes` in its place, in one step.
  ///
  /// - Throws: `SystemError` if it cannot be written; the old file stays then.
  func replace(with bytes: [UInt8]) throws(SystemError) {
    try Platform.replaceFile(path, with: bytes.span)
  }
}
