internal import UnicodeText

/// Candidates in columns, down and then across, as wide in cells as the terminal allows.
package enum CompletionLayout {
  private static let gap = 2

  /// The rows to print for `labels`; more than `rows` of them end in a row that counts the rest.
  ///
  /// - Complexity: O(*n*), where *n* is the length of all labels.
  package static func rows(of labels: [String], columns: Int, rows limit: Int) -> [String] {
    let widths = labels.map { CellWidth.width(of: $0) }
    let columnWidth = (widths.max() ?? 0) + gap
    // The last cell stays empty: some terminals go to the next row once it is filled.
    let perRow = max(1, (columns + gap - 1) / columnWidth)
    let needed = (labels.count + perRow - 1) / perRow
    if needed <= limit { return table(labels, widths, height: needed, columnWidth) }
    let height = max(1, limit - 1)
    let shown = min(labels.count, height * perRow)
    let rows = table(Array(labels[..<shown]), widths, height: height, columnWidth)
    return shown == labels.count ? rows : rows + ["+\(labels.count - shown) more"]
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
