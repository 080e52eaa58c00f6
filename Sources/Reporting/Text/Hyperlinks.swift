internal import Basics
internal import System

/// Whether a terminal shows file positions as hyperlinks (OSC 8), and which URL a hyperlink opens.
package enum Hyperlinks: Hashable, Sendable {
  case never

  /// `file://HOST/PATH`, which most terminals open.
  case auto

  /// A template whose `{path}`, `{line}`, `{column}` and `{host}` are replaced, for editors with
  /// their own URL scheme.
  case format(String)

  /// Parses the setting: `auto`, `never`, or a template, which must contain `{path}`.
  package init?(_ setting: String) {
    switch setting {
    case "auto": self = .auto
    case "never": self = .never
    case _ where setting.hasOccurrence(of: "{path}"): self = .format(setting)
    default: return nil
    }
  }

  /// The link to a position in a file; nil if there is no file to open.
  ///
  /// `path` may be relative to the current folder.
  ///
  /// - Complexity: O(*n*), plus a system call that resolves the path.
  func target(path: String, line: Int, column: Int) -> String? {
    let template: String
    switch self {
    case .never: return nil
    case .auto: template = "file://{host}{path}"
    case .format(let text): template = text
    }
    // Catalog items that did not come from a file have no link.
    if path.hasPrefix("searchbench://") { return nil }
    guard path != "-", let path = Platform.resolved(path)?.text else { return nil }
    var result = ""
    var rest = template[...]
    while let brace = rest.firstIndex(of: "{") {
      result += rest[..<brace]
      rest = rest[brace...]
      if rest.hasPrefix("{path}") {
        result += PercentEncoding.encodedPath(path)
        rest = rest.dropFirst(6)
      } else if rest.hasPrefix("{line}") {
        result += String(max(1, line))
        rest = rest.dropFirst(6)
      } else if rest.hasPrefix("{column}") {
        result += String(max(1, column))
        rest = rest.dropFirst(8)
      } else if rest.hasPrefix("{host}") {
        result += PercentEncoding.encodedPath(Platform.hostName())
        rest = rest.dropFirst(6)
      } else {
        result += "{"
        rest = rest.dropFirst()
      }
    }
    // The template comes from a setting and can contain any text, so encode all characters that
    // could end the escape sequence early.
    return Self.printable(result + rest)
  }

  /// `text` between the escape sequences of a link to `target`.
  static func linked(_ text: String, to target: String) -> String {
    "\u{1B}]8;;\(target)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }

  private static func printable(_ link: String) -> String {
    PercentEncoding.encoded(link) { 0x21...0x7E ~= $0 }
  }
}
