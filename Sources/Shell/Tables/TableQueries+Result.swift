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
    // The newline ends a comment at the end of the condition.
    let found = try records("SELECT rowid FROM result WHERE (\(condition)\n)", of: outcome)
    return try outcome.changed { result, part in
      let set = ResultSet(numbers: found[part], of: result.universe)
      return try result.order == nil ? result.narrowed(to: set) : result.ordered(as: found[part])
    }
  }

  /// The last result, sorted by some columns.
  func sorted(by keys: [SortKey]) throws -> Outcome {
    let outcome = try cursor.last()
    guard outcome.parts.count == 1 else {
      throw ShellError.failure(
        ":sort needs a result of one corpus, but this one has \(outcome.parts.count): :use NAME")
    }
    let table = try columns(of: parts(of: outcome))
    var terms: [String] = []
    for key in keys {
      guard
        let column = table.first(where: { $0.name == key.field || $0.name == "field." + key.field })
      else {
        let names = table.map(\.name)
        throw ShellError.failure(
          "no column is called \(key.field)"
            + suggestion(
              for: key.field, among: names, else: "the columns are \(names.joined(separator: ", "))"
            ),
          at: .word(key.field))
      }
      terms.append(RecordTable.quoted(column.name) + (key.isDescending ? " DESC" : ""))
    }
    // The table itself can sort by one text column, and then keeps equal cells in the order of the records.
    if terms.count > 1 || !parts(outcome, canOrderBy: keys[0]) { terms.append("record") }
    let found = try records(
      "SELECT rowid FROM result ORDER BY \(terms.joined(separator: ", "))", of: outcome)
    return try outcome.changed { result, part in try result.ordered(as: found[part]) }
  }

  private func parts(_ outcome: Outcome, canOrderBy key: SortKey) -> Bool {
    guard let loaded = outcome.parts.first?.loaded, let types = loaded.columnTypes,
      let field = loaded.fields.firstIndex(where: { $0.name == key.field })
    else { return false }
    return types[field] == .text && !loaded.fields[field].isAlias
  }

  /// For each part of the result, the records whose row IDs the query `sql` returns, in the order of its rows.
  private func records(_ sql: String, of outcome: Outcome) throws -> [[UInt32]] {
    let query = try prepare(sql)
    var records = [[UInt32]](repeating: [], count: outcome.parts.count)
    while try step(query) {
      let id = RowID(query.integer)
      // With unbalanced parentheses in a condition, the query can return numbers that are not row IDs.
      guard records.indices.contains(id.part), let record = UInt32(exactly: id.record),
        id.record < outcome.parts[id.part].result.universe
      else {
        throw ShellError.failure("the condition is not one expression: check its parentheses")
      }
      records[id.part].append(record)
    }
    return records
  }

  /// Replaces the last result and shows the new one; `:undo` restores the old one.
  private func show(_ replaced: Outcome, insteadOf outcome: Outcome) throws {
    workspace.remember(.result(outcome))
    cursor.outcome = replaced
    try pages.showNew()
    let count = NumberFormat.grouped(replaced.rows.count)
    let total = NumberFormat.counted(outcome.rows.count, "record")
    console.report(StyledText("\(count) of \(total) · :undo restores it", .dimmed))
  }
}

extension SearchResult {
  /// The number of records of its source.
  fileprivate var universe: Int { records?.universe ?? 0 }
}
