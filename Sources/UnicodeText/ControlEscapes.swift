/// The visible escapes of characters that a terminal would otherwise interpret.
///
/// - C0 controls and DEL are escaped as in `cat -v` and vi: `^[`, `^@`, `^?`.
/// - C1 controls (U+0080...009F), bidi controls, line and paragraph separators, and U+FEFF are
///   escaped as hexadecimal numbers: `\u{202E}`.
/// - All other non-ASCII characters are also escaped as hexadecimal numbers if the terminal does
///   not display UTF-8.
///
/// Text in exported files is never escaped.
public enum ControlEscapes {
  /// Whether a terminal would interpret `scalar` instead of displaying it.
  ///
  /// - Complexity: O(1).
  public static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// The visible escape of `scalar`.
  ///
  /// - Complexity: O(1).
  public static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0..<0x20: "^" + String(Unicode.Scalar(UInt8(scalar.value) + 0x40))
    case 0x7F: "^?"
    default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
  }

  /// Escapes all characters of `text` that a terminal would interpret, and all non-ASCII characters
  /// if `keepingUnicode` is false.
  ///
  /// - Complexity: O(*n*).
  public static func escaped(_ text: String, keepingUnicode: Bool = true) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isActive(scalar) || !keepingUnicode && !scalar.isASCII {
        result.append(contentsOf: escaped(scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
