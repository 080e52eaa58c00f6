internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import Tables
internal import Terminal

extension TableQueries {
  /// `:where EXPR`: keeps the records of the last result that satisfy a condition.
  func keep(where condition: String) throws {
    let outcome = try cursor.last()
    try show(try kept(where: condition), insteadOf: outcome)
  }

  /// `:sort F [asc|desc]...`: orders the records of the last result.
  func sort(by keys: [SortKey]) throws {
    let outcome = try cursor.last()
    try show(try sorted(by: keys), insteadOf: outcome)
  }

  /// The records of the last result that satisfy a condition.
  func kept(where condition: String) throws -> Outcome {
    let outcome = try cursor.last()
    try SQLCondition.check(condition)
    // The newline after the condition ends any SQL comment in the last line of the condition.
    let found = try SQLCondition.run(condition) {
      try records("SELECT \(Self.rowID) FROM result WHERE (\(condition)\n)", of: outcome)
    }
    let kept = zip(found.byPart, outcome.parts).map {
      ResultSet(numbers: $0, of: $1.result.universe ?? 0)
    }
    return try outcome.changed(order: outcome.rows.order?.keeping(kept, of: outcome)) {
      result, part in
      guard let order = result.order else { return try result.narrowed(to: kept[part]) }
      return try result.ordered(as: order.filter { kept[part].contains(RecordID(UInt64($0))) })
    }
  }

  /// The last result, sorted by some columns.
  func sorted(by keys: [SortKey]) throws -> Outcome {
    let outcome = try cursor.last()
    let schema = outcome.parts.map {
      ResultSchema.Part(name: $0.loaded.name, fields: $0.loaded.fields)
    }
    var terms = try Self.columns(keys, in: Self.columns(of: schema)).map { key in
      RecordTable.quoted(key.column.name) + (key.isDescending ? " DESC" : "")
    }
    // A table can sort its rows by a single text column itself; its sort is stable. For a stable
    // sort by SQLite, the row ID must be the last sort key.
    if terms.count > 1 || !parts(outcome, canOrderBy: keys[0]) { terms.append(Self.rowID) }
    let found = try records(
      "SELECT \(Self.rowID) FROM result ORDER BY \(terms.joined(separator: ", "))", of: outcome)
    let order = outcome.parts.count > 1 ? found.order : nil
    return try outcome.changed(order: order) { result, part in
      try result.ordered(as: found.byPart[part])
    }
  }

  /// The columns that the sort keys name.
  ///
  /// - Throws: a failure if a key names no column; the error suggests a similar column or lists all
  ///   columns.
  static func columns(
    _ keys: [SortKey], in table: [RecordTable.Column]
  ) throws -> [(column: RecordTable.Column, isDescending: Bool)] {
    try keys.map { key in
      guard
        let column = table.first(where: { $0.heading == key.field })
          ?? table.first(where: { $0.name == key.field || $0.name == "field." + key.field })
      else {
        let names = table.map(\.heading)
        throw ShellError.failure(
          "no column is called \(key.field)"
            + suggestion(
              for: key.field, among: names, else: "the columns are \(names.joined(separator: ", "))"
            ),
          at: .word(key.field))
      }
      return (column, key.isDescending)
    }
  }

  private func parts(_ outcome: Outcome, canOrderBy key: SortKey) -> Bool {
    guard outcome.parts.count == 1, let loaded = outcome.parts.first?.loaded,
      let types = loaded.columnTypes,
      let field = loaded.fields.firstIndex(where: { $0.name == key.field })
    else { return false }
    return types[field] == .text && !loaded.fields[field].isAlias
  }

  /// The records whose row IDs a query returns.
  private struct FoundRecords {
    /// For each part of the result, the numbers of the found records, in the order of the query's
    /// rows.
    var byPart: [[UInt32]]

    /// For each row of the query, the part of the result that contains the row's record.
    var order: RowOrder
  }

  /// The records of the result whose row IDs the query `sql` returns.
  private func records(_ sql: String, of outcome: Outcome) throws -> FoundRecords {
    for part in outcome.parts where part.result.universe == nil {
      throw ShellError.failure(
        "the records of \(part.loaded.name) are not numbered from 0, so they cannot be filtered or "
          + "sorted: use searchbench publish, or :export a result and :load the exported file"
      )
    }
    let query = try prepare(sql)
    let count = outcome.parts.count
    var records = FoundRecords(
      byPart: [[UInt32]](repeating: [], count: count), order: RowOrder(partCount: count))
    while try step(query) {
      let id = RowID(query.integer)
      // A condition with unbalanced parentheses can make the query return numbers that are not row
      // IDs.
      guard records.byPart.indices.contains(id.part), let record = UInt32(exactly: id.record),
        id.record < outcome.parts[id.part].result.universe ?? 0
      else {
        throw ShellError.failure("the condition is not one expression: check its parentheses")
      }
      records.byPart[id.part].append(record)
      if count > 1 { records.order.append(part: id.part) }
    }
    return records
  }

  /// Replaces the last result and shows the new result; `:undo` restores the old result.
  private func show(_ replaced: Outcome, insteadOf outcome: Outcome) throws {
    workspace.remember(.result(outcome))
    cursor.outcome = replaced
    _ = try pages.showNew()
    let count = NumberFormat.grouped(replaced.rows.count)
    let total = NumberFormat.counted(outcome.rows.count, "record")
    console.report(StyledText("\(count) of \(total) · :undo restores the previous result", .dimmed))
  }
}

extension RowOrder {
  /// Returns the order of the rows whose records are in `kept`, without the other rows.
  ///
  /// `kept` contains a set of records for each part of `outcome`.
  fileprivate func keeping(_ kept: [ResultSet], of outcome: Outcome) -> RowOrder {
    var rest = RowOrder(partCount: kept.count)
    let records = outcome.parts.map { $0.result.order ?? [] }
    for row in 0..<count {
      guard let (part, offset) = place(of: row) else { break }
      if kept[part].contains(RecordID(UInt64(records[part][offset]))) { rest.append(part: part) }
    }
    return rest
  }
}
