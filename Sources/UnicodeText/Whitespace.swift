/// The definitions of whitespace in the tokenizers and in the query grammars.
public enum Whitespace {
  /// Whether the scalar has the property White_Space.
  ///
  /// - Complexity: O(1).
  @inlinable public static func isWhiteSpace(_ scalar: UInt32) -> Bool {
    if scalar < 0x85 { return scalar == 0x20 || (scalar >= 0x09 && scalar <= 0x0D) }
    switch scalar {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: return true
    default: return false
    }
  }

  /// Whether the classic boolean grammar treats the scalar as whitespace.
  ///
  /// The classic boolean grammar treats U+200B as whitespace, but not newlines.
  ///
  /// - Complexity: O(1).
  @inlinable public static func isClassicWhitespace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20, 0x09, 0xA0, 0x1680, 0x2000...0x200B, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// Returns `text` without White_Space characters at its start and at its end.
  ///
  /// - Complexity: O(*n*), where *n* is the number of scalars removed.
  public static func trimmed(_ text: String) -> Substring {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isWhiteSpace($0.value) }),
      let last = scalars.lastIndex(where: { !isWhiteSpace($0.value) })
    else { return text[text.endIndex...] }
    return Substring(scalars[first...last])
  }
}
