internal import Reporting
internal import Searching
internal import Tables
internal import Terminal

/// SQL queries at the prompt over a corpus whose records are not in memory.
extension TableQueries {
  /// The tables for a query that reads a corpus whose records are not in memory.
  ///
  /// Returns nil if the query reads only records in memory.
  ///
  /// Each query streams the records of the corpus. Before the first query that needs the type of a
  /// column, the corpus is read once more to infer the type.
  ///
  /// - Throws: a failure if the query would read several corpora; `interrupted`.
  func streamedTables(
    for sql: String
  ) throws -> (tables: FileTables, search: FileTables.SearchedRows?)? {
    let names = SQLTableNames(sql).names
    let outcome = names.contains("result") ? cursor.outcome : nil
    var read = outcome?.parts.map(\.loaded) ?? []
    if names.contains("records") || names.contains("search") { read += workspace.corporaInScope }
    read += workspace.corpora.filter {
      names.contains($0.name.lowercased()) && !FileTables.Name.isReserved($0.name)
    }
    guard let loaded = read.first(where: { !$0.hasRecords }) else { return nil }
    if let other = read.first(where: { $0 !== loaded }) {
      throw ShellError.failure(
        "\(loaded.name) is not in memory, so SQL cannot read it together with \(other.name): "
          + "leave out \(other.name), or :use \(loaded.name) and search it again")
    }
    var search: FileTables.SearchedRows?
    if let result = outcome?.parts.first?.result as? any StreamedResult {
      search = FileTables.SearchedRows(query: result.query, result: result)
    }
    let tables = try tables(over: loaded.source, known: loaded.streamedTypes) {
      try $0.use(of: sql, search)
    }
    for field in tables.use.fields { loaded.streamedTypes[field] = tables.types[field] }
    return (tables, search)
  }
}
