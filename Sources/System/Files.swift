internal import CSystem

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Opens, renames and removes files.
extension Platform {
  /// The metadata of a path: the result of `stat`, or of `lstat` if links are not followed.
  static func facts(of path: some PathText, followsLinks: Bool) throws(SystemError) -> stat {
    var facts = stat()
    // SAFETY: the call writes only the structure that is passed to it.
    var result: Int32 = 0
    unsafe path.lend { result = unsafe followsLinks ? stat($0, &facts) : lstat($0, &facts) }
    if result != 0 { throw .last }
    return facts
  }

  /// The metadata of an open file, from `fstat`.
  static func facts(of descriptor: Int32) throws(SystemError) -> stat {
    var facts = stat()
    // SAFETY: the call writes only the structure that is passed to it.
    if unsafe fstat(descriptor, &facts) != 0 { throw .last }
    return facts
  }

  /// The result of `fstatat` for a name in an open folder; links are not followed.
  ///
  /// - Precondition: `name` ends with a zero byte.
  static func facts(of name: Span<UInt8>, in folder: Int32) throws(SystemError) -> stat {
    precondition(!name.isEmpty && name[name.count - 1] == 0)
    var facts = stat()
    // SAFETY: the name ends with a zero byte and stays valid during the call, which writes only the
    // structure that is passed to it.
    let result = unsafe name.withUnsafeBytes { name in
      guard let start = unsafe name.baseAddress?.assumingMemoryBound(to: CChar.self) else {
        return Int32(-1)
      }
      return unsafe fstatat(folder, start, &facts, AT_SYMLINK_NOFOLLOW)
    }
    if result != 0 { throw .last }
    return facts
  }

  /// Whether this process has the given kind of access to a path.
  static func allows(_ access: Int32, _ path: some PathText) -> Bool {
    // SAFETY: the path is valid during the call.
    var result: Int32 = 0
    unsafe path.lend { result = unsafe systemAccess($0, access) }
    return result == 0
  }

  private static func systemAccess(_ path: UnsafePointer<CChar>, _ mode: Int32) -> Int32 {
    unsafe access(path, mode)
  }

  /// The purpose for which a file is opened.
  package enum Opening {
    case reading
    /// Opens a file for reading; does not wait for the writer of a pipe.
    case readingWithoutWaiting
    /// Opens a folder for looking up names in it.
    case lookingUp
    /// Opens an existing file for appending.
    case appending
    /// Creates a file for writing; the file must not exist.
    case creating(permissions: UInt32)
    /// Opens a lock file: for reading if `isForReading` is true, otherwise for reading and writing.
    ///
    /// If the file is opened for writing and is missing, it is created with access for its owner
    /// only. The call follows no link and does not wait for a pipe.
    case locking(isForReading: Bool)

    fileprivate var permissions: UInt32 {
      switch self {
      case .creating(let permissions): permissions
      default: 0o600
      }
    }

    /// Whether opening can wait for the other end of a pipe; a signal must be able to interrupt
    /// such a wait.
    fileprivate var mayWait: Bool {
      switch self {
      case .reading, .appending: true
      default: false
      }
    }

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .readingWithoutWaiting: O_RDONLY | O_NONBLOCK
      case .lookingUp: O_RDONLY | O_DIRECTORY
      case .appending: O_WRONLY | O_APPEND | O_NOCTTY
      case .creating: O_WRONLY | O_CREAT | O_EXCL
      case .locking(let isForReading):
        (isForReading ? O_RDONLY : O_RDWR | O_CREAT) | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
      }
    }
  }

  /// Opens a file; child processes do not inherit it.
  ///
  /// If a signal interrupts the system call, the call is repeated, except if it can wait for the
  /// other end of a pipe.
  package static func open(
    _ path: some PathText, for opening: Opening = .reading
  ) throws(SystemError) -> Int32 {
    // SAFETY: the path is valid during the call.
    var descriptor: Int32 = -1
    repeat {
      unsafe path.lend {
        descriptor = unsafe systemOpen($0, opening.flags | O_CLOEXEC, mode_t(opening.permissions))
      }
    } while descriptor < 0 && errno == EINTR && !opening.mayWait
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

  /// Closes a descriptor, even if a signal interrupts the call; returns the error, or nil after
  /// success.
  @discardableResult
  package static func close(_ descriptor: Int32) -> SystemError? {
    #if canImport(Glibc)
    let result = Glibc.close(descriptor)
    #elseif canImport(Musl)
    let result = Musl.close(descriptor)
    #elseif canImport(Darwin)
    let result = Darwin.close(descriptor)
    #endif
    return result == 0 || errno == EINTR ? nil : .last
  }

  /// A zero-terminated path for mkstemp(3) and mkdtemp(3), in the folder `TMPDIR`, or else in
  /// `/tmp`.
  private static func temporaryTemplate() -> [CChar] {
    let folder = environmentValue("TMPDIR") ?? FilePath("/tmp")
    let path = folder.appending(FilePath("searchbench-XXXXXX")).bytes
    return path.map { CChar(bitPattern: $0) } + [0]
  }

  /// Opens a new, nameless file in the folder `TMPDIR`, or else `/tmp`; closing the file deletes
  /// it.
  package static func temporaryFile() throws(SystemError) -> Int32 {
    var path = temporaryTemplate()
    // SAFETY: the path ends with a zero byte and stays valid during the calls.
    let descriptor = unsafe path.withUnsafeMutableBufferPointer { path in
      guard let start = path.baseAddress else { return Int32(-1) }
      let descriptor = unsafe mkstemp(start)
      if descriptor >= 0 { unsafe unlink(start) }
      return descriptor
    }
    if descriptor < 0 { throw .last }
    return descriptor
  }

  /// Creates an empty folder in the folder `TMPDIR`, or else in `/tmp`, with access for its owner
  /// only; returns its path.
  package static func temporaryFolder() throws(SystemError) -> String {
    var path = temporaryTemplate()
    // SAFETY: the path ends with a zero byte and stays valid during the calls.
    let made = unsafe path.withUnsafeMutableBufferPointer { path -> String? in
      guard let start = path.baseAddress, unsafe mkdtemp(start) != nil else { return nil }
      return unsafe String(cString: start)
    }
    guard let made else { throw .last }
    return made
  }

  /// Creates a non-blocking pipe that child processes do not inherit; nil if the system cannot
  /// create one.
  static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    // SAFETY: the call writes exactly two descriptors to the array.
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

  /// Creates an empty file that only its owner can read.
  package static func makePrivateFile(_ path: some PathText) throws(SystemError) {
    close(try open(path, for: .creating(permissions: 0o600)))
  }

  package static func setPermissions(_ permissions: UInt32, of descriptor: Int32) {
    _ = fchmod(descriptor, mode_t(permissions))
  }

  /// Flushes a file to the disk; does nothing if the file cannot be flushed, such as a pipe.
  package static func synchronize(_ descriptor: Int32) throws(SystemError) {
    while fsync(descriptor) != 0 {
      let error = SystemError.last
      if error.isUnsyncable { return }
      if !error.isInterruption { throw error }
    }
  }

  /// Flushes the entries of a folder to the disk, if the file system supports this operation.
  package static func synchronize(folder: some PathText) {
    guard let descriptor = try? open(folder) else { return }
    try? synchronize(descriptor)
    close(descriptor)
  }

  /// Watches a path (`ChangeQueue.watch`), and returns the number of the watch.
  static func watch(
    _ path: some PathText, isFolder: Bool, in queue: Int32
  ) throws(SystemError) -> Int32 {
    var watch: Int32 = -1
    // SAFETY: the path is valid during the call.
    unsafe path.lend { watch = unsafe csys_watch_add(queue, $0, isFolder ? 1 : 0) }
    if watch < 0 { throw SystemError(code: -watch) }
    return watch
  }

  // MARK: Names

  /// Creates a hard link; the new name must not exist.
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

  /// Renames a file; if another file has the new name, that file is replaced.
  package static func move(_ source: String, to target: String) throws(SystemError) {
    if unsafe rename(source, target) != 0 { throw .last }
  }

  /// Renames a file; the new name must not exist.
  package static func moveWithoutReplacing(
    _ source: String, to target: String
  ) throws(SystemError) {
    do throws(SystemError) {
      try link(source, to: target)
    } catch {
      if error.isExisting { throw error }
      // Some file systems do not support hard links, so rename the file. The caller has checked
      // that the new name does not exist.
      return try move(source, to: target)
    }
    remove(source)
  }

  /// Removes a file; returns the error, or nil after success.
  @discardableResult
  package static func remove(_ path: String) -> SystemError? {
    unsafe unlink(path) == 0 ? nil : .last
  }

  /// A temporary file that is removed if a signal ends the process.
  package struct TemporaryFile: Sendable {
    fileprivate let number: Int32
  }

  /// Registers the path of a temporary file, so that the file is removed if a signal ends the
  /// process.
  ///
  /// The path stays registered until `forget(_:)` is called. At most 16 files can be registered at
  /// the same time.
  package static func note(temporary path: String) -> TemporaryFile {
    TemporaryFile(number: unsafe csys_temporary_note(path))
  }

  /// Unregisters the file; must be called exactly once, after the file was renamed or removed.
  package static func forget(_ file: TemporaryFile) { csys_temporary_forget(file.number) }

  /// Removes an empty folder; returns the error, or nil after success.
  @discardableResult
  package static func removeFolder(_ path: String) -> SystemError? {
    unsafe rmdir(path) == 0 ? nil : .last
  }

  package static func removeIfThere(_ path: String) throws(SystemError) {
    if let error = remove(path), !error.isMissingFile { throw error }
  }

  /// The absolute path without symbolic links; nil if the path does not exist.
  package static func resolved(_ path: some PathText) -> FilePath? {
    // SAFETY: without a buffer argument, the call allocates a buffer, which is copied and freed
    // here.
    var resolved: UnsafeMutablePointer<CChar>?
    unsafe path.lend { unsafe resolved = unsafe realpath($0, nil) }
    guard let resolved = unsafe resolved else { return nil }
    defer { unsafe free(resolved) }
    return unsafe FilePath(cString: resolved)
  }

  /// The absolute path without symbolic links; `path` itself if it does not exist.
  package static func resolvedPath(_ path: String) -> String { resolved(path)?.text ?? path }
}
