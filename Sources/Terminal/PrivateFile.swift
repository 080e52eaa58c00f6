/// What stands at a path.
public struct FileStatus: Equatable, Sendable {
  public let isRegular: Bool
  public let isDirectory: Bool

  /// In bytes.
  public let size: Int

  /// The time of the last change, in seconds since the start of 1970.
  public let modified: Int
}

/// Which file of the system it is, whatever its name.
public struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64

  /// The file that `path` leads to; nil if there is none.
  public init?(path: String) {
    guard let identity = Platform.identity(of: path) else { return nil }
    (device, inode) = identity
  }
}

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
