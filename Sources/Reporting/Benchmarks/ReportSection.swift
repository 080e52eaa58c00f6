/// A part of a report under a heading: a table, then sentences; each may be absent.
struct ReportSection {
  let heading: String
  var table: Table?
  var sentences: [StyledText] = []

  var isEmpty: Bool { sentences.isEmpty && table?.rows.isEmpty != false }

  /// For a terminal or a text file: the heading, and what is under it.
  func lines(_ style: TerminalStyle?) -> [String] {
    [StyledText(heading, .heading).rendered(style)] + (table?.lines(style) ?? [])
      + sentences.map { $0.rendered(style) }
  }
}
