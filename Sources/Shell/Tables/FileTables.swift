internal import Corpora
internal import Reporting
internal import SQLite
internal import Searching
internal import Synchronization
internal import Tables
internal import Terminal

/// The records of a source as tables for SQL; each scan reads the source again.
///
/// The tables are `records`, also under the name of the source, `search`, and for a search `result`.
struct FileTables: Sendable {
  let source: any RecordSource
  let fields: [Field]

  /// The type of each field; `text` if no query reads it.
  var types: [ColumnType]

  /// The number of records, if it is known.
  var count: Int?

  /// All records, if they are few.
  var batches: [ScannedBatch]?

  /// What the query reads of records.
  var use = RecordUse()

  /// The errors in files.
  let failures: ScanFailures

  /// The options and the strategy of `search`.
  let options: SearchOptions
  let strategy: String

  /// The limit of the memory in which a scan orders its rows; more rows are ordered by SQLite.
  private static let orderingBytes = 32 << 20

  enum Name {
    static let result = "result"
    static let records = "records"
    static let search = "search"
    /// The rows of a search; the name cannot be that of a corpus.
    static let rows = "(rows)"

    static func isReserved(_ name: String) -> Bool {
      [result, records, search, rows].contains(name.lowercased())
    }
  }

  /// A search whose rows are a table.
  struct SearchedRows {
    let query: CompiledQuery
    var request = StreamRequest()

    /// Keeps the rows that a condition returns; nil if no query needs them.
    var kept: KeptRows?

    /// The result of the search, if it was run before.
    var result: (any StreamedResult)?
  }

  /// A connection with tables of the files.
  struct Connection {
    let database: TableConnection
    fileprivate let tables: [RecordTable]

    /// All records.
    let records: StreamedRecords

    /// The rows of the search, if there is one.
    let rows: StreamedRecords?

    /// What the queries prepared so far read.
    var use: RecordUse {
      var fields: Set<Int> = []
      var places = false
      for column in tables.flatMap(\.usedColumns) {
        switch column.content {
        case .field(let all): if let field = all[0] { fields.insert(field) }
        case .source, .line: places = true
        case .corpus, .record, .column, .matched, .hits: break
        }
      }
      return RecordUse(fields: fields, places: places)
    }
  }

  // MARK: Tables

  /// The columns of each table.
  func columns() throws -> [RecordTable.Column] {
    try TableQueries.columns(of: [.init(name: source.name, fields: fields)])
  }

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - search: the search whose rows are the table `result`; nil for none.
  ///   - orders: whether tables order and count their rows where they can, because no query reads row IDs.
  /// - Returns: the connection and its tables.
  /// - Throws: a failure if SQLite cannot be used.
  func connect(_ search: SearchedRows? = nil, orders: Bool = false) throws -> Connection {
    let columns = try columns()
    func table(
      _ name: String, _ records: StreamedRecords, keeping kept: KeptRows? = nil
    ) -> RecordTable {
      RecordTable(
        name, columns: columns, source: .streamed(records), keeping: kept, cancellation: .signals)
    }
    let all = StreamedRecords(
      source, fields: fields, types: types, use: use, count: count, batches: batches,
      failures: failures,
      threads: options.threads, orderingBytes: orders ? Self.orderingBytes : 0,
      countsRows: orders && countsRows)
    var tables = [table(Name.records, all), searchTable(columns, countsRows: orders && countsRows)]
    if !Name.isReserved(source.name) { tables.append(table(source.name, all)) }
    var rows: StreamedRecords?
    if let search {
      if let kept = search.kept {
        let found = records(of: search.query, search.request)
        tables.append(table(Name.rows, found, keeping: kept))
        rows = found
      }
      tables.append(
        table(
          Name.result,
          records(
            of: search.query, search.request, in: search.result.map { ResultSource($0) } ?? source,
            countsRows: orders && search.result != nil)))
    }
    do throws(DatabaseError) {
      return Connection(
        database: try TableConnection(tables, .signals), tables: tables, records: all, rows: rows)
    } catch {
      throw ShellError.failure("SQL cannot be used: \(error.reason)")
    }
  }

  /// Whether the source counts what a query finds faster than it delivers it.
  private var countsRows: Bool { !(source is FileSource) }

  private func records(
    of query: CompiledQuery, _ request: StreamRequest, in rows: (any RecordSource)? = nil,
    countsRows: Bool = false
  ) -> StreamedRecords {
    StreamedRecords(
      rows ?? source, fields: fields, types: types, use: use, query: query, request: request,
      failures: failures, threads: options.threads, countsRows: countsRows)
  }

  private func searchTable(_ columns: [RecordTable.Column], countsRows: Bool) -> RecordTable {
    let earlier = EarlierSearches()
    return RecordTable(
      Name.search, columns: columns,
      source: .streamedSearch(countsRows: countsRows) { [self] (text, name) throws(SearchError) in
        let query = Query(text, by: name ?? strategy, options: options)
        if let known = earlier.records(of: query) { return known }
        do throws(QueryError) {
          try Workspace.checkLength(of: query)
        } catch {
          throw .query(error)
        }
        let request = StreamRequest(details: RowDetails(hits: false))
        let found = records(
          of: try CompiledQuery(checking: query), request, countsRows: countsRows)
        earlier.add(found, of: query)
        return found
      }, cancellation: .signals)
  }

  /// The names of all tables, for messages.
  private var tableNames: [String] {
    [Name.records, "search('QUERY')"] + (Name.isReserved(source.name) ? [] : [source.name])
  }

  /// The error for the user; for an unknown table or column, it names the known ones.
  func failure(_ error: SQLError, in sql: String) -> ShellError {
    TableQueries.failure(error, in: sql, tables: tableNames, fields: [fields.map(\.name)])
  }

  /// What a query reads.
  func use(of sql: String, _ search: SearchedRows? = nil) throws -> RecordUse {
    let connection = try connect(search)
    _ = try prepare(sql, connection)
    return connection.use
  }

  /// Prepares a query.
  func prepare(_ sql: String, _ connection: Connection) throws -> TableQuery {
    do throws(SQLError) {
      return try connection.database.query(sql)
    } catch {
      throw failure(error, in: sql)
    }
  }
}

/// The last searches of a connection, whose records may have been kept: a join repeats a search for each outer row.
private final class EarlierSearches: Sendable {
  private let searches = Mutex<[(query: Query, records: StreamedRecords)]>([])

  func records(of query: Query) -> StreamedRecords? {
    searches.withLock { $0.first { $0.query == query }?.records }
  }

  func add(_ records: StreamedRecords, of query: Query) {
    searches.withLock { searches in
      if searches.count == 4 { searches.removeFirst() }
      searches.append((query, records))
    }
  }
}
