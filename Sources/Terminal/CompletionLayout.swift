internal import UnicodeText

/// Arranges candidates in columns within the terminal's width; the columns are filled from top to
/// bottom.
package enum CompletionLayout {
  private static let gap = 2

  /// The rows to print for `names`.
  ///
  /// If `names` need more than `rows` rows, or `unlisted` is positive, the last row shows the
  /// number of omitted names. Characters that a terminal would interpret are escaped, because file
  /// names can contain any characters. A name that is wider than the terminal is truncated, except
  /// on a very narrow terminal.
  ///
  /// - Complexity: O(*n*), where *n* is the length of all names.
  package static func rows(
    of names: [String], unlisted: Int = 0, columns: Int, rows limit: Int
  ) -> [String] {
    let width = columns < 8 ? Int.max : columns - 1
    let labels = names.map { CellWidth.truncated(ControlEscapes.escaped($0), to: width) }
    let widths = labels.map { CellWidth.width(of: $0) }
    let columnWidth = (widths.max() ?? 0) + gap
    // Keep the last cell of each row empty: some terminals wrap as soon as that cell is filled.
    let perRow = max(1, (columns + gap - 1) / columnWidth)
    let needed = (labels.count + perRow - 1) / perRow
    if unlisted == 0, needed <= limit {
      return table(labels, widths, height: needed, columnWidth)
    }
    let height = min(needed, max(1, limit - 1))
    let shown = min(labels.count, height * perRow)
    let rows = table(Array(labels[..<shown]), widths, height: height, columnWidth)
    let rest = labels.count - shown + unlisted
    return rest == 0 ? rows : rows + [CellWidth.truncated("+\(rest) more", to: width)]
  }

  private static func table(
    _ labels: [String], _ widths: [Int], height: Int, _ columnWidth: Int
  ) -> [String] {
    (0..<height).map { row in
      var line = ""
      var padding = 0
      for index in stride(from: row, to: labels.count, by: height) {
        line += String(repeating: " ", count: padding) + labels[index]
        padding = columnWidth - widths[index]
      }
      return line
    }
  }
}
