internal import Basics
internal import Reporting
internal import Searching
internal import Terminal
internal import UnicodeText

/// Draws the whole current record, below the list or to its right.
extension LiveView {
  /// The maximum size, in bytes, of a record that is shown whole.
  private static let maximumRecordBytes = 1 << 18

  /// The rows of the list and of the record side by side, with a vertical line between them.
  func sideBySide(_ list: [String], _ record: [String]) -> [String] {
    let rule = StyledText(style.isUTF8 ? "│" : "|", .dimmed).rendered(style)
    return list.indices.map { row in
      let width = CellWidth.width(of: StyledRows.plain(list[row]))
      let space = String(repeating: " ", count: max(0, layout.listColumns - width))
      return list[row] + space + rule + (row < record.count ? record[row] : "")
    }
  }

  /// The rows that show a heading and the current record.
  ///
  /// A long record is cut to the rows around the current hit.
  func record(_ state: LiveState) -> [String] {
    guard let result = state.result, let place = state.place, place.row < result.rows.count else {
      return []
    }
    guard let (batch, row, _) = result.rows.row(at: place.row) else { return [] }
    let rule = style.isUTF8 ? "─" : "-"
    let title =
      StyledText("\(rule)\(rule) ", .dimmed)
      + StyledText("\(batch.source(ofRow: row)):\(batch.rows[row].line) ", .label)
      + StyledText(String(repeating: rule, count: layout.recordColumns), .dimmed)
    let heading = cut(title)
    let textHeight = layout.recordHeight - 1
    if textHeight == 0 { return [heading] }
    let size = batch.size(ofRow: row)
    if size > Self.maximumRecordBytes {
      let sentence =
        "the record has \(NumberFormat.bytes(size)): :show \(place.row + 1) at the prompt shows it"
      return [heading, StyledText(sentence, .dimmed).rendered(style, width: layout.recordColumns)]
    }
    var style = style
    style.width = layout.recordColumns
    let lines = encoded(result, place.row..<place.row + 1, by: "list", place, style)
      .flatMap { StyledRows.wrapped($0, columns: layout.recordColumns) }
    let current = lines.firstIndex { $0.hasOccurrence(of: style.currentHitOpening) } ?? 0
    let first = max(0, min(current - textHeight / 2, lines.count - textHeight))
    let shown = lines.dropFirst(first).prefix(textHeight)
    return [heading]
      + (state.isStale ? shown.map { dimmed($0, layout.recordColumns) } : Array(shown))
  }

  /// Cuts a title at the edge of the screen, without an ellipsis.
  private func cut(_ title: StyledText) -> String {
    StyledRows.wrapped(title.rendered(style), columns: layout.recordColumns).first ?? ""
  }
}
