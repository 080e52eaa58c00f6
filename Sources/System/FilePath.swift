/// A path for system calls: text, or bytes that may not be UTF-8.
package protocol PathText {
  /// Calls `body` with the path as a C string; an embedded zero byte ends it.
  ///
  /// Not generic over a result, because an unspecialized call for each file would be slow.
  func lend(_ body: (UnsafePointer<CChar>) -> Void)
}

extension String: PathText {
  package func lend(_ body: (UnsafePointer<CChar>) -> Void) {
    unsafe withCString { unsafe body($0) }
  }
}

/// A path as bytes, which may not be UTF-8.
package struct FilePath: PathText, Hashable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package init(_ path: String) { bytes = Array(path.utf8) }

  /// - Precondition: a zero byte ends `cString`.
  @unsafe package init(cString: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var next = unsafe cString
    while unsafe next.pointee != 0 {
      unsafe bytes.append(UInt8(bitPattern: next.pointee))
      unsafe next += 1
    }
    self.bytes = bytes
  }

  /// The path as text; bytes that are not valid UTF-8 become U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The part after the last slash.
  package var lastComponent: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// The part after the last slash, as text.
  package var nameText: String { String(decoding: lastComponent, as: UTF8.self) }

  /// The part up to the last slash, `.` if there is none.
  package var folder: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return FilePath(bytes: Array(bytes[0..<max(slash, 1)]))
  }

  /// The path of `name` in this folder; the empty path is the current folder.
  package func appending(_ name: FilePath) -> FilePath {
    if bytes.isEmpty { return name }
    let separator = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(bytes: bytes + separator + name.bytes)
  }

  /// Calls `body` with the path as a C string; an embedded zero byte ends it.
  package func lend(_ body: (UnsafePointer<CChar>) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 2) { room in
      for (index, byte) in bytes.enumerated() { unsafe room[index] = CChar(bitPattern: byte) }
      // The empty path means the current folder.
      if bytes.isEmpty { unsafe room[0] = CChar(bitPattern: UInt8(ascii: ".")) }
      unsafe room[max(bytes.count, 1)] = 0
      guard let start = room.baseAddress else { preconditionFailure("never empty") }
      // SAFETY: a zero byte ends the path.
      unsafe body(UnsafePointer(start))
    }
  }
}
