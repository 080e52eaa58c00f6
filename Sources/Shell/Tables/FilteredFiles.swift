internal import Corpora
internal import Searching
internal import Tables
internal import Terminal

/// The records of a source that satisfy an SQL condition (`search --where`).
///
/// Each row is tested as soon as it is found, so memory never has to hold all rows at once.
struct FilteredFiles: RecordSource {
  let tables: FileTables
  let condition: String

  var name: String { tables.source.name }
  var kind: String { tables.source.kind }
  var recordCount: Int? { nil }
  var hasSingleSource: Bool { tables.source.hasSingleSource }

  func fields(_ cancellation: Cancellation) -> [Field] { tables.fields }

  /// The SQL query that returns the row IDs of the records that satisfy a condition.
  ///
  /// The newline after the condition ends any SQL comment in the last line of the condition. The
  /// plus sign prevents SQLite from splitting the condition into several scans, which would return
  /// rows out of order.
  static func sql(_ condition: String) -> String {
    "SELECT _rowid_ FROM \(RecordTable.quoted(FileTables.Name.rows)) AS result WHERE +(\(condition)\n)"
  }

  func stream<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    render: @escaping @Sendable (RowBatch) -> Product,
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport {
    var found = request
    found.limit = nil
    found.enoughPerFile = nil
    found.details.recordNumbers = true
    var context = try contextReader(request, cancellation)
    if context != nil { (found.details.before, found.details.after) = (0, 0) }
    let kept = KeptRows(found.details, limit: request.limit)
    let connection = try tables.connect(.init(query: query, request: found, kept: kept))
    try SQLCondition.check(condition)
    let sql = Self.sql(condition)
    let rows = try SQLCondition.run(condition) { try tables.prepare(sql, connection) }
    var count = 0
    var shouldContinue = true
    func deliverReady() throws {
      for batch in kept.take() {
        for shown in try context?.add(batch) ?? [batch] where shouldContinue {
          shouldContinue = try deliver(render(shown))
        }
      }
    }
    while shouldContinue, try step(rows, sql) {
      // A condition with unbalanced parentheses can make the query return unrelated rows.
      guard kept.keep(rows.integer) else {
        throw ShellError.failure("the condition is not one expression: check its parentheses")
      }
      count += 1
      try deliverReady()
      if let limit = request.limit, count >= limit, !found.details.hasContext || kept.isOver {
        break
      }
    }
    kept.leave()
    try deliverReady()
    for shown in try context?.finish() ?? [] where shouldContinue {
      shouldContinue = try deliver(render(shown))
    }
    return report(of: connection, count)
  }

  /// Creates a reader for context rows; nil if no reader is needed.
  ///
  /// A reader is needed only if context was requested and the source does not consist of files. A
  /// source of files delivers the context rows itself.
  ///
  /// - Throws: `unsupported` if the source cannot provide context rows.
  private func contextReader(
    _ request: StreamRequest, _ cancellation: Cancellation
  ) throws -> ContextReader? {
    if !request.details.hasContext || tables.source is FileSource { return nil }
    guard let source = tables.source.numbered else {
      throw SearchError.unsupported(
        source: name, what: "cannot show context with --where", remedy: "leave out -A, -B and -C")
    }
    return try ContextReader(source, request.details, limit: request.limit, cancellation)
  }

  private func step(_ rows: TableQuery, _ sql: String) throws -> Bool {
    do throws(SQLError) { return try rows.step() } catch { throw tables.failure(error, in: sql) }
  }

  private func report(of connection: FileTables.Connection, _ count: Int) -> StreamReport {
    var report = connection.rows?.report ?? StreamReport(SearchStatistics(accessPath: "scan"))
    report.failures = tables.failures.all
    report.statistics.matches = count
    return report
  }

  func explain(
    _ query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> Explanation { try tables.source.explain(query, cancellation) }

  func search(
    _ query: CompiledQuery, _ request: ResultRequest, _ cancellation: Cancellation
  ) throws(SearchError) -> any SearchResult {
    throw .unsupported(source: name, what: "keeps no rows", remedy: "read them as a stream")
  }
}
