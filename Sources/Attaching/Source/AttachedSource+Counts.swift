internal import Corpora
package import Searching

extension AttachedSource: CountingSource {
  package func counts(
    of query: CompiledQuery, isInverted: Bool, by columns: [String], _ cancellation: Cancellation
  ) throws(SearchError) -> RowCounts? {
    try counts(of: rows(of: query, isInverted: isInverted, cancellation), by: columns)
  }

  /// The number of rows for each combination of cells in `columns`, counted on the server.
  ///
  /// The result is nil if the server's condition is not exact, or if the server cannot group by
  /// `columns`.
  ///
  /// The server compares cells of a published table as byte strings.
  func counts(of rows: RowStream, by columns: [String]) throws(SearchError) -> RowCounts? {
    guard rows.isExact, case .published(let publication, _) = table else { return nil }
    var values: [SQLExpression] = []
    var fields: [Int?] = []
    for column in columns {
      let field = publication.fields.firstIndex { $0.name == column }
      guard field != nil || column == "source" else { return nil }
      fields.append(field)
      values.append(.column(field.map { publication.columns[$0].name } ?? PublishedColumn.source))
    }
    var select = Select(values + [.call(.count, [])], from: table.name)
    select.condition = .all([table.within(table.ids), rows.condition])
    select.groups = values
    var builder = RowBatch.Builder(fields: publication.fields)
    var counts: [Int] = []
    try answer(rows.cancellation) { () throws(RemoteFailure) in
      try engine.rows(select, rows.cancellation) { reader, source throws(RemoteFailure) in
        var cells = publication.fields.map { _ in "" }
        var path = name
        for field in fields {
          let text = try reader.string(source)
          if let field { cells[field] = text } else { path = text }
        }
        let row = RowBatch.Entry(record: 0, line: 1, source: builder.place(ofSource: path))
        builder.append(row, cells: cells)
        counts.append(Int(clamping: try reader.number(source)))
      }
    }
    return RowCounts(builder.finish(), counts)
  }
}
