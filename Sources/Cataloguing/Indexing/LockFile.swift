internal import Basics

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A small regular file that is open and may be locked; the lock ends when this value is destroyed.
///
/// The lock uses flock(2) and belongs to the open file. It ends with the process, even after a crash, and also excludes
/// a second open of the file in the same process.
struct LockFile: ~Copyable {
  /// Why a lock file cannot be opened or locked.
  enum Failure: Error, Equatable {
    /// Another process holds the lock.
    case held(by: Int32?)

    /// A link, a folder, a pipe, or a file in another format.
    case foreign
    case system(SystemFailure)

    fileprivate static var last: Failure { .system(SystemFailure(code: errno)) }
  }

  private let descriptor: Int32

  deinit {
    // Unlock explicitly: a forked child that has not called `exec` yet also has the file open.
    _ = flock(descriptor, LOCK_UN)
    _ = close(descriptor)
  }

  /// Opens the file at `path`; a new file is accessible only to its owner.
  ///
  /// Child processes do not inherit it.
  static func opened(_ path: String, isForReading: Bool) throws(Failure) -> LockFile {
    // O_NONBLOCK: opening a pipe must not wait for its other end.
    let access = isForReading ? O_RDONLY : O_RDWR | O_CREAT
    let descriptor = unsafe open(
      path, access | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o600)
    if descriptor < 0 {
      throw [ELOOP, EISDIR, ENXIO].contains(errno) ? .foreign : .last
    }
    let file = LockFile(descriptor: descriptor)
    var facts = stat()
    // SAFETY: The call fills in the given structure.
    if unsafe fstat(descriptor, &facts) != 0 { throw .last }
    if facts.st_mode & S_IFMT != S_IFREG { throw .foreign }
    return file
  }

  /// Tries to lock the file; returns whether it is locked and `path` still refers to it.
  func locks(_ path: String) throws(Failure) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK || errno == EINTR { return false }
      throw .last
    }
    // The previous holder may have deleted the file after it was opened here; a lock on it would then be useless.
    return stands(at: path)
  }

  /// Whether another process has locked the file; the test briefly blocks other attempts.
  func isLockedElsewhere() -> Bool {
    flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Whether `path` refers to this file.
  func stands(at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    // SAFETY: The calls fill in the given structures.
    let isKnown = unsafe fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
    return isKnown && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }

  /// The first bytes of the file, at most `limit`.
  func contents(upTo limit: Int) throws(Failure) -> [UInt8] {
    var count = 0
    // SAFETY: At most `limit` bytes are written, the capacity of the array.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { room, used in
      count = unsafe pread(descriptor, room.baseAddress, limit, 0)
      used = max(count, 0)
    }
    if count < 0 { throw .last }
    return bytes
  }

  /// Replaces the contents with `bytes`; if that fails, the file is left empty.
  func replace(with bytes: [UInt8]) throws(Failure) {
    clear()
    // SAFETY: The call reads the array's bytes and keeps no pointer.
    let count = unsafe bytes.withUnsafeBytes { block in
      unsafe pwrite(descriptor, block.baseAddress, block.count, 0)
    }
    let failure = count < 0 ? Failure.last : .system(SystemFailure(code: ENOSPC))
    if count == bytes.count { return }
    clear()
    throw failure
  }

  /// Truncates the file to zero bytes.
  func clear() { _ = ftruncate(descriptor, 0) }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// The id of this process.
  static var processID: Int32 { getpid() }

  /// Whether a process with this id exists, of any user.
  static func isProcess(_ number: Int32) -> Bool { kill(number, 0) == 0 || errno == EPERM }
}
