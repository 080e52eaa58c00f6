#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Opening, naming and removing files.
extension Platform {
  /// What `stat` or `lstat` says of a path.
  static func facts(of path: some PathText, followsLinks: Bool) throws(SystemError) -> stat {
    var facts = stat()
    // SAFETY: the call fills in the structure it is given.
    var result: Int32 = 0
    unsafe path.lend { result = unsafe followsLinks ? stat($0, &facts) : lstat($0, &facts) }
    if result != 0 { throw .last }
    return facts
  }

  /// What `fstat` says of an open file.
  static func facts(of descriptor: Int32) throws(SystemError) -> stat {
    var facts = stat()
    // SAFETY: the call fills in the structure it is given.
    if unsafe fstat(descriptor, &facts) != 0 { throw .last }
    return facts
  }

  /// Whether this process has a kind of access to a path.
  static func allows(_ access: Int32, _ path: some PathText) -> Bool {
    // SAFETY: the path lives for the call.
    var result: Int32 = 0
    unsafe path.lend { result = unsafe systemAccess($0, access) }
    return result == 0
  }

  private static func systemAccess(_ path: UnsafePointer<CChar>, _ mode: Int32) -> Int32 {
    unsafe access(path, mode)
  }

  /// How a file is opened.
  package enum Opening {
    case reading
    /// Returns at once where a pipe has no writer yet.
    case readingWithoutWaiting
    /// At its end.
    case appending
    /// A new file.
    case creating(permissions: UInt32)
    /// A small file with a lock, for its owner alone if it is made; no link, and a pipe is not waited for.
    case locking(isForReading: Bool)

    fileprivate var permissions: UInt32 {
      switch self {
      case .creating(let permissions): permissions
      default: 0o600
      }
    }

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .readingWithoutWaiting: O_RDONLY | O_NONBLOCK
      case .appending: O_WRONLY | O_APPEND | O_NOCTTY
      case .creating: O_WRONLY | O_CREAT | O_EXCL
      case .locking(let isForReading):
        (isForReading ? O_RDONLY : O_RDWR | O_CREAT) | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
      }
    }
  }

  /// Opens a file; child processes do not inherit it.
  package static func open(
    _ path: some PathText, for opening: Opening = .reading
  ) throws(SystemError) -> Int32 {
    // SAFETY: the path lives for the call.
    var descriptor: Int32 = -1
    unsafe path.lend {
      descriptor = unsafe systemOpen($0, opening.flags | O_CLOEXEC, mode_t(opening.permissions))
    }
    if descriptor < 0 { throw .last }
    return descriptor
  }

  private static func systemOpen(
    _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t
  ) -> Int32 {
    #if canImport(Glibc)
    unsafe Glibc.open(path, flags, mode)
    #elseif canImport(Musl)
    unsafe Musl.open(path, flags, mode)
    #elseif canImport(Darwin)
    unsafe Darwin.open(path, flags, mode)
    #endif
  }

  /// Closes a descriptor, and returns what went wrong.
  @discardableResult
  package static func close(_ descriptor: Int32) -> SystemError? {
    #if canImport(Glibc)
    let result = Glibc.close(descriptor)
    #elseif canImport(Musl)
    let result = Musl.close(descriptor)
    #elseif canImport(Darwin)
    let result = Darwin.close(descriptor)
    #endif
    return result == 0 ? nil : .last
  }

  /// Opens a new file that has no name and is gone once it is closed, in `TMPDIR` or `/tmp`.
  package static func temporaryFile() throws(SystemError) -> Int32 {
    let folder = environmentValue("TMPDIR") ?? FilePath("/tmp")
    var path = folder.appending(FilePath("searchbench-XXXXXX")).bytes.map {
      CChar(bitPattern: $0)
    }
    path.append(0)
    // SAFETY: the path ends with a zero byte and lives through the calls.
    let descriptor = unsafe path.withUnsafeMutableBufferPointer { path in
      guard let start = path.baseAddress else { return Int32(-1) }
      let descriptor = unsafe mkstemp(start)
      if descriptor >= 0 { unsafe unlink(start) }
      return descriptor
    }
    if descriptor < 0 { throw .last }
    return descriptor
  }

  /// Makes a pipe whose ends never block and that child processes do not inherit; nil if the system has none left.
  static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    // SAFETY: the call fills in the two numbers.
    guard unsafe systemPipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  private static func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    #if canImport(Glibc)
    unsafe Glibc.pipe(ends)
    #elseif canImport(Musl)
    unsafe Musl.pipe(ends)
    #elseif canImport(Darwin)
    unsafe Darwin.pipe(ends)
    #endif
  }

  /// Makes an empty file that only its owner may read.
  package static func makePrivateFile(_ path: some PathText) throws(SystemError) {
    close(try open(path, for: .creating(permissions: 0o600)))
  }

  package static func setPermissions(_ permissions: UInt32, of descriptor: Int32) {
    _ = fchmod(descriptor, mode_t(permissions))
  }

  /// Makes written bytes outlast a loss of power; where that is not supported, as for a pipe, it does nothing.
  package static func synchronize(_ descriptor: Int32) throws(SystemError) {
    if fsync(descriptor) == 0 { return }
    let error = SystemError.last
    if !error.isUnsyncable { throw error }
  }

  /// Makes the names in a folder outlast a loss of power, where the file system supports that.
  package static func synchronize(folder: some PathText) {
    guard let descriptor = try? open(folder) else { return }
    try? synchronize(descriptor)
    close(descriptor)
  }

  // MARK: Names

  /// Gives a file a second name, which must be free.
  package static func link(_ path: String, to name: String) throws(SystemError) {
    #if canImport(Glibc)
    let result = unsafe Glibc.link(path, name)
    #elseif canImport(Musl)
    let result = unsafe Musl.link(path, name)
    #elseif canImport(Darwin)
    let result = unsafe Darwin.link(path, name)
    #endif
    if result != 0 { throw .last }
  }

  /// Gives a file a new name, and replaces a file of that name.
  package static func move(_ source: String, to target: String) throws(SystemError) {
    if unsafe rename(source, target) != 0 { throw .last }
  }

  /// Gives a file a new name that must be free.
  package static func moveWithoutReplacing(
    _ source: String, to target: String
  ) throws(SystemError) {
    do throws(SystemError) {
      try link(source, to: target)
    } catch {
      if error.isExisting { throw error }
      // A file system without hard links: the check made at the start has to do.
      return try move(source, to: target)
    }
    remove(source)
  }

  /// Removes a file, and returns what went wrong.
  @discardableResult
  package static func remove(_ path: String) -> SystemError? {
    unsafe unlink(path) == 0 ? nil : .last
  }

  package static func removeIfThere(_ path: String) throws(SystemError) {
    if let error = remove(path), !error.isMissingFile { throw error }
  }

  /// The path from the root without symbolic links; nil if it leads nowhere.
  package static func resolved(_ path: some PathText) -> FilePath? {
    // SAFETY: with no buffer given the call allocates one, which is freed after it was copied.
    var resolved: UnsafeMutablePointer<CChar>?
    unsafe path.lend { unsafe resolved = unsafe realpath($0, nil) }
    guard let resolved = unsafe resolved else { return nil }
    defer { unsafe free(resolved) }
    return unsafe FilePath(cString: resolved)
  }

  /// `path` without symbolic links, as far as it leads to something.
  package static func resolvedPath(_ path: String) -> String { resolved(path)?.text ?? path }
}
