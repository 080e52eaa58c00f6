package import UnicodeText

/// Writes strings as JSON (RFC 8259).
///
/// An escape is a backslash and one character, or `\u` and four hexadecimal digits.
package enum JSONText {
  /// The set of control characters that are escaped with a letter; other control characters are
  /// escaped with digits.
  package enum Letters {
    /// `\n`.
    case lineFeed
    /// `\n`, `\r`, `\t`.
    case whitespace
    /// All letters that JSON defines: `\b`, `\t`, `\n`, `\f`, `\r`.
    case all
  }

  /// Appends a string in quotes.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func append(
    _ text: Span<UInt8>, _ letters: Letters, to buffer: inout GrowableBuffer<UInt8>
  ) {
    buffer.append(UInt8(ascii: "\""))
    appendUnquoted(text, letters, to: &buffer)
    buffer.append(UInt8(ascii: "\""))
  }

  /// Appends a string without the surrounding quotes.
  ///
  /// Quotes, backslashes and C0 control characters in the string are escaped.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func appendUnquoted(
    _ text: Span<UInt8>, _ letters: Letters, to buffer: inout GrowableBuffer<UInt8>
  ) {
    var start = 0
    while true {
      let end = Kernels.jsonTextEnd(in: text, from: start)
      buffer.append(copying: text.extracting(start..<end))
      if end == text.count { return }
      if let letter = letter(for: text[end], letters) {
        buffer.append(UInt8(ascii: "\\"))
        buffer.append(letter)
      } else {
        appendEscape(UInt16(text[end]), to: &buffer)
      }
      start = end + 1
    }
  }

  /// Appends `\u` and four hexadecimal digits.
  static func appendEscape(_ unit: UInt16, to buffer: inout GrowableBuffer<UInt8>) {
    for byte in "\\u".utf8 { buffer.append(byte) }
    for shift: UInt16 in [12, 8, 4, 0] {
      let digit = UInt8(unit >> shift & 15)
      buffer.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }

  private static func letter(for byte: UInt8, _ letters: Letters) -> UInt8? {
    switch (byte, letters) {
    case (UInt8(ascii: "\""), _), (UInt8(ascii: "\\"), _): byte
    case (0x0A, _): UInt8(ascii: "n")
    case (0x09, .whitespace), (0x09, .all): UInt8(ascii: "t")
    case (0x0D, .whitespace), (0x0D, .all): UInt8(ascii: "r")
    case (0x08, .all): UInt8(ascii: "b")
    case (0x0C, .all): UInt8(ascii: "f")
    default: nil
    }
  }
}
