#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension Platform {
  /// The entries of a folder without `.` and `..`, in no particular order.
  static func entries(of folder: FilePath) throws(Failure) -> FolderNames {
    guard let stream = unsafe folder.withCString({ unsafe opendir($0) }) else {
      throw Failure.last
    }
    defer { unsafe closedir(stream) }
    var names = FolderNames()
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return names }
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let kind = unsafe kind(entry.pointee.d_type)
      // SAFETY: the name follows the other fields, and the system ends it with a zero byte.
      let start = unsafe UnsafeRawPointer(entry) + offset
      let count = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
      let name = unsafe UnsafeRawBufferPointer(start: start, count: count)
      unsafe append(name, kind, to: &names)
    }
    if errno != 0 { throw Failure.last }
    return names
  }

  private static func append(
    _ name: UnsafeRawBufferPointer, _ kind: FolderNames.Kind, to names: inout FolderNames
  ) {
    let dot = UInt8(ascii: ".")
    if unsafe name.isEmpty
      || name[0] == dot && (name.count == 1 || name.count == 2 && name[1] == dot)
    {
      return
    }
    // SAFETY: bytes may be read as such; the system changes them only at the next call.
    let bytes = unsafe name.bindMemory(to: UInt8.self)
    unsafe names.append(bytes.span, kind)
  }

  private static func kind(_ type: UInt8) -> FolderNames.Kind {
    switch Int(type) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_UNKNOWN): .unknown
    default: .other
    }
  }

  /// The names in a folder without `.` and `..`, in byte order.
  static func names(in folder: FilePath) throws(Failure) -> [FilePath] {
    let names = try entries(of: folder)
    return names.entries.sorted(by: names.precedes).map { FilePath(bytes: Array(names.name($0))) }
  }

  /// The absolute path of `path` without symbolic links; nil if it does not exist.
  static func resolved(_ path: FilePath) -> FilePath? {
    guard let resolved = unsafe path.withCString({ unsafe realpath($0, nil) }) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe FilePath(cString: resolved)
  }

  /// The bytes of a file; nil if it is not a regular file or cannot be read.
  static func contents(of path: FilePath) -> [UInt8]? {
    guard case .file(let size) = try? kind(of: path, followsLinks: true),
      let descriptor = try? open(path)
    else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(max(size, 256), 1 << 20) + 1)
    while true {
      let count = unsafe piece.withUnsafeMutableBufferPointer {
        unsafe try? read(descriptor, into: $0)
      }
      guard let count else { return nil }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }

  /// The value of an environment variable; nil if it is not set or empty.
  static func environmentPath(_ name: String) -> FilePath? {
    guard let value = unsafe getenv(name) else { return nil }
    let path = unsafe FilePath(cString: value)
    return path.bytes.isEmpty ? nil : path
  }
}
