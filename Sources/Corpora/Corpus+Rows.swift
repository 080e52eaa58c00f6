import UnicodeText

extension Corpus {
  /// Creates a corpus with one record for each row.
  ///
  /// A row is a list of cells in the order of `fields`. If a row has fewer cells than there are
  /// fields, its other cells are empty. In a cell of an alias field, newlines separate the values.
  /// The location of record *i* is line *i* + 1 of `source`.
  ///
  /// - Precondition: no row has more cells than there are fields, no two fields have the same name,
  ///   and no row has more than 1.25 GiB of text.
  public init(name: String, fields: [Field], rows: [[String]], source: String = "-") {
    self.init(name: name, fields: fields, rows: rows, source: source, limit: Segment.limit)
  }

  package init(name: String, fields: [Field], rows: [[String]], source: String, limit: Int) {
    var builder = CorpusBuilder(
      table: FieldTable(aliases: fields.filter(\.isAlias).map(\.name)), limit: limit)
    builder.mayHoldNonASCII = true
    builder.sources.begin(source, at: 0, columns: Array(fields.indices))
    do {
      for field in fields { _ = try builder.table.entry(named: field.name) }
      precondition(builder.table.fields == fields, "field names must be unique")
      for (index, row) in rows.enumerated() { try builder.append(row, line: index + 1) }
    } catch {
      preconditionFailure("the rows cannot form a corpus: \(error)")
    }
    self = builder.finish(name: name)
  }
}

extension CorpusBuilder {
  /// Appends a record with the cells of `row`, in column order.
  mutating func append(_ row: [String], line: Int) throws(CorpusError) {
    precondition(row.count <= table.fields.count, "a row has more cells than there are fields")
    for (column, cell) in row.enumerated() {
      append(cell)
      endCell(column)
    }
    try endRecord(line: line)
  }

  /// Appends `string` to the current cell.
  mutating func append(_ string: String) {
    text.append(copying: string.utf8.span)
  }
}
