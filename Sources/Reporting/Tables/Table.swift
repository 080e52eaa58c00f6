internal import UnicodeText

/// A table of styled cells with aligned columns, for corpora, settings, help and similar lists.
///
///     var table = Table(["name", .init("records", alignment: .trailing)])
///     table.append(["names", "34,924"])
///     try table.write(to: output, style: style)
package struct Table: Sendable {
  /// The alignment of cells in their column.
  package enum Alignment: Sendable {
    case leading
    case trailing
  }

  /// A heading and the alignment of its column.
  package struct Column: Sendable, ExpressibleByStringLiteral {
    package var heading: String
    package var alignment: Alignment

    package init(_ heading: String, alignment: Alignment = .leading) {
      self.heading = heading
      self.alignment = alignment
    }

    package init(stringLiteral heading: String) { self.init(heading) }
  }

  package var columns: [Column]
  package var rows: [[StyledText]] = []

  /// Whether to show the headings.
  package var hasHeader: Bool

  package init(_ columns: [Column], hasHeader: Bool = true) {
    self.columns = columns
    self.hasHeader = hasHeader
  }

  /// Appends a row; missing cells are empty.
  ///
  /// - Precondition: The row has no more cells than the table has columns.
  package mutating func append(_ row: [StyledText]) {
    precondition(row.count <= columns.count)
    rows.append(row)
  }

  /// The lines of the table, without newlines and trailing spaces.
  ///
  /// At a terminal (`style` is not nil), columns are truncated so that each line fits the terminal;
  /// otherwise nothing is truncated.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of all cells.
  package func lines(_ style: TerminalStyle?) -> [String] {
    let header = columns.map { StyledText($0.heading, .heading) }
    let all = hasHeader ? [header] + rows : rows
    var natural = [Int](repeating: 0, count: columns.count)
    for row in all {
      for (column, cell) in row.enumerated() {
        natural[column] = max(natural[column], cell.width(style))
      }
    }
    let widths = style.map { ColumnFit.widths(natural, into: $0.width) } ?? natural
    return all.map { line(of: $0, widths, style) }
  }

  /// Writes all lines.
  ///
  /// - Throws: The error of `output`.
  package func write(to output: some Output, style: TerminalStyle?) throws(OutputError) {
    for line in lines(style) { try output.writeLine(line) }
  }

  private func line(of row: [StyledText], _ widths: [Int], _ style: TerminalStyle?) -> String {
    var line = TableLine(style)
    var bytes = GrowableBuffer<UInt8>()
    for (column, width) in widths.enumerated() {
      line.append(
        column < row.count ? row[column] : "", width,
        isTrailing: columns[column].alignment == .trailing, &bytes)
    }
    return bytes.text()
  }
}
