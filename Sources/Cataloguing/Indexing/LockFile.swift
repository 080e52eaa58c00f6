internal import Basics

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A small regular file that is open, and locked until this value dies if it was locked.
///
/// The lock, that of flock(2), belongs to the open file: it ends with the process, however that ends, and a second
/// opening in the same process is held off too.
struct LockFile: ~Copyable {
  /// Why a file is not had.
  enum Failure: Error, Equatable {
    /// Another has it.
    case held(by: Int32?)

    /// A link, a folder, a pipe, or a file of somebody else.
    case foreign
    case system(SystemFailure)

    fileprivate static var last: Failure { .system(SystemFailure(code: errno)) }
  }

  private let descriptor: Int32

  deinit {
    // A process that was forked and has not begun its program yet has the file open too.
    _ = flock(descriptor, LOCK_UN)
    _ = close(descriptor)
  }

  /// Opens the file at `path`, for its owner alone if it is made.
  ///
  /// No child process inherits it.
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
    // SAFETY: the call fills in the structure it is given.
    if unsafe fstat(descriptor, &facts) != 0 { throw .last }
    if facts.st_mode & S_IFMT != S_IFREG { throw .foreign }
    return file
  }

  /// Whether nobody else has it locked, which it is then, and `path` still leads to it.
  func locks(_ path: String) throws(Failure) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK || errno == EINTR { return false }
      throw .last
    }
    // The last holder may have removed the file after it was opened here: that lock would hold off nobody.
    return stands(at: path)
  }

  /// Whether somebody else has it locked; the question holds off others for a moment.
  func isLockedElsewhere() -> Bool {
    flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Whether this file is what `path` leads to.
  func stands(at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    // SAFETY: the calls fill in the structures they are given.
    let isKnown = unsafe fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
    return isKnown && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }

  /// The first bytes, at most `limit`.
  func contents(upTo limit: Int) throws(Failure) -> [UInt8] {
    var count = 0
    // SAFETY: at most `limit` bytes are written to a block that holds as many.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { room, used in
      count = unsafe pread(descriptor, room.baseAddress, limit, 0)
      used = max(count, 0)
    }
    if count < 0 { throw .last }
    return bytes
  }

  /// Puts `bytes` in place of all that is there; nothing is left if that fails.
  func replace(with bytes: [UInt8]) throws(Failure) {
    clear()
    // SAFETY: the call reads the array's bytes and keeps no pointer.
    let count = unsafe bytes.withUnsafeBytes { block in
      unsafe pwrite(descriptor, block.baseAddress, block.count, 0)
    }
    let failure = count < 0 ? Failure.last : .system(SystemFailure(code: ENOSPC))
    if count == bytes.count { return }
    clear()
    throw failure
  }

  /// Takes all bytes away.
  func clear() { _ = ftruncate(descriptor, 0) }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// The number of this process.
  static var processID: Int32 { getpid() }

  /// Whether there is a process of this number, of whatever user.
  static func isProcess(_ number: Int32) -> Bool { kill(number, 0) == 0 || errno == EPERM }
}
