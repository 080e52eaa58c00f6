internal import Searching

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The calls to the system that writing needs; results are values, never `errno`.
enum Platform {
  /// How a write ended.
  enum WriteResult: Equatable {
    case done
    case closed
    case cancelled
    case failed(reason: String)
  }

  /// What stands at a path.
  enum FileKind: Equatable {
    case missing
    case regular(permissions: UInt32, size: Int)
    case directory
    case special
    case unknown(reason: String)
  }

  /// A call that worked, or the system's text for why it did not.
  enum Outcome<Value> {
    case success(Value)
    case failure(reason: String, code: Int32)
  }

  /// Writes all of `bytes`, waiting for a reader that is slow until `cancellation`.
  static func writeAll(
    _ bytes: Span<UInt8>, to descriptor: Int32, _ cancellation: Cancellation
  ) -> WriteResult {
    // SAFETY: `write` reads at most the `count - sent` bytes that follow `start + sent`.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return .done }
      var sent = 0
      while sent < bytes.count {
        let written = unsafe write(descriptor, start + sent, bytes.count - sent)
        if written >= 0 {
          sent += written
        } else {
          switch errno {
          case EINTR: break
          case EAGAIN: waitUntilWritable(descriptor)
          case EPIPE: return .closed
          case let code: return .failed(reason: text(of: code))
          }
        }
        // A signal ends a call that waits, perhaps after a part was written.
        if sent < bytes.count, cancellation.isCancelled { return .cancelled }
      }
      return .done
    }
  }

  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // SAFETY: one request, alive for the call.
    _ = unsafe poll(&request, 1, -1)
  }

  /// Reads at most `limit` bytes to the end of `bytes`; 0 at the end of the file.
  static func read(
    _ descriptor: Int32, upTo limit: Int, into bytes: inout [UInt8]
  ) -> Outcome<Int> {
    bytes = [UInt8](repeating: 0, count: limit)
    while true {
      // SAFETY: `read` writes at most `limit` bytes, the room of the array.
      let count = unsafe bytes.withUnsafeMutableBytes { room in
        unsafe systemRead(descriptor, room.baseAddress, limit)
      }
      if count >= 0 {
        bytes.removeLast(limit - count)
        return .success(count)
      }
      if errno != EINTR { return failure() }
    }
  }

  private static func systemRead(
    _ descriptor: Int32, _ room: UnsafeMutableRawPointer?, _ limit: Int
  ) -> Int {
    #if canImport(Glibc)
    unsafe Glibc.read(descriptor, room, limit)
    #elseif canImport(Musl)
    unsafe Musl.read(descriptor, room, limit)
    #else
    unsafe Darwin.read(descriptor, room, limit)
    #endif
  }

  static func kind(of path: String) -> FileKind {
    var facts = stat()
    // SAFETY: `facts` is alive for the call.
    if unsafe stat(path, &facts) != 0 {
      return errno == ENOENT ? .missing : .unknown(reason: text(of: errno))
    }
    switch facts.st_mode & S_IFMT {
    case S_IFDIR: return .directory
    case S_IFREG:
      return .regular(permissions: UInt32(facts.st_mode & 0o7777), size: Int(facts.st_size))
    default: return .special
    }
  }

  static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

  /// Opens a file that must not exist yet, for writing.
  static func create(_ path: String) -> Outcome<Int32> {
    outcome(unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666))
  }

  /// Opens an existing file, device or pipe for writing at its end.
  static func openForWriting(_ path: String) -> Outcome<Int32> {
    outcome(unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY))
  }

  static func openForReading(_ path: String) -> Outcome<Int32> {
    outcome(unsafe open(path, O_RDONLY | O_CLOEXEC))
  }

  static func setPermissions(_ permissions: UInt32, of descriptor: Int32) {
    _ = fchmod(descriptor, mode_t(permissions))
  }

  /// Puts the written bytes on the medium; a destination that cannot do that (a pipe) is no failure.
  static func synchronize(_ descriptor: Int32) -> Outcome<Int32> {
    if fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS {
      return .success(0)
    }
    return failure()
  }

  static func close(_ descriptor: Int32) -> Outcome<Int32> {
    #if canImport(Glibc)
    outcome(Glibc.close(descriptor))
    #elseif canImport(Musl)
    outcome(Musl.close(descriptor))
    #else
    outcome(Darwin.close(descriptor))
    #endif
  }

  /// Gives a file a new name, in place of whatever has that name.
  static func move(_ source: String, to target: String) -> Outcome<Int32> {
    outcome(unsafe rename(source, target))
  }

  /// Gives a file a new name that nothing may have yet.
  static func moveWithoutReplacing(_ source: String, to target: String) -> Outcome<Int32> {
    if unsafe link(source, target) == 0 {
      remove(source)
      return .success(0)
    }
    if errno == EEXIST { return failure() }
    // A file system without hard links: the check made at the start has to do.
    return move(source, to: target)
  }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  static func removeFile(_ path: String) -> Outcome<Int32> { outcome(unsafe unlink(path)) }

  /// The names in a folder that are UTF-8, without `.` and `..`, sorted.
  static func names(in folder: String) -> Outcome<[String]> {
    guard let listing = unsafe opendir(folder) else { return failure() }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while let entry = unsafe readdir(listing) {
      // SAFETY: the system ends the name with a zero byte, and it is copied here.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) {
          unsafe String(validatingCString: $0)
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return .success(names.sorted())
  }

  /// All bytes of a regular file; a failure if they are more than `limit`, or if it is of another kind.
  static func contents(of path: String, upTo limit: Int) -> Outcome<[UInt8]> {
    // A named pipe without a writer must not keep us waiting.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { return failure() }
    defer { _ = close(descriptor) }
    var facts = stat()
    // SAFETY: `facts` is alive for the call.
    if unsafe fstat(descriptor, &facts) != 0 { return failure() }
    if facts.st_mode & S_IFMT != S_IFREG {
      return .failure(reason: "it is no regular file", code: EINVAL)
    }
    var (all, block): ([UInt8], [UInt8]) = ([], [])
    while facts.st_size <= limit && all.count <= limit {
      switch read(descriptor, upTo: FileOutput.capacity, into: &block) {
      case .success(0): return .success(all)
      case .success: all += block
      case .failure(let reason, let code): return .failure(reason: reason, code: code)
      }
    }
    return .failure(reason: "it is larger than \(limit / 1_000_000) MB", code: EFBIG)
  }

  /// Whether a failure says that nothing is there.
  static func isMissing(_ code: Int32) -> Bool { code == ENOENT }

  /// Whether a failure says that the target is there already.
  static func isExisting(_ code: Int32) -> Bool { code == EEXIST }

  /// The path without symbolic links; nil if it leads nowhere.
  static func resolved(_ path: String) -> String? {
    // SAFETY: `realpath` gives a block of its own, copied and freed here.
    guard let block = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(block) }
    return unsafe String(cString: block)
  }

  /// The name of this machine, for links to its files; empty if unknown.
  static func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    // SAFETY: `gethostname` writes at most `count` bytes; the last stays 0.
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func outcome(_ result: Int32) -> Outcome<Int32> {
    result >= 0 ? .success(result) : failure()
  }

  private static func failure<Value>() -> Outcome<Value> {
    let code = errno
    return .failure(reason: text(of: code), code: code)
  }

  private static func text(of code: Int32) -> String {
    // SAFETY: the text is copied before any other call can change it.
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
