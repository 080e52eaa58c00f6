internal import Corpora
internal import Reporting
internal import SQLite
internal import Searching
internal import Synchronization
internal import Tables
internal import Terminal

/// The records of a source as SQL tables; each scan reads the source again.
///
/// The tables are `records` (also available under the source's name) and `search`. After a search,
/// there is also the table `result`.
struct FileTables: Sendable {
  let source: any RecordSource
  let fields: [Field]

  /// The type of each field; `text` for fields that no query reads.
  var types: [ColumnType]

  /// The number of records; nil if unknown.
  var count: Int?

  /// All records; nil if there are too many to keep them in memory.
  var batches: [ScannedBatch]?

  /// The fields that the query reads, and whether the query reads the column `source` or `line`.
  var use = RecordUse()

  /// The errors of files that could not be read.
  let failures: ScanFailures

  /// The options of searches in the table `search`; `strategy` is their default strategy.
  let options: SearchOptions
  let strategy: String

  /// The memory limit, in bytes, for sorting the rows of a scan; above this limit, SQLite sorts the
  /// rows.
  private static let orderingBytes = 32 << 20

  enum Name {
    static let result = "result"
    static let records = "records"
    static let search = "search"
    /// The table with the rows of a search; no corpus can have this name.
    static let rows = "(rows)"

    static func isReserved(_ name: String) -> Bool {
      [result, records, search, rows].contains(name.lowercased())
    }
  }

  /// A search; SQL queries can read its rows as a table.
  struct SearchedRows {
    let query: CompiledQuery
    var request = StreamRequest()

    /// Collects the rows that satisfy a condition; nil if no query needs these rows.
    var kept: KeptRows?

    /// The result of the search, if the search has already been run.
    var result: (any StreamedResult)?
  }

  /// A database connection with the tables of a source.
  struct Connection {
    let database: TableConnection
    fileprivate let tables: [RecordTable]

    /// All records of the source.
    let records: StreamedRecords

    /// The rows of the search; nil if the connection was opened without a search.
    let rows: StreamedRecords?

    /// The fields that the prepared queries read, and whether a query reads the column `source` or
    /// `line`.
    var use: RecordUse {
      var fields: Set<Int> = []
      var readsLocation = false
      for column in tables.flatMap(\.usedColumns) {
        switch column.content {
        case .field(let all): if let field = all[0] { fields.insert(field) }
        case .source, .line: readsLocation = true
        case .corpus, .record, .column, .matched, .hits: break
        }
      }
      return RecordUse(fields: fields, readsLocation: readsLocation)
    }
  }

  // MARK: Tables

  /// The columns, which are the same in all tables.
  func columns() throws -> [RecordTable.Column] {
    try TableQueries.columns(of: [.init(name: source.name, fields: fields)])
  }

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - search: the search whose rows are the table `result`; nil if there is no search.
  ///   - orders: whether the tables, not SQLite, sort and count rows where possible. Pass false if
  ///     a query reads row IDs.
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

  /// Whether the source counts the matches of a query faster than it delivers the matches.
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

  /// The names of all tables, for error messages.
  private var tableNames: [String] {
    [Name.records, "search('QUERY')"] + (Name.isReserved(source.name) ? [] : [source.name])
  }

  /// Converts an SQL error to an error for the user.
  ///
  /// If a table or column is unknown, the error suggests a similar name or lists all names.
  func failure(_ error: SQLError, in sql: String) -> ShellError {
    TableQueries.failure(error, in: sql, tables: tableNames, fields: [fields.map(\.name)])
  }

  /// The fields that a query reads, and whether the query reads the column `source` or `line`.
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

/// The most recent searches of a connection.
///
/// A join repeats a search for each row of the outer table, so the records of a search are reused.
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
