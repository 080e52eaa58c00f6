internal import Basics
internal import Corpora
internal import JSON
internal import Reporting
internal import SQLite
internal import Searching
internal import Tables
internal import Terminal

/// Runs SQL queries, in which corpora and the last result are tables.
final class TableQueries {
  let workspace: Workspace
  let pages: ResultPages

  /// Whether the running query has already written rows, so that it cannot be restarted.
  var hasWritten = false

  var console: Console { workspace.console }
  var cursor: ResultCursor { workspace.cursor }

  init(_ workspace: Workspace, _ pages: ResultPages) {
    self.workspace = workspace
    self.pages = pages
  }

  // MARK: Tables

  /// The names of the tables that do not correspond to a single corpus.
  private enum TableName {
    static let result = "result"
    /// The table of all records in scope.
    static let records = "records"
    static let search = "search"
  }

  /// Opens a connection with the tables that a query names: corpora, `result`, `records`, `search`.
  ///
  /// Only tables that the query names are created, because creating a table reads all cells to
  /// infer the column types.
  ///
  /// - Throws: a failure if a corpus has no records in memory; `interrupted`.
  private func connect(for sql: String) throws -> TableConnection {
    let text = sql.lowercased()
    func mentions(_ name: String) -> Bool {
      text.hasOccurrence(of: name.lowercased())
        || text.hasOccurrence(of: RecordTable.quoted(name).lowercased())
    }
    var tables: [RecordTable] = []
    for loaded in workspace.corpora
    where loaded.hasRecords && !Self.isReserved(loaded.name) && mentions(loaded.name) {
      tables.append(try table(loaded.name, of: [part(loaded)]))
    }
    if !workspace.scope.isEmpty, mentions(TableName.records) || mentions(TableName.search) {
      let searched = try workspace.corporaInScope.map { try part($0) }
      tables.append(try table(TableName.records, of: searched))
      tables.append(try searchTable(over: searched))
    }
    if let outcome = cursor.outcome, mentions(TableName.result) {
      tables.append(try table(TableName.result, of: parts(of: outcome)))
    }
    let connection: TableConnection
    do throws(DatabaseError) {
      connection = try TableConnection(tables, .signals)
    } catch {
      throw ShellError.failure("SQL cannot be used: \(error.reason)")
    }
    warn(about: sql, tables.map(\.columns))
    return connection
  }

  /// Warns about words of a query or condition that SQL probably interprets differently than the
  /// user intends.
  ///
  /// - Parameters:
  ///   - sql: the query or condition.
  ///   - tables: the columns of each table that the query or condition can read.
  func warn(about sql: String, _ tables: [[RecordTable.Column]]) {
    let words = SQLWords(sql)
    for warning in tables.flatMap({ words.warnings($0) }).uniqued() { console.warn(warning) }
  }

  private static func isReserved(_ name: String) -> Bool {
    [TableName.result, TableName.records, TableName.search].contains(name.lowercased())
  }

  /// The part of a table that contains all records of a corpus or, if `result` is not nil, only the
  /// records in `result`.
  private func part(
    _ loaded: LoadedCorpus, _ result: (any SearchResult)? = nil
  ) throws -> RecordTable.Part {
    let searcher = try loaded.inMemory(for: "SQL")
    _ = try result?.allRecords()
    return RecordTable.Part(searcher, types: try columnTypes(of: loaded), result: result)
  }

  /// The parts of a table that contain the records of a result.
  func parts(of outcome: Outcome) throws -> [RecordTable.Part] {
    try outcome.parts.map { try part($0.loaded, $0.result) }
  }

  /// The column types of a corpus: `--column-type` sets some types, and the other types are
  /// inferred.
  ///
  /// The types are inferred at the first request.
  func columnTypes(of loaded: LoadedCorpus) throws -> [ColumnType] {
    if let known = loaded.columnTypes { return known }
    let corpus = try loaded.inMemory(for: "SQL").corpus
    guard var types = ColumnTypeInference.types(of: corpus, isCancelled: { Signals.isCancelled })
    else { throw ShellError.interrupted }
    for (name, chosen) in loaded.steps.flatMap(\.options.columnTypes) {
      guard let column = corpus.fields.firstIndex(where: { $0.name == name }) else {
        throw Self.unknownColumnType(name, loaded.name, corpus.fields)
      }
      types[column] = ColumnType(rawValue: chosen) ?? types[column]
    }
    loaded.columnTypes = types
    return types
  }

  /// The error for a `--column-type` option whose column the corpus does not have.
  static func unknownColumnType(_ name: String, _ corpus: String, _ fields: [Field]) -> ShellError {
    let names = fields.map(\.name)
    return .failure(
      "--column-type: \(corpus) has no column \(CommandWords.quoted(name))"
        + suggestion(
          for: name, among: names, else: "its columns are \(names.joined(separator: ", "))"))
  }

  /// Creates a table with columns for the record and its hits, and a column for each field.
  private func table(_ name: String, of parts: [RecordTable.Part]) throws -> RecordTable {
    RecordTable(
      name, columns: try columns(of: parts), source: .parts(parts), cancellation: .signals)
  }

  private func searchTable(over parts: [RecordTable.Part]) throws -> RecordTable {
    let options = workspace.settings.searchOptions
    let usual = workspace.settings.strategy
    return RecordTable(
      TableName.search, columns: try columns(of: parts),
      source: .search { (text, strategy) throws(SearchError) in
        let query = Query(text, by: strategy ?? usual, options: options)
        do throws(QueryError) {
          try Workspace.checkLength(of: query)
        } catch {
          throw .query(error)
        }
        let compiled = try CompiledQuery(checking: query)
        var found: [RecordTable.Part] = []
        for part in parts {
          let result: (any SearchResult)? =
            if let scoped = compiled.scoped(to: part.searcher.corpus.fields) {
              try part.searcher.search(scoped, ResultRequest(countsHits: false), .signals)
            } else { nil }
          try Cancellation.signals.check()
          if let result { found.append(.init(part.searcher, types: part.types, result: result)) }
        }
        return found
      }, cancellation: .signals)
  }

  /// The name of the row ID; no column can have this name.
  ///
  /// SQLite also accepts the name `rowid` for the row ID. If a field is called `rowid`, however,
  /// this name refers to the column of the field.
  static let rowID = "_rowid_"

  func columns(of parts: [RecordTable.Part]) throws -> [RecordTable.Column] {
    try Self.columns(
      of: parts.map { .init(name: $0.searcher.corpus.name, fields: $0.searcher.corpus.fields) })
  }

  /// The columns of a table whose rows come from these parts.
  static func columns(of parts: [ResultSchema.Part]) throws -> [RecordTable.Column] {
    let schema = ResultSchema(parts, hasSingleSource: true)
    let fixed = FixedColumn.allCases.filter { $0 != .corpus || parts.count > 1 }
    let layout = try ColumnLayout(schema, fields: nil, fixed: fixed)
    let fields = layout.headings.enumerated().map { index, heading in
      (heading, RecordTable.Column.Content.field(layout.fieldIndices.map { $0[index] }))
    }
    // SQL ignores the case of column names, so if there are fields `id` and `ID`, the second column
    // is named `ID_2`.
    var taken = Set(layout.fixed.map(\.rawValue) + [rowID])
    return layout.fixed.map { RecordTable.Column($0.rawValue, .init($0)) }
      + fields.map { heading, content in
        var name = heading
        var number = 2
        while !taken.insert(name.lowercased()).inserted {
          name = "\(heading)_\(number)"
          number += 1
        }
        return RecordTable.Column(name, content, heading: heading)
      }
  }

  // MARK: SQL

  /// `:sql SELECT...`: writes the rows of a query.
  func write(_ sql: String) throws {
    if let (tables, search) = try streamedTables(for: sql) {
      return try write(sql, over: tables, search)
    }
    let query = try prepare(sql)
    try console.paged(settings: workspace.settings) {
      try self.writeRows(of: query) { self.failure($0, in: "") }
    }
  }

  /// Writes the rows of a query in the current format.
  ///
  /// If the query fails before its first row, nothing is written.
  func writeRows(
    of query: TableQuery, _ cells: TextRequest = TextRequest(),
    _ failure: (SQLError) -> ShellError
  ) throws {
    func step() throws -> Bool {
      do throws(SQLError) { return try query.step() } catch { throw failure(error) }
    }
    var options = pages.encodingOptions(terminal: console.style)
    cells.apply(to: &options)
    options.isCancelled = { Signals.isCancelled }
    let limit = workspace.settings.limit
    let hasRow = try step()
    hasWritten = true
    var rows = try ValueRows(
      format: workspace.settings.format, columns: query.columns, options, to: console.output)
    while limit == 0 || rows.count < limit, try rows.count == 0 ? hasRow : step() {
      try rows.write(query.columns.indices.map { JSON(query.value($0)) })
      if Signals.isCancelled { throw ShellError.interrupted }
    }
    try rows.finish()
    console.warn(ofFormulasIn: EncodingSummary(dangerousCells: rows.dangerousCells), options)
  }

  func prepare(_ sql: String) throws -> TableQuery {
    if let (tables, search) = try streamedTables(for: sql) {
      warn(about: sql, [try tables.columns()])
      return try tables.prepare(sql, tables.connect(search))
    }
    let connection = try connect(for: sql)
    do throws(SQLError) {
      return try connection.query(sql)
    } catch {
      throw failure(error, in: sql)
    }
  }

  func step(_ query: TableQuery) throws -> Bool {
    do throws(SQLError) { return try query.step() } catch {
      throw failure(error, in: "")
    }
  }

  private func failure(_ error: SQLError, in sql: String) -> ShellError {
    let corpora = cursor.outcome?.parts.map(\.loaded) ?? workspace.corporaInScope
    return Self.failure(
      error, in: sql, tables: tableNames, fields: corpora.map { $0.fields.map(\.name) })
  }

  /// Converts an SQL error to an error for the user.
  ///
  /// If a table or column is unknown, the error suggests a similar name or lists all names.
  static func failure(
    _ error: SQLError, in sql: String, tables: [String], fields: [[String]]
  ) -> ShellError {
    if error.kind == .cancelled { return .interrupted }
    guard case .syntax(let detail) = error.kind else { return .failure(error.message) }
    if detail.hasPrefix("no such table") {
      return .failure(
        error.message
          + (tables.isEmpty
            ? ": no corpus is loaded" : "; the tables are \(tables.joined(separator: ", "))"))
    }
    guard detail.hasPrefix("no such column: ") else {
      // A common cause of a syntax error is that a column with spaces in its name is not quoted.
      let spaced = fields.joined().first {
        $0.contains(" ") && sql.lowercased().hasOccurrence(of: $0.lowercased())
          && !sql.lowercased().hasOccurrence(of: RecordTable.quoted($0).lowercased())
      }
      return .failure(
        error.message + (spaced.map { "; quote the column: \(RecordTable.quoted($0))" } ?? ""))
    }
    let name = String(detail.dropFirst("no such column: ".utf8.count))
    let known =
      FixedColumn.allCases.filter { $0 != .corpus || fields.count > 1 }.map(\.rawValue)
      + fields.joined()
    // In SQL, `a.b` without quotes is the column b of the table a.
    if known.contains(name) {
      return .failure("\(error.message); quote the column: \(RecordTable.quoted(name))")
    }
    return .failure(
      error.message
        + suggestion(
          for: name, among: known, quote: RecordTable.quoted,
          else:
            "the columns are \(known.uniqued().joined(separator: ", ")); "
            + "quote names with spaces or signs: \"a b\""))
  }

  /// The names of all tables, for error messages.
  private var tableNames: [String] {
    (cursor.outcome == nil ? [] : [TableName.result])
      + (workspace.scope.isEmpty ? [] : [TableName.records, "search('QUERY')"])
      + workspace.corpora.filter { $0.hasRecords && !Self.isReserved($0.name) }.map(\.name)
  }
}

extension RecordTable.Column.Content {
  init(_ column: FixedColumn) {
    self =
      switch column {
      case .corpus: .corpus
      case .record: .record
      case .source: .source
      case .line: .line
      case .column: .column
      case .matched: .matched
      case .hits: .hits
      }
  }
}

extension JSON {
  init(_ value: SQLValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(Int(number))
      // JSON has no infinite numbers. Write them as SQLite's text, so that they differ from NULL.
      case .decimal(let number) where number.isInfinite: .string(number < 0 ? "-Inf" : "Inf")
      case .decimal(let number): .number(number)
      case .text(let text): .string(text)
      case .blob: .string(value.text)
      }
  }
}
