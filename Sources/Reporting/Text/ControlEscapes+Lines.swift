internal import UnicodeText

extension ControlEscapes {
  /// Like `escaped(_:)`, but keeps newlines and tabs, for text that is a file format itself.
  ///
  /// - Complexity: O(*n*).
  static func escapedLines(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if previous == "\r", scalar != "\n" { result.append(contentsOf: "^M".unicodeScalars) }
      if previous == "\r", scalar == "\n" { result.append("\r") }
      previous = scalar
      switch scalar {
      case "\r": continue
      case "\n", "\t": result.append(scalar)
      case _ where isActive(scalar): result.append(contentsOf: escaped(scalar).unicodeScalars)
      default: result.append(scalar)
      }
    }
    if previous == "\r" { result.append(contentsOf: "^M".unicodeScalars) }
    return String(result)
  }
}
