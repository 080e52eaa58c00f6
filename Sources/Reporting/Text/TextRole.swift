/// The purpose of a piece of text; `TerminalStyle` maps it to a look.
package enum TextRole: Hashable, Sendable, CaseIterable {
  case plain
  /// A matched range.
  case hit
  /// The matched range that is the current hit of the navigation.
  case currentHit
  /// Less important text: line numbers, other fields, footers.
  case dimmed
  case heading
  case label
  case success
  case warning
  case error

  /// The parameters of the SGR sequence; nil for plain text.
  ///
  /// Hits are bold and underlined, the current hit is in inverse video, so neither is marked by color alone.
  var parameters: String? {
    switch self {
    case .plain: nil
    case .hit: "1;4;31"
    case .currentHit: "1;7"
    case .dimmed: "2"
    case .heading: "1"
    case .label: "36"
    case .success: "32"
    case .warning: "1;33"
    case .error: "1;31"
    }
  }

  /// The brackets around the text if there are no styles; empty for roles other than hits.
  var marks: (before: String, after: String) {
    switch self {
    case .hit: ("[", "]")
    case .currentHit: ("[>", "<]")
    default: ("", "")
    }
  }
}
