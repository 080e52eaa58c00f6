/// A report section: a heading, an optional table, then optional sentences.
struct ReportSection {
  let heading: String
  var table: Table?
  var sentences: [StyledText] = []

  var isEmpty: Bool { sentences.isEmpty && table?.rows.isEmpty != false }

  /// The section as lines for a terminal or a text file.
  func lines(_ style: TerminalStyle?) -> [String] {
    [StyledText(heading, .heading).rendered(style)] + (table?.lines(style) ?? [])
      + sentences.map { $0.rendered(style) }
  }
}
