extension Table {
  /// A copy without the `droppable` columns that do not fit the terminal; the last columns are
  /// dropped first.
  ///
  /// Nothing is dropped if `style` is nil.
  func dropping(_ droppable: [Int], for style: TerminalStyle?) -> Table {
    guard let style else { return self }
    var kept = Array(columns.indices)
    for column in droppable.reversed() where naturalWidth(of: kept, style) > style.width {
      kept.removeAll { $0 == column }
    }
    var table = Table(kept.map { columns[$0] }, hasHeader: hasHeader)
    for row in rows { table.append(kept.map { $0 < row.count ? row[$0] : "" }) }
    return table
  }

  /// The width of the columns, in terminal cells, if no cell is truncated.
  private func naturalWidth(of kept: [Int], _ style: TerminalStyle) -> Int {
    let widths = kept.map { column in
      rows.reduce(StyledText(columns[column].heading).width(style)) { widest, row in
        max(widest, column < row.count ? row[column].width(style) : 0)
      }
    }
    return widths.reduce(0, +) + ColumnFit.gap * max(0, widths.count - 1)
  }
}
