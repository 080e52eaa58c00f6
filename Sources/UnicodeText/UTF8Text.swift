/// Validation and repair of UTF-8.
public enum UTF8Text {
  /// The length of the longest prefix of `bytes` that is valid UTF-8.
  ///
  /// - Complexity: O(*n*), where *n* is the returned number of bytes.
  public static func validPrefix(of bytes: Span<UInt8>) -> Int { Kernels.validPrefix(of: bytes) }

  /// Appends `bytes`, replaces ill-formed sequences by U+FFFD, and returns the number of
  /// replacements.
  ///
  /// Each maximal subpart of an ill-formed sequence is replaced by one U+FFFD. A maximal subpart is
  /// the longest prefix of a well-formed sequence, or a single byte if there is no such prefix.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public static func appendRepaired(
    _ bytes: Span<UInt8>, to output: inout GrowableBuffer<UInt8>
  ) -> Int {
    var replaced = 0
    var at = 0
    while at < bytes.count {
      let valid = Kernels.validPrefix(of: bytes, from: at)
      output.append(copying: bytes.extracting(at..<at + valid))
      at += valid
      if at == bytes.count { break }
      at += Kernels.maximalSubpart(of: bytes, at: at)
      output.append(0xEF)
      output.append(0xBF)
      output.append(0xBD)
      replaced += 1
    }
    return replaced
  }

  /// Whether `bytes` contains only ASCII and the bytes of `Separator`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  public static func isASCII(_ bytes: Span<UInt8>) -> Bool {
    Kernels.asciiPrefix(of: bytes) == bytes.count
  }

  /// Decodes the scalar that begins at `index` of valid UTF-8.
  ///
  /// For the bytes of `Separator`, 0xFE and 0xFF, the results are these values, with length 1. The
  /// scalars U+00FE and U+00FF give the same values, but with length 2.
  ///
  /// - Complexity: O(1).
  @inlinable public static func scalar(
    at index: Int, in text: Span<UInt8>
  ) -> (scalar: UInt32, length: Int) {
    let lead = UInt32(text[index])
    if lead < 0x80 || lead >= 0xFE { return (lead, 1) }
    let rest = text.count - index
    if lead < 0xE0 && rest > 1 {
      return ((lead & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F), 2)
    }
    if lead < 0xF0 && rest > 2 {
      let middle = UInt32(text[index + 1] & 0x3F) << 6
      return ((lead & 0x0F) << 12 | middle | UInt32(text[index + 2] & 0x3F), 3)
    }
    if lead >= 0xF0 && rest > 3 {
      let high = (lead & 0x07) << 18 | UInt32(text[index + 1] & 0x3F) << 12
      return (high | UInt32(text[index + 2] & 0x3F) << 6 | UInt32(text[index + 3] & 0x3F), 4)
    }
    return (0xFFFD, 1)
  }

  /// The offset of the last scalar before `end` in valid UTF-8.
  ///
  /// - Complexity: O(1).
  @inlinable package static func start(ofScalarBefore end: Int, in text: Span<UInt8>) -> Int {
    var start = end - 1
    while start > 0, end - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }
}

extension GrowableBuffer where Element == UInt8 {
  /// Appends the UTF-8 of a scalar.
  ///
  /// - Complexity: O(1), amortized.
  public mutating func append(scalar: UInt32) {
    if scalar < 0x80 {
      append(UInt8(scalar))
    } else if scalar < 0x800 {
      append(UInt8(0xC0 | scalar >> 6))
      append(UInt8(0x80 | scalar & 0x3F))
    } else if scalar < 0x10000 {
      append(UInt8(0xE0 | scalar >> 12))
      append(UInt8(0x80 | scalar >> 6 & 0x3F))
      append(UInt8(0x80 | scalar & 0x3F))
    } else {
      append(UInt8(0xF0 | scalar >> 18))
      append(UInt8(0x80 | scalar >> 12 & 0x3F))
      append(UInt8(0x80 | scalar >> 6 & 0x3F))
      append(UInt8(0x80 | scalar & 0x3F))
    }
  }
}
