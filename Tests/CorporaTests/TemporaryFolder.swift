#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A temporary folder that exists as long as this object.
@safe final class TemporaryFolder {
  let path: String
  private var made: [(path: String, isFolder: Bool)] = []

  init() throws {
    var template = Array("/tmp/searchbench-tests-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Failure(number: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  struct Failure: Error { let number: Int32 }

  deinit {
    for item in made.reversed() {
      if item.isFolder { unsafe rmdir(item.path) } else { unsafe unlink(item.path) }
    }
    unsafe rmdir(path)
  }

  /// The path of `name` in this folder.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and creates the folders above it; returns its path.
  @discardableResult func write(_ bytes: [UInt8], to name: String) throws -> String {
    try makeFolders(of: name)
    let file = path(name)
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    if descriptor < 0 { throw Failure(number: errno) }
    defer { close(descriptor) }
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes[start...].withUnsafeBytes {
        unsafe Self.write(descriptor, $0.baseAddress, $0.count)
      }
      if written <= 0 { throw Failure(number: errno) }
      start += written
    }
    if !made.contains(where: { $0.path == file }) { made.append((file, false)) }
    return file
  }

  @discardableResult func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  func makeFolder(_ name: String) throws { try makeFolders(of: name + "/") }

  func link(_ name: String, to target: String) throws {
    if unsafe symlink(target, path(name)) != 0 { throw Failure(number: errno) }
    made.append((path(name), false))
  }

  /// Calls `body` with a descriptor of the folder itself.
  func withDescriptor(_ body: (Int32) -> Void) throws {
    let descriptor = unsafe open(path, O_RDONLY)
    if descriptor < 0 { throw Failure(number: errno) }
    defer { close(descriptor) }
    body(descriptor)
  }

  /// Removes all permissions of a file.
  func lock(_ name: String) { unsafe chmod(path(name), 0) }

  /// Restores all permissions of a folder.
  func unlock(_ name: String) { unsafe chmod(path(name), 0o700) }

  /// Sets the modification time of a file.
  func setTime(of name: String, seconds: Int, nanoseconds: Int) throws {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    let result = unsafe [time, time].withUnsafeBufferPointer {
      unsafe utimensat(AT_FDCWD, path(name), $0.baseAddress, 0)
    }
    if result != 0 { throw Failure(number: errno) }
  }

  /// Whether this process runs as root, which can ignore permissions.
  static var isRoot: Bool { getuid() == 0 }

  private func makeFolders(of name: String) throws {
    var folder = ""
    for part in name.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      folder += folder.isEmpty ? String(part) : "/\(part)"
      let folderPath = path(folder)
      if made.contains(where: { $0.path == folderPath }) { continue }
      if unsafe mkdir(folderPath, 0o700) != 0 { throw Failure(number: errno) }
      made.append((folderPath, true))
    }
  }

  /// Calls `body` with the read end of a pipe that contains `bytes`, which must be at most 64 KB.
  static func withPipe<R>(of bytes: [UInt8], _ body: (Int32) throws -> R) throws -> R {
    var ends: [Int32] = [0, 0]
    if unsafe pipe(&ends) != 0 { throw Failure(number: errno) }
    defer { close(ends[0]) }
    let written = unsafe bytes.withUnsafeBytes {
      unsafe write(ends[1], $0.baseAddress, $0.count)
    }
    close(ends[1])
    if written != bytes.count { throw Failure(number: errno) }
    return try body(ends[0])
  }

  private static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
    unsafe Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
    unsafe Musl.write(descriptor, bytes, count)
    #elseif canImport(Darwin)
    unsafe Darwin.write(descriptor, bytes, count)
    #endif
  }
}
