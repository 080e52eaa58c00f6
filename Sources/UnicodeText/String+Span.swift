extension String {
  /// Creates a string from valid UTF-8.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(copying bytes: Span<UInt8>) {
    // SAFETY: the buffer holds at least the requested number of bytes, and all of them are written.
    unsafe self.init(unsafeUninitializedCapacity: bytes.count) { room in
      for index in bytes.indices { unsafe room[index] = bytes[index] }
      return bytes.count
    }
  }

  /// Creates a string from bytes; ill-formed UTF-8 becomes U+FFFD.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(decoding bytes: Span<UInt8>) {
    // SAFETY: the string copies the bytes within the closure.
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
