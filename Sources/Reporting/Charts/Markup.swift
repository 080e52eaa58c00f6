internal import Basics
internal import UnicodeText

/// Escapes text and writes elements for XML and HTML.
enum Markup {
  /// `text` escaped as the content of an element or of a quoted attribute.
  ///
  /// Markup characters become entities. Control characters, and characters that XML forbids, become
  /// visible escapes.
  ///
  /// - Complexity: O(*n*).
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in ControlEscapes.escaped(text).unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      case "\u{FFFE}", "\u{FFFF}": result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// An element with its attributes in order; `content` must already be escaped.
  static func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: String? = nil
  ) -> String {
    let opening = attributes.reduce("<" + name) { $0 + " \($1.key)=\"\(escaped($1.value))\"" }
    return content.map { "\(opening)>\($0)</\(name)>" } ?? opening + "/>"
  }

  /// A coordinate with at most two decimals.
  static func number(_ value: Double) -> String {
    var text = NumberFormat.fixed(value, decimals: 2)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
