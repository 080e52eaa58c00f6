#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The metadata of a path or an open file.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case file(size: Int)
    case folder
    case link
    /// The path is a device, pipe or socket.
    case other
  }

  package let kind: Kind

  /// The size in bytes.
  package let size: Int

  /// The time of the last modification, in seconds since the start of 1970.
  package let modified: Int

  /// The time of the last modification, in nanoseconds since the start of 1970.
  ///
  /// A time that does not fit in 64 bits wraps around, so times less than 584 years apart still
  /// have different values.
  package let modifiedNanoseconds: Int64

  /// The time of the last change of the content or of the metadata, in nanoseconds since the start
  /// of 1970.
  package let changedNanoseconds: Int64

  package let permissions: UInt32

  package let identity: FileIdentity

  package var isRegular: Bool { if case .file = kind { true } else { false } }
  package var isDirectory: Bool { kind == .folder }

  /// Reads the metadata of a path.
  package init(of path: some PathText, followsLinks: Bool = true) throws(SystemError) {
    self.init(try Platform.facts(of: path, followsLinks: followsLinks))
  }

  /// Reads the metadata of an open file.
  package init(of descriptor: Int32) throws(SystemError) {
    self.init(try Platform.facts(of: descriptor))
  }

  /// The stamp of the file, which almost every change of the file alters.
  package var stamp: FileStamp {
    FileStamp(
      identity: identity, size: size, modified: modifiedNanoseconds, changed: changedNanoseconds)
  }

  init(_ facts: stat) {
    size = Int(facts.st_size)
    kind =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: .file(size: size)
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    #if canImport(Darwin)
    let (time, changed) = (facts.st_mtimespec, facts.st_ctimespec)
    #else
    let (time, changed) = (facts.st_mtim, facts.st_ctim)
    #endif
    modified = Int(time.tv_sec)
    modifiedNanoseconds = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    changedNanoseconds = Int64(changed.tv_sec) &* 1_000_000_000 &+ Int64(changed.tv_nsec)
    permissions = UInt32(facts.st_mode & 0o7777)
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: facts.st_dev), inode: UInt64(facts.st_ino))
  }
}

/// The device and inode of a file, which identify the file independently of its name.
package struct FileIdentity: Hashable, Sendable {
  package let device: UInt64
  package let inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  /// Reads the identity of the file at `path`, following links; nil if the metadata cannot be read.
  package init?(path: String) {
    guard let status = Platform.status(of: path) else { return nil }
    self = status.identity
  }
}

extension Platform {
  /// The metadata of `path`; nil if the metadata cannot be read.
  package static func status(of path: some PathText, followsLinks: Bool = true) -> FileStatus? {
    try? FileStatus(of: path, followsLinks: followsLinks)
  }

  package static func kind(
    of path: some PathText, followsLinks: Bool
  ) throws(SystemError) -> FileStatus.Kind {
    try FileStatus(of: path, followsLinks: followsLinks).kind
  }

  package static func kind(of descriptor: Int32) throws(SystemError) -> FileStatus.Kind {
    try FileStatus(of: descriptor).kind
  }

  /// Whether `path` is a folder, following links.
  package static func isDirectory(_ path: some PathText) -> Bool {
    status(of: path)?.isDirectory == true
  }

  /// The size of a file in bytes; nil if the metadata of `path` cannot be read.
  package static func size(of path: some PathText) -> Int? { status(of: path)?.size }

  /// Whether `path` exists, even as a dangling link.
  package static func exists(_ path: some PathText) -> Bool {
    status(of: path, followsLinks: false) != nil
  }

  /// Whether the system reports that `path` does not exist.
  ///
  /// The result is false if a parent folder of `path` cannot be searched, because `path` could
  /// exist in that folder.
  package static func isMissing(_ path: some PathText) -> Bool {
    do throws(SystemError) {
      _ = try FileStatus(of: path, followsLinks: false)
      return false
    } catch {
      return error.isMissingPath
    }
  }

  /// Whether `path` is a dangling link.
  package static func isDangling(_ path: some PathText) -> Bool {
    if !exists(path) { return false }
    do throws(SystemError) {
      _ = try FileStatus(of: path)
      return false
    } catch {
      return error.code == ENOENT || error.code == ELOOP
    }
  }

  /// Whether `path` exists, following links.
  package static func fileExists(_ path: some PathText) -> Bool { allows(F_OK, path) }

  package static func isExecutable(_ path: some PathText) -> Bool { allows(X_OK, path) }

  package static func isWritable(_ path: some PathText) -> Bool { allows(W_OK, path) }
}
