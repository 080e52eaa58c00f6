#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A temporary folder that is deleted with its contents.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/reporting-XXXXXX".utf8CString)
    // SAFETY: The template is writable and null-terminated.
    path = unsafe template.withUnsafeMutableBufferPointer { name in
      guard let base = name.baseAddress, let made = unsafe mkdtemp(base) else { return "" }
      return unsafe String(cString: made)
    }
    precondition(!path.isEmpty, "no temporary folder can be made")
  }

  deinit {
    unsafe chmod(path, 0o700)
    for name in names { unsafe unlink(path + "/" + name) }
    unsafe rmdir(path)
  }

  /// The sorted names of the folder's entries.
  var names: [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // SAFETY: The name of an entry is null-terminated, and the string copies it.
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func file(_ name: String) -> String { path + "/" + name }

  func makeFolder(_ name: String) { unsafe mkdir(file(name), 0o700) }

  func makeLink(_ name: String, to target: String) { unsafe symlink(target, file(name)) }

  func setPermissions(_ permissions: UInt32, of name: String) {
    unsafe chmod(file(name), mode_t(permissions))
  }

  func permissions(of name: String) -> UInt32 {
    var facts = stat()
    unsafe stat(file(name), &facts)
    return UInt32(facts.st_mode & 0o7777)
  }

  func isLink(_ name: String) -> Bool {
    var facts = stat()
    unsafe lstat(file(name), &facts)
    return facts.st_mode & S_IFMT == S_IFLNK
  }

  func write(_ text: String, to name: String) {
    let descriptor = unsafe open(file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    let bytes = Array(text.utf8)
    // SAFETY: `write` only reads the bytes of the array, which stays valid during the call.
    _ = unsafe bytes.withUnsafeBytes { unsafe Descriptor.write(descriptor, $0) }
    Descriptor.close(descriptor)
  }

  func text(of name: String) -> String? {
    let descriptor = unsafe open(file(name), O_RDONLY)
    if descriptor < 0 { return nil }
    defer { Descriptor.close(descriptor) }
    return Descriptor.readAll(descriptor)
  }
}

/// System calls on file descriptors.
enum Descriptor {
  static var isRoot: Bool { geteuid() == 0 }

  /// A pipe, with its read end first.
  static func pipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    #if canImport(Darwin)
    _ = unsafe Darwin.pipe(&ends)
    #elseif canImport(Musl)
    _ = unsafe Musl.pipe(&ends)
    #else
    _ = unsafe Glibc.pipe(&ends)
    #endif
    return (ends[0], ends[1])
  }

  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  static func openForWriting(_ path: String) -> Int32 { unsafe open(path, O_WRONLY) }

  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
    _ = Darwin.close(descriptor)
    #elseif canImport(Musl)
    _ = Musl.close(descriptor)
    #else
    _ = Glibc.close(descriptor)
    #endif
  }

  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
    unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
    unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
    unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// The result of one `read` call, at most `limit` bytes.
  static func readSome(_ descriptor: Int32, upTo limit: Int) -> String {
    var block = [UInt8](repeating: 0, count: limit)
    // SAFETY: `read` writes at most the size of the block.
    let count = unsafe block.withUnsafeMutableBytes { buffer in
      unsafe read(descriptor, buffer.baseAddress, buffer.count)
    }
    return String(decoding: block.prefix(max(0, count)), as: UTF8.self)
  }

  static func readAll(_ descriptor: Int32) -> String {
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      // SAFETY: `read` writes at most the size of the block.
      let count = unsafe block.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count <= 0 { return String(decoding: all, as: UTF8.self) }
      all += block[..<count]
    }
  }
}
