/// What a piece of text is for; a `TerminalStyle` decides how that looks.
public enum TextRole: Hashable, Sendable, CaseIterable {
  case plain
  /// A matched range.
  case hit
  /// The matched range that navigation stands on.
  case currentHit
  /// Something of lesser weight: line numbers, other fields, footers.
  case dimmed
  case heading
  case label
  case success
  case warning
  case error

  /// The parameters of the SGR sequence, nil for plain text.
  ///
  /// Hits differ from their surroundings by weight and underline, the current one by inverse video: never by colour alone.
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

  /// What stands around the text where there are no styles: brackets for hits, nothing for the rest.
  var marks: (before: String, after: String) {
    switch self {
    case .hit: ("[", "]")
    case .currentHit: ("[>", "<]")
    default: ("", "")
    }
  }
}
