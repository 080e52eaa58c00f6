internal import CSystem

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A call to the system that failed.
package struct SystemFailure: Error, Hashable, Sendable {
  /// The `errno` value.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// The system's own words: `No such file or directory`.
  package var reason: String {
    // SAFETY: the text lives until the next call on this thread; it is copied at once.
    unsafe String(cString: csys_error_text(code))
  }

  /// The system's own words inside a sentence: `no such file or directory`.
  package var phrase: String { reason.prefix(1).lowercased() + reason.dropFirst() }

  package var isMissing: Bool { code == ENOENT }
  package var isExisting: Bool { code == EEXIST }
  package static let existing = SystemFailure(code: EEXIST)
  static let notAFolder = SystemFailure(code: ENOTDIR)
}

/// The calls to the system that this module needs.
enum Platform {
  /// The home folder of whom the process belongs to.
  static func homeOfUserDatabase() -> String? {
    // SAFETY: the entry lives until the next call of this kind; the path is copied at once.
    guard let entry = unsafe getpwuid(getuid()), let home = unsafe entry.pointee.pw_dir else {
      return nil
    }
    return unsafe String(cString: home)
  }

  /// Makes one folder, for its owner alone.
  static func makeFolder(_ path: String) throws(SystemFailure) {
    // SAFETY: the path lives for the call.
    if unsafe mkdir(path, 0o700) != 0 { throw SystemFailure(code: errno) }
  }

  /// Whether `path` leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    // SAFETY: the call fills in the structure it is given.
    return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}
