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
package struct LockFile: ~Copyable {
  /// Why a file is not had.
  package enum Failure: Error, Equatable {
    /// Another has it.
    case held(by: Int32?)

    /// A link, a folder, a pipe, or a file of somebody else.
    case foreign
    case system(SystemError)

    fileprivate static var last: Failure { .system(.last) }
  }

  private let descriptor: Int32

  deinit {
    // A process that was forked and has not begun its program yet has the file open too.
    _ = flock(descriptor, LOCK_UN)
    Platform.close(descriptor)
  }

  /// Opens the file at `path`, for its owner alone if it is made.
  ///
  /// No child process inherits it.
  package static func opened(_ path: String, isForReading: Bool) throws(Failure) -> LockFile {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Platform.open(path, for: .locking(isForReading: isForReading))
    } catch {
      throw [ELOOP, EISDIR, ENXIO].contains(error.code) ? .foreign : .system(error)
    }
    let file = LockFile(descriptor: descriptor)
    guard let status = try? FileStatus(of: descriptor) else { throw .last }
    if !status.isRegular { throw .foreign }
    return file
  }

  /// Whether nobody else has it locked, which it is then, and `path` still leads to it.
  package func locks(_ path: String) throws(Failure) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK || errno == EINTR { return false }
      throw .last
    }
    // The last holder may have removed the file after it was opened here: that lock would hold off nobody.
    return stands(at: path)
  }

  /// Whether somebody else has it locked; the question holds off others for a moment.
  package func isLockedElsewhere() -> Bool {
    flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Whether this file is what `path` leads to.
  package func stands(at path: String) -> Bool {
    guard let opened = try? FileStatus(of: descriptor),
      let named = Platform.status(of: path, followsLinks: false)
    else { return false }
    return opened.identity == named.identity
  }

  /// The first bytes, at most `limit`.
  package func contents(upTo limit: Int) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      try Platform.seek(descriptor, to: 0)
      return try Platform.read(descriptor, upTo: limit)
    } catch {
      throw .system(error)
    }
  }

  /// Puts `bytes` in place of all that is there; nothing is left if that fails.
  package func replace(with bytes: [UInt8]) throws(Failure) {
    clear()
    do throws(SystemError) {
      try Platform.seek(descriptor, to: 0)
      if try Platform.writeSome(bytes.span, to: descriptor) < bytes.count { throw .mediumFull }
    } catch {
      clear()
      throw .system(error)
    }
  }

  /// Takes all bytes away.
  package func clear() { _ = ftruncate(descriptor, 0) }
}
