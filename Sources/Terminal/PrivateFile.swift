public import System

/// Files that only their owner may read, in folders that only their owner may enter.
public enum PrivateFile {
  /// Puts a file with `bytes` in the place of the one at `path`, in one step, with the folders it lies in.
  ///
  /// A symbolic link is followed. Whoever reads meanwhile sees the old file or the new one. `isDurable`: the file
  /// outlasts a loss of power too.
  ///
  /// - Precondition: `bytes` is not empty.
  /// - Throws: `SystemError` if it cannot be written; the old file stays then.
  public static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool
  ) throws(SystemError) {
    precondition(!bytes.isEmpty, "an empty file says nothing")
    try Platform.makeFolder(ofFile: path)
    try Platform.replaceFile(
      Platform.resolvedPath(path), with: bytes.span, isDurable: isDurable)
  }
}
