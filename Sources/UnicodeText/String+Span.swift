extension String {
  /// Creates a string from bytes; ill-formed UTF-8 becomes U+FFFD.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(decoding bytes: Span<UInt8>) {
    if let text = try? UTF8Span(validating: bytes) {
      self.init(copying: text)
    } else {
      self.init(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }
}
