/// The escapes of strings in JSON (RFC 8259): a backslash, then a letter or four hexadecimal digits.
public enum JSONEscape {
  /// Which control characters are written with a letter; the others are written with digits.
  public enum Letters {
    /// `\n`.
    case lineFeed
    /// `\n`, `\r`, `\t`.
    case whitespace
    /// All that JSON has: `\b`, `\t`, `\n`, `\f`, `\r`.
    case all
  }

  /// Whether a string cannot hold this byte as it is.
  ///
  /// - Complexity: O(1).
  @inlinable public static func isNeeded(for byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// The letter after the backslash; nil if the byte is written with digits.
  ///
  /// - Complexity: O(1).
  public static func letter(for byte: UInt8, _ letters: Letters) -> UInt8? {
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

  /// Appends the escape of an ASCII character.
  ///
  /// - Complexity: O(1).
  public static func append(
    _ byte: UInt8, _ letters: Letters, to buffer: inout GrowableBuffer<UInt8>
  ) {
    buffer.append(UInt8(ascii: "\\"))
    if let letter = letter(for: byte, letters) { return buffer.append(letter) }
    for digit in "u00".utf8 { buffer.append(digit) }
    buffer.append(digit(byte >> 4))
    buffer.append(digit(byte & 15))
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// What the letter after a backslash means; nil if there is no such escape.
  ///
  /// - Complexity: O(1).
  @inlinable public static func meaning(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The value of a hexadecimal digit in either case.
  ///
  /// - Complexity: O(1).
  @inlinable public static func value(ofDigit byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
