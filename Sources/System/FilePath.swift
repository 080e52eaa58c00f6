/// A path for system calls, as text or as bytes that need not be valid UTF-8.
package protocol PathText {
  /// Calls `body` with the path as a C string, which ends at the first zero byte.
  ///
  /// The method does not return the result of `body`, because an unspecialized generic call for
  /// each file would be slow.
  func lend(_ body: (UnsafePointer<CChar>) -> Void)
}

extension String: PathText {
  package func lend(_ body: (UnsafePointer<CChar>) -> Void) {
    unsafe withCString { unsafe body($0) }
  }
}

/// A path as bytes, which need not be valid UTF-8.
package struct FilePath: PathText, Hashable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package init(_ path: String) { bytes = Array(path.utf8) }

  /// - Precondition: `cString` ends with a zero byte.
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

  /// The part of the path after its last slash.
  package var lastComponent: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// The part of the path after its last slash, as text.
  package var nameText: String { String(decoding: lastComponent, as: UTF8.self) }

  /// The part of the path before its last slash; `.` if the path has no slash.
  package var folder: FilePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return FilePath(bytes: Array(bytes[0..<max(slash, 1)]))
  }

  /// The path of `name` in this folder; an empty path refers to the current folder.
  package func appending(_ name: FilePath) -> FilePath {
    if bytes.isEmpty { return name }
    let separator = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FilePath(bytes: bytes + separator + name.bytes)
  }

  /// Calls `body` with the path as a C string, which ends at the first zero byte.
  package func lend(_ body: (UnsafePointer<CChar>) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 2) { buffer in
      for (index, byte) in bytes.enumerated() { unsafe buffer[index] = CChar(bitPattern: byte) }
      // Pass `.` for the empty path, which means the current folder.
      if bytes.isEmpty { unsafe buffer[0] = CChar(bitPattern: UInt8(ascii: ".")) }
      unsafe buffer[max(bytes.count, 1)] = 0
      guard let start = buffer.baseAddress else { preconditionFailure("never empty") }
      // SAFETY: the path ends with a zero byte.
      unsafe body(UnsafePointer(start))
    }
  }
}
