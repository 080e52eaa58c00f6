import UnicodeText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The calls to the system that loading needs.
enum Platform {
  /// What a path names.
  enum Kind: Equatable {
    case file(size: Int)
    case folder
    case link
    case other
  }

  /// A refusal of the system.
  struct Failure: Error, Equatable {
    let number: Int32

    var isMissing: Bool { number == ENOENT || number == ENOTDIR }
    var isFolder: Bool { number == EISDIR }
    var isInterruption: Bool { number == EINTR }

    /// A few words for people.
    var reason: String {
      switch number {
      case EACCES, EPERM: "permission denied"
      case ENOENT: "no such file"
      case ENOTDIR: "a part of the path is no folder"
      case ELOOP: "too many symbolic links"
      case ENAMETOOLONG: "the name is too long"
      case EMFILE, ENFILE: "too many open files"
      case EIO: "input/output error"
      case ENOMEM: "out of memory"
      case EBADF: "not open for reading"
      default: "system error \(number)"
      }
    }

    static var last: Failure { Failure(number: errno) }
    static let folder = Failure(number: EISDIR)
  }

  /// What `path` names; symbolic links are followed only if `followsLinks`.
  static func kind(of path: FilePath, followsLinks: Bool) throws(Failure) -> Kind {
    var facts = stat()
    let result = unsafe path.withCString {
      unsafe followsLinks ? stat($0, &facts) : lstat($0, &facts)
    }
    if result != 0 { throw Failure.last }
    return kind(facts)
  }

  /// The kind of what `path` names, links followed, its bytes, and when it was changed last.
  static func facts(of path: FilePath) throws(Failure) -> (kind: Kind, size: Int, modified: Int64) {
    var facts = stat()
    if unsafe path.withCString({ unsafe stat($0, &facts) }) != 0 { throw Failure.last }
    #if canImport(Darwin)
    let time = facts.st_mtimespec
    #else
    let time = facts.st_mtim
    #endif
    // A time that 64 bits of nanoseconds do not hold wraps: it still differs from others.
    let modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    return (kind(facts), Int(facts.st_size), modified)
  }

  private static func kind(_ facts: stat) -> Kind {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: .file(size: Int(facts.st_size))
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// Opens a file for reading.
  static func open(_ path: FilePath) throws(Failure) -> Int32 {
    let descriptor = unsafe path.withCString { unsafe Self.openForReading($0) }
    if descriptor < 0 { throw Failure.last }
    return descriptor
  }

  private static func openForReading(_ path: UnsafePointer<CChar>) -> Int32 {
    #if canImport(Glibc)
    unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    #elseif canImport(Musl)
    unsafe Musl.open(path, O_RDONLY | O_CLOEXEC)
    #elseif canImport(Darwin)
    unsafe Darwin.open(path, O_RDONLY | O_CLOEXEC)
    #endif
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Glibc)
    _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
    _ = Musl.close(descriptor)
    #elseif canImport(Darwin)
    _ = Darwin.close(descriptor)
    #endif
  }

  static func kind(of descriptor: Int32) throws(Failure) -> Kind {
    var facts = stat()
    if unsafe fstat(descriptor, &facts) != 0 { throw Failure.last }
    return kind(facts)
  }

  /// Whether a read would not wait, or comes to that within some milliseconds.
  static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // SAFETY: one request, alive for the call.
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  /// Reads at most as much as `room` holds; 0 at the end.
  static func read(
    _ descriptor: Int32, into room: UnsafeMutableBufferPointer<UInt8>
  ) throws(Failure) -> Int {
    #if canImport(Glibc)
    let count = unsafe Glibc.read(descriptor, room.baseAddress, room.count)
    #elseif canImport(Musl)
    let count = unsafe Musl.read(descriptor, room.baseAddress, room.count)
    #elseif canImport(Darwin)
    let count = unsafe Darwin.read(descriptor, room.baseAddress, room.count)
    #endif
    if count < 0 { throw Failure.last }
    return count
  }

  /// Opens a new file that has no name and is gone once it is closed, in `TMPDIR` or `/tmp`.
  static func temporaryFile() throws(Failure) -> Int32 {
    let folder = unsafe getenv("TMPDIR").map { unsafe FilePath(cString: $0) } ?? FilePath("/tmp")
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
    if descriptor < 0 { throw Failure.last }
    return descriptor
  }

  /// Writes all bytes to a file.
  static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let rest = bytes.extracting(done..<bytes.count)
      // SAFETY: the call reads the bytes of the span, which outlives it.
      let count = unsafe rest.withUnsafeBufferPointer { rest in
        #if canImport(Glibc)
        unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
        unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Darwin)
        unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count < 0 {
        if Failure.last.isInterruption { continue }
        throw Failure.last
      }
      done += count
    }
  }

  /// Goes to `offset` of an open file.
  static func seek(_ descriptor: Int32, to offset: Int) throws(Failure) {
    if lseek(descriptor, off_t(offset), SEEK_SET) < 0 { throw Failure.last }
  }

  /// The folder that the process is in.
  static func currentFolder() -> FilePath? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe FilePath(cString: path)
  }

  /// Seconds of a clock that never goes back.
  static func seconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The bytes of memory that programs can still get, nil where the system does not say.
  static func availableMemory() -> Int? {
    guard let descriptor = try? open(FilePath("/proc/meminfo")) else { return nil }
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 4096)
    let count = unsafe text.withUnsafeMutableBufferPointer { room in
      unsafe (try? read(descriptor, into: room)) ?? 0
    }
    let lines = String(decoding: text[0..<count], as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("MemAvailable:") }) else { return nil }
    return Int(line.filter { $0.isNumber }).map { $0 * 1024 }
  }

  /// Whether both hold the same bytes.
  static func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
    if a.count != b.count { return false }
    return unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in
        guard let left = a.baseAddress, let right = b.baseAddress else { return true }
        // SAFETY: both are `a.count` bytes long.
        return unsafe memcmp(left, right, a.count) == 0
      }
    }
  }

  /// Copies bytes that may overlap.
  static func move(
    _ source: UnsafeMutablePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    unsafe memmove(target, source, count)
  }
}
