/// The purpose of a text, from which `TerminalStyle` derives the color and style of the text.
package enum TextRole: Hashable, Sendable {
  case plain
  /// A matched range.
  case hit
  /// The matched range that is the current hit of the navigation.
  case currentHit
  /// Text of minor importance, such as line numbers, fields without hits, and footers.
  case dimmed
  case heading
  case label
  case success
  case warning
  case error
  /// The line or bar of a chart; the value is the number of the line or bar, from 0.
  case series(Int)

  /// The parameters of the SGR sequence for the role; nil for plain text.
  ///
  /// Hits are bold and underlined, and the current hit is in inverse video, so that both can be
  /// recognized without color.
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
    case .series(let index): "38;5;\(Self.colors[index % Self.colors.count])"
    }
  }

  /// Entries of the 256-color palette that are legible on dark and on light backgrounds.
  private static let colors = [
    32, 166, 36, 133, 136, 39, 245, 98, 160, 70, 208, 30, 169, 100, 63, 203, 72, 172, 141, 109, 125,
    64, 137, 75,
  ]

  /// The number of series that have their own color.
  package static let seriesColors = colors.count

  /// The brackets around the text if there are no styles; empty for roles other than hits.
  var marks: (before: String, after: String) {
    switch self {
    case .hit: ("[", "]")
    case .currentHit: ("[>", "<]")
    default: ("", "")
    }
  }
}
