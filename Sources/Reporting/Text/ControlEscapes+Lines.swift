internal import UnicodeText

extension ControlEscapes {
  /// How to write escaped characters.
  enum Form: Sendable {
    /// Visible escapes as `escaped(_:)` writes them, such as `^[` or `\u{202E}`.
    case visible
    /// JSON string escapes, so that JSON output stays valid.
    case json
  }

  /// Like `escaped(_:)`, but keeps newlines and tabs, for formats such as CSV in which these
  /// characters are syntax.
  ///
  /// - Complexity: O(*n*).
  static func escapedLines(_ text: String, as form: Form = .visible) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if previous == "\r", scalar != "\n" { result.append(contentsOf: "^M".unicodeScalars) }
      if previous == "\r", scalar == "\n" { result.append("\r") }
      previous = scalar
      switch scalar {
      case "\r": continue
      case "\n", "\t": result.append(scalar)
      case _ where isActive(scalar):
        result.append(contentsOf: escaped(scalar, as: form).unicodeScalars)
      default: result.append(scalar)
      }
    }
    if previous == "\r" { result.append(contentsOf: "^M".unicodeScalars) }
    return String(result)
  }

  private static func escaped(_ scalar: Unicode.Scalar, as form: Form) -> String {
    if form == .visible { return escaped(scalar) }
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
