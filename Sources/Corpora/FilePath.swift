/// A path as the system has it: bytes, which need not be UTF-8.
struct FilePath: Hashable, Sendable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(_ path: String) { bytes = Array(path.utf8) }

  /// - Precondition: a zero byte ends `cString`.
  @unsafe init(cString: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var next = unsafe cString
    while unsafe next.pointee != 0 {
      unsafe bytes.append(UInt8(bitPattern: next.pointee))
      unsafe next += 1
    }
    self.bytes = bytes
  }

  /// The path as text; bytes that are no UTF-8 show as U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The part after the last slash.
  var lastComponent: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// The part after the last slash, as text.
  var nameText: String { String(decoding: lastComponent, as: UTF8.self) }

  /// The part up to the last slash, `.` if there is none.
  var folder: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return FilePath(bytes: Array(bytes[0..<max(slash, 1)]))
  }

  /// The path of `name` in this folder; the empty path is the current folder.
  func appending(_ name: FilePath) -> FilePath {
    if bytes.isEmpty { return name }
    let separator = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(bytes: bytes + separator + name.bytes)
  }

  /// Lends the path as the system wants it; an embedded zero byte ends it.
  func withCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    let path = bytes.isEmpty ? [UInt8(ascii: ".")] : bytes
    let terminated = path.map { CChar(bitPattern: $0) } + [0]
    return unsafe terminated.withUnsafeBufferPointer { characters in
      guard let start = characters.baseAddress else { preconditionFailure("never empty") }
      return unsafe body(start)
    }
  }
}
