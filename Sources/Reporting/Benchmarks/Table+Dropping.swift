extension Table {
  /// The table without those of the columns `droppable`, the last one first, that a terminal has no room for.
  ///
  /// Elsewhere than at a terminal nothing is dropped.
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

  /// The cells that columns take if nothing is cut.
  private func naturalWidth(of kept: [Int], _ style: TerminalStyle) -> Int {
    let widths = kept.map { column in
      rows.reduce(StyledText(columns[column].heading).width(style)) { widest, row in
        max(widest, column < row.count ? row[column].width(style) : 0)
      }
    }
    return widths.reduce(0, +) + ColumnFit.gap * max(0, widths.count - 1)
  }
}
