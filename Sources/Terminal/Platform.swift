internal import Basics
internal import CEdit

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable {
  /// The `errno` value.
  public let code: Int32

  package init(code: Int32) { self.code = code }

  /// The error of this thread's last failed call.
  static var last: SystemError { SystemError(code: errno) }

  /// What the system says about it, in lower case: `no such file or directory`.
  public var message: String {
    // SAFETY: the C library gives a string that lives until the next call on this thread; it is
    // copied at once.
    let text = unsafe String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Nobody reads the pipe any more.
  public var isBrokenPipe: Bool { code == EPIPE }

  /// There is no file at that path.
  public var isMissingFile: Bool { code == ENOENT }
}

/// What the shell asks of the system.
///
/// The only Swift file of this module that knows the C library.
public enum Platform {
  // MARK: Process

  /// All variables of the environment.
  public static func environment() -> [String: String] {
    var result: [String: String] = [:]
    result.reserveCapacity(48)
    // SAFETY: the array of C strings ends in null, and nothing changes the environment while it is
    // read.
    var next = unsafe ce_environment()
    while let entry = unsafe next.pointee {
      let text = unsafe String(cString: entry)
      // A character could hold more than the sign: a mark may follow it.
      if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        result[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
      }
      unsafe next += 1
    }
    return result
  }

  public static var processID: Int32 { getpid() }

  /// How many processors this process may use.
  public static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// A clock that only runs forward, in nanoseconds from an unknown start.
  public static func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    // SAFETY: the call fills in the structure it is given.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Ends the process, after restoring a terminal that is being read.
  public static func exit(_ code: Int32) -> Never {
    ce_terminal_restore()
    #if canImport(Glibc)
    Glibc.exit(code)
    #elseif canImport(Musl)
    Musl.exit(code)
    #else
    Darwin.exit(code)
    #endif
  }

  // MARK: Terminal

  /// Whether `descriptor` is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The size in cells of the terminal that `descriptor` is; nil if it is none or does not know.
  public static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var columns: Int32 = 0
    var rows: Int32 = 0
    // SAFETY: the call writes the two integers and keeps no pointer.
    let isKnown = unsafe ce_terminal_size(descriptor, &columns, &rows)
    return isKnown ? (Int(columns), Int(rows)) : nil
  }

  // MARK: Files

  /// The path of the current folder; nil if it has been removed.
  public static func workingDirectory() -> String? {
    // SAFETY: with no buffer given the call allocates one, which is freed after it was copied.
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  public static func fileExists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  public static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// Whether `path` leads to a folder.
  public static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

  public static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    // SAFETY: the call fills in the structure it is given.
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// What stands at `path`, links followed; nil if that cannot be learned.
  public static func status(of path: String) -> FileStatus? {
    var status = stat()
    // SAFETY: the call fills in the structure it is given.
    guard unsafe stat(path, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    #if canImport(Darwin)
    let changed = status.st_mtimespec.tv_sec
    #else
    let changed = status.st_mtim.tv_sec
    #endif
    return FileStatus(
      isRegular: kind == S_IFREG, isDirectory: kind == S_IFDIR, size: Int(status.st_size),
      modified: Int(changed))
  }

  /// The path of the program `name` in the folders of `path` (the form of `PATH`).
  static func identity(of path: String) -> (device: UInt64, inode: UInt64)? {
    var status = stat()
    // SAFETY: the call fills in the structure it is given.
    guard unsafe stat(path, &status) == 0 else { return nil }
    return (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
  }

  public static func findProgram(_ name: String, in path: String) -> String? {
    path.split(separator: ":").lazy.map { "\($0)/\(name)" }.first {
      isExecutable($0) && !isDirectory($0)
    }
  }

  /// The names in the folder at `path`, without `.` and `..`, in byte order; nil if it cannot be
  /// read.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of names.
  public static func names(inDirectory path: String) -> [String]? {
    guard let folder = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // SAFETY: the name ends in null inside the entry, which lives until the next `readdir`.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes the folder that the file at `path` lies in and those above it that are missing, for their owner only.
  ///
  /// - Throws: `SystemError` if one cannot be made.
  package static func makeFolder(ofFile path: String) throws(SystemError) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
      return
    }
    do throws(SystemFailure) {
      try PrivateFolder.make(String(path[..<slash]))
    } catch {
      throw SystemError(code: error.code)
    }
  }

  /// All bytes of the file at `path`; `isInterruptible`: a pending interrupt or termination ends
  /// the wait for a slow one.
  ///
  /// - Throws: `SystemError` if it cannot be opened or read.
  public static func contents(
    of path: String, isInterruptible: Bool = false
  ) throws(SystemError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw .last }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while true {
      switch read(from: descriptor, into: &bytes) {
      case .bytes: continue
      case .signal: if isInterruptible && Signals.isCancelled { throw SystemError(code: EINTR) }
      case .end: return bytes
      case .failed(let error): throw error
      }
    }
  }

  /// `path` without symbolic links, as far as it leads to something.
  static func resolvedPath(_ path: String) -> String {
    // SAFETY: with no buffer given the call allocates one, which is freed after it was copied.
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Opens and locks the regular file at `path`, making it if it is missing.
  static func openLocked(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = unsafe ce_open_locked(path)
    if descriptor < 0 { throw SystemError(code: -descriptor) }
    return descriptor
  }

  /// Puts a new file with `bytes`, which only its owner may read, in the place of the one at `path`, in one step.
  ///
  /// `isDurable`: it outlasts a loss of power too, which takes a write to the medium.
  static func replaceFile(
    _ path: String, with bytes: Span<UInt8>, isDurable: Bool = true
  ) throws(SystemError) {
    // SAFETY: the call reads the span's bytes and keeps no pointer.
    let error = unsafe bytes.withUnsafeBytes { block in
      unsafe block.baseAddress.map {
        unsafe ce_replace_file(path, $0, block.count, isDurable)
      } ?? EINVAL
    }
    if error != 0 { throw SystemError(code: error) }
  }

  // MARK: Descriptors

  static func close(_ descriptor: Int32) { ce_close(descriptor) }

  /// Adds `bytes` at the end of a file, all or none.
  static func append(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
    // SAFETY: the call reads the span's bytes and keeps no pointer.
    let error = unsafe bytes.withUnsafeBytes { block in
      unsafe block.baseAddress.map { unsafe ce_append(descriptor, $0, block.count) } ?? 0
    }
    if error != 0 { throw SystemError(code: error) }
  }

  /// Writes all of `bytes`, waiting as long as it takes; signals but for a termination do not end
  /// that.
  ///
  /// - Throws: `SystemError`; for a pipe that nobody reads any more its `isBrokenPipe` is true.
  public static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
    // SAFETY: the call reads the span's bytes and keeps no pointer.
    let error = unsafe bytes.withUnsafeBytes {
      unsafe ce_write(descriptor, $0.baseAddress, $0.count)
    }
    if error != 0 { throw SystemError(code: error) }
  }

  /// Starts a program; the second value is the writing end of its standard input, if it `isFed`.
  static func spawn(
    _ arguments: [String], environment: [String: String]?, isFed: Bool
  ) throws(SystemError) -> (process: Int32, feed: Int32?) {
    // The C library would follow the missing name into a crash.
    if arguments.isEmpty { throw SystemError(code: EINVAL) }
    let variables = (environment ?? Self.environment()).map { "\($0.key)=\($0.value)" }
    var process: pid_t = 0
    var feed: Int32 = -1
    // SAFETY: both lists end in null and live until the call returns, which copies what it needs.
    let error = unsafe withCStrings(arguments) { arguments in
      unsafe withCStrings(variables) { variables in
        unsafe ce_spawn(arguments, variables, isFed ? -1 : 0, &process, &feed)
      }
    }
    if error != 0 { throw SystemError(code: error) }
    return (process, feed < 0 ? nil : feed)
  }

  private static func withCStrings(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    // SAFETY: every copy is freed after `body`, and the list ends in null.
    var copies = unsafe strings.map { unsafe strdup($0) }
    unsafe copies.append(nil)
    let count = strings.count
    defer { for index in 0..<count { unsafe free(copies[index]) } }
    return unsafe copies.withUnsafeBufferPointer { list in
      unsafe list.baseAddress.map { unsafe body($0) } ?? EINVAL
    }
  }

  enum ReadResult {
    case bytes
    case end
    case signal
    case failed(SystemError)
  }

  /// Appends what `descriptor` has next to `buffer`, waiting for it or for a signal.
  static func read(from descriptor: Int32, into buffer: inout [UInt8]) -> ReadResult {
    switch ce_wait_readable(descriptor, -1) {
    case ce_wait_signal: return .signal
    case ce_wait_failed: return .failed(.last)
    default: break
    }
    let size = 65_536
    var count = 0
    // SAFETY: at most `size` bytes are written to a block that holds as many.
    let block = unsafe [UInt8](unsafeUninitializedCapacity: size) { room, used in
      count = unsafe systemRead(descriptor, room.baseAddress, size)
      used = max(count, 0)
    }
    if count < 0 { return errno == EINTR || errno == EAGAIN ? .signal : .failed(.last) }
    buffer += block
    return count == 0 ? .end : .bytes
  }

  private static func systemRead(
    _ descriptor: Int32, _ room: UnsafeMutableRawPointer?, _ size: Int
  ) -> Int {
    #if canImport(Glibc)
    unsafe Glibc.read(descriptor, room, size)
    #elseif canImport(Musl)
    unsafe Musl.read(descriptor, room, size)
    #else
    unsafe Darwin.read(descriptor, room, size)
    #endif
  }
}
