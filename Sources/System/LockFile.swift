#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A small regular file that stays open, and possibly locked, until this value is destroyed.
///
/// The lock is a flock(2) lock, which belongs to the open file description. The system releases the
/// lock when the process ends. The lock also excludes other open file descriptions of the same
/// process.
package struct LockFile: ~Copyable {
  /// The reason why a file cannot be opened or locked.
  package enum Failure: Error, Equatable {
    /// Another process, or another `LockFile` in this process, holds the lock.
    case held(by: Int32?)

    /// The path is a link, folder or pipe, or another program wrote the file.
    case notALockFile
    case system(SystemError)

    fileprivate static var last: Failure { .system(.last) }
  }

  private let descriptor: Int32

  deinit {
    // Unlock explicitly, because a forked child that has not executed its program yet also has the
    // file open. Closing the descriptor here would not release the lock.
    _ = flock(descriptor, LOCK_UN)
    Platform.close(descriptor)
  }

  /// Opens the file at `path`; a new file is accessible to its owner only.
  ///
  /// Child processes do not inherit the file.
  package static func opened(_ path: String, isForReading: Bool) throws(Failure) -> LockFile {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Platform.open(path, for: .locking(isForReading: isForReading))
    } catch {
      throw [ELOOP, EISDIR, ENXIO].contains(error.code) ? .notALockFile : .system(error)
    }
    let file = LockFile(descriptor: descriptor)
    guard let status = try? FileStatus(of: descriptor) else { throw .last }
    if !status.isRegular { throw .notALockFile }
    return file
  }

  /// Tries to lock the file; returns whether the lock succeeded and `path` still refers to this
  /// file.
  package func locks(_ path: String) throws(Failure) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw .last }
    }
    // Another process may have removed the file since this process opened it. A lock on a removed
    // file would not exclude other processes.
    return isFile(at: path)
  }

  /// Whether the file is locked exclusively through another open file description.
  ///
  /// If the file is not locked, the test acquires a shared lock, which lasts until this value is
  /// destroyed.
  package func isLockedElsewhere() -> Bool {
    flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Whether `path` still refers to this file.
  package func isFile(at path: String) -> Bool {
    guard let opened = try? FileStatus(of: descriptor),
      let named = Platform.status(of: path, followsLinks: false)
    else { return false }
    return opened.identity == named.identity
  }

  /// The first bytes of the file, at most `limit` bytes.
  package func contents(upTo limit: Int) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      try Platform.seek(descriptor, to: 0)
      var bytes: [UInt8] = []
      try Platform.read(descriptor, upTo: limit, into: &bytes)
      return bytes
    } catch {
      throw .system(error)
    }
  }

  /// Replaces the contents of the file; leaves the file empty if writing fails.
  package func replace(with bytes: [UInt8]) throws(Failure) {
    clear()
    do throws(SystemError) {
      try Platform.seek(descriptor, to: 0)
      _ = try Platform.writeAll(bytes.span, to: descriptor)
    } catch {
      clear()
      throw .system(error)
    }
  }

  /// Empties the file.
  package func clear() {
    while ftruncate(descriptor, 0) != 0, errno == EINTR {}
  }
}
