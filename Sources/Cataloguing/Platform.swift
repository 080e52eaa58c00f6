internal import Basics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The calls to the system that catalogues need.
enum Platform {
  static var processID: Int32 { getpid() }

  /// The variables of the environment that say where files are kept.
  static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    for name in ["XDG_DATA_HOME", "HOME"] {
      // SAFETY: the text is copied at once.
      if let value = unsafe getenv(name) { variables[name] = unsafe String(cString: value) }
    }
    return variables
  }

  static func exists(_ path: String) -> Bool {
    var facts = stat()
    return unsafe lstat(path, &facts) == 0
  }

  /// Whether nothing is there; what is in a folder that cannot be searched may be.
  static func isMissing(_ path: String) -> Bool {
    var facts = stat()
    return unsafe lstat(path, &facts) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Whether a link is there that leads to nothing.
  static func isDangling(_ path: String) -> Bool {
    var facts = stat()
    return unsafe exists(path) && stat(path, &facts) != 0 && (errno == ENOENT || errno == ELOOP)
  }

  /// Whether it is no folder, pipe, or device; what cannot be looked at is taken for a file.
  static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return unsafe stat(path, &facts) != 0 || facts.st_mode & S_IFMT == S_IFREG
  }

  /// The bytes of a file, nil if there is none.
  static func size(of path: String) -> Int? {
    var facts = stat()
    return unsafe stat(path, &facts) == 0 ? Int(facts.st_size) : nil
  }

  /// The names in a folder; none where it cannot be listed.
  static func names(in folder: String) -> [String] {
    guard let listing = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      // SAFETY: the system ends the name with a zero byte.
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) {
          unsafe names.append(String(cString: $0))
        }
      }
    }
    return names
  }

  /// Makes an empty file that only its owner may read.
  static func makePrivateFile(_ path: String) throws(SystemFailure) {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw SystemFailure(code: errno) }
    close(descriptor)
  }

  /// The folder that the process is in, from the root.
  static func currentFolder() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// Gives a file a second name, which must be free.
  static func link(_ path: String, to name: String) throws(SystemFailure) {
    #if canImport(Glibc)
    let result = unsafe Glibc.link(path, name)
    #elseif canImport(Musl)
    let result = unsafe Musl.link(path, name)
    #elseif canImport(Darwin)
    let result = unsafe Darwin.link(path, name)
    #endif
    if result != 0 { throw SystemFailure(code: errno) }
  }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  static func removeIfThere(_ path: String) throws(SystemFailure) {
    if unsafe unlink(path) != 0 && errno != ENOENT { throw SystemFailure(code: errno) }
  }

  /// Has the names in a folder outlast a loss of power.
  static func synchronize(folder: String) {
    let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    if descriptor < 0 { return }
    fsync(descriptor)
    close(descriptor)
  }
}
