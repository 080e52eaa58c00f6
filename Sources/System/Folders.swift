#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Lists and creates folders.
extension Platform {
  /// The kind of a folder entry; `unknown` if the file system does not report kinds in listings.
  package enum EntryKind {
    case file
    case folder
    case other
    case unknown
  }

  /// Calls `body` with each entry of a folder except `.` and `..`, in any order.
  package static func readEntries(
    of folder: some PathText, _ body: (_ name: Span<UInt8>, _ kind: EntryKind) -> Void
  ) throws(SystemError) {
    var opened: OpaquePointer?
    repeat {
      unsafe folder.lend { unsafe opened = unsafe opendir($0) }
    } while unsafe opened == nil && errno == EINTR
    guard let stream = unsafe opened else { throw .last }
    defer { unsafe closedir(stream) }
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let kind = unsafe entryKind(entry.pointee.d_type)
      // SAFETY: the name follows the other fields, and the system ends it with a zero byte. The
      // name lives until the next call.
      let start = unsafe UnsafeRawPointer(entry) + offset
      let count = unsafe strlen(start.assumingMemoryBound(to: CChar.self))
      let name = unsafe UnsafeRawBufferPointer(start: start, count: count)
        .bindMemory(to: UInt8.self).span
      if !isSelfOrParent(name) { body(name, kind) }
    }
    if errno != 0 { throw .last }
  }

  private static func isSelfOrParent(_ name: Span<UInt8>) -> Bool {
    let dot = UInt8(ascii: ".")
    if name.isEmpty { return true }
    return name[0] == dot && (name.count == 1 || name.count == 2 && name[1] == dot)
  }

  private static func entryKind(_ type: UInt8) -> EntryKind {
    switch Int(type) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_UNKNOWN): .unknown
    default: .other
    }
  }

  /// The names in a folder except `.` and `..`, in byte order.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of names.
  package static func names(in folder: some PathText) throws(SystemError) -> [FilePath] {
    var names: [[UInt8]] = []
    try readEntries(of: folder) { name, _ in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(name.count)
      for index in name.indices { bytes.append(name[index]) }
      names.append(bytes)
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    return names.map { FilePath(bytes: $0) }
  }

  /// The names in a folder as text, in byte order; nil if the folder cannot be read.
  package static func names(inDirectory path: String) -> [String]? {
    (try? names(in: path))?.map(\.text)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The absolute path of the working directory; nil if the directory was removed.
  package static func currentFolder() -> FilePath? {
    // SAFETY: without a buffer argument, the call allocates a buffer, which is copied and freed
    // here.
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe FilePath(cString: path)
  }

  /// The absolute path of the working directory, as text.
  package static func workingDirectory() -> String? { currentFolder()?.text }

  /// Creates a folder with access for its owner only.
  static func makeFolder(_ path: String) throws(SystemError) {
    // SAFETY: the path is valid during the call.
    if unsafe mkdir(path, 0o700) != 0 { throw .last }
  }

  /// Creates the missing parent folders of `path` with access for their owner only.
  package static func makeFolder(ofFile path: String) throws(SystemError) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
      return
    }
    try PrivateFolder.make(String(path[..<slash]))
  }
}
