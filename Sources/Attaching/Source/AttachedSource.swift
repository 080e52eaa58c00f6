package import Corpora
package import Searching
internal import Synchronization
internal import System
internal import UnicodeText

/// A source that reads its records from a table on a ClickHouse server or cluster.
///
/// A table that `publish` created has folded text and tokens. If a query uses the options that the
/// table was published with, the server decides which records match, and only these records are
/// transferred. For other queries and tables, the server sends every record that can match, and the
/// program tests these records like local records.
package final class AttachedSource: RecordSource {
  package let name: String
  package let kind = "remote"
  package let rowsPerPage = 100

  /// The server and the table, without user and password.
  package let place: String

  let engine: RemoteEngine
  let table: RemoteTable

  init(_ name: String, at place: String, _ engine: RemoteEngine, _ table: RemoteTable) {
    self.name = name
    self.place = place
    self.engine = engine
    self.table = table
  }

  package var recordCount: Int? { Int(exactly: table.recordCount) }

  package var textBytes: Int? {
    guard case .published(let publication, _) = table else { return nil }
    return Int(exactly: publication.textBytes)
  }

  package var hasSingleSource: Bool {
    guard case .published(let publication, _) = table else { return true }
    return publication.hasSingleSource
  }

  /// The number of transferred bytes of all responses so far, before decompression.
  package var bytesReceived: UInt64 { engine.bytesReceived }

  package func fields(_ cancellation: Cancellation) -> [Field] { table.fields }

  // MARK: Statements

  /// The rows that match a query and every query in `others`; if `isInverted` is true, all other
  /// rows.
  func rows(
    of query: CompiledQuery, within others: [CompiledQuery] = [], isInverted: Bool = false,
    _ cancellation: Cancellation
  ) throws(SearchError) -> RowStream {
    let judge: RecordJudge
    do throws(QueryError) {
      judge = try RecordJudge(query, within: others, fields: table.fields)
    } catch {
      throw .query(error)
    }
    let (condition, isExact) = table.condition(of: judge, isInverted: isInverted)
    return RowStream(
      table: table, engine: engine, judge: judge, condition: condition, isExact: isExact,
      isInverted: isInverted, cancellation: cancellation)
  }

  /// Runs `body`, then checks that the table has not changed since it was attached.
  func answer<R>(
    _ cancellation: Cancellation, _ body: () throws(RemoteFailure) -> R
  ) throws(SearchError) -> R {
    do throws(RemoteFailure) {
      let result = try body()
      try checkUnchanged(cancellation)
      return result
    } catch {
      throw failure(error)
    }
  }

  func failure(_ error: RemoteFailure) -> SearchError {
    if error == .cancelled { return .cancelled }
    return .failed(source: place, reason: error.sentence)
  }

  /// Checks that the corpus still has the records that were attached.
  ///
  /// - Throws: `changed` if the corpus was published again since it was attached.
  func checkUnchanged(_ cancellation: Cancellation) throws(RemoteFailure) {
    guard case .published(let publication, let tables) = table else { return }
    let now = try tables.publications(of: publication.corpus, from: engine, cancellation)
    let current = now.current(of: publication.corpus)
    if current?.generation != publication.generation
      || current?.records ?? 0 < publication.records
    {
      throw .changed(
        "the corpus was published again or removed since it was attached: attach it again")
    }
  }

  /// The number of matching records, counted by the server; requires that `rows.isExact` is true.
  func exactCount(_ rows: RowStream, below end: UInt64? = nil) throws(RemoteFailure) -> Int {
    var select = Select([.call(.count, [])], from: table.name)
    let ids = table.ids
    select.condition = .all([
      table.within(ids.lowerBound..<max(ids.lowerBound, min(end ?? .max, ids.upperBound))),
      rows.condition,
    ])
    return Int(clamping: try engine.numbers(select, rows.cancellation)[0])
  }

  // MARK: Searching

  package func explain(
    _ query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> Explanation {
    let rows = try rows(of: query, cancellation)
    var lines = Explanation.lines(of: rows.judge.matcher, for: query.query)
    lines.append(
      .init(
        "access path",
        rows.isExact
          ? "remote: the server tests the records and sends only matching rows"
          : "remote: the server returns candidates, and searchbench tests each record"))
    var select = Select(table.rowValues, from: table.name)
    select.condition = .all([table.within(table.ids), rows.condition])
    select.order = table.order
    select.limit = 20
    lines.append(.init("statement", select.statement.text))
    var count = Select([.call(.count, [])], from: table.name)
    count.condition = select.condition
    count.format = .json
    let (read, bytes) = try answer(cancellation) { () throws(RemoteFailure) in
      try engine.cost(of: count, cancellation)
    }
    lines.append(
      .init("reads", "\(read) records and \(bytes) bytes on all nodes, to count the matches"))
    return Explanation(query: query.query, lines: lines)
  }

  package func search(
    _ query: CompiledQuery, _ request: ResultRequest, _ cancellation: Cancellation
  ) throws(SearchError) -> any SearchResult {
    var others: [CompiledQuery] = []
    if let within = request.within {
      let listed = within as? ListedResult
      guard let earlier = (listed?.base ?? within) as? AttachedResult, earlier.remote === self
      else {
        throw .unsupported(
          source: within.source, what: "is another source",
          remedy: "search it and \(name) separately")
      }
      if let listed { return try search(query, withinRowsOf: listed, request, cancellation) }
      others = earlier.others + [earlier.query]
    }
    let result = try AttachedResult(
      query, within: others, of: self, limit: request.limit, cancellation)
    // Read the first rows now, so that an unreadable table is reported here.
    if request.isPreview, let limit = request.limit {
      _ = try result.page(0..<limit, RowDetails(), cancellation)
    }
    return result
  }

  /// Finds the matching records among the records of an earlier result.
  private func search(
    _ query: CompiledQuery, withinRowsOf listed: ListedResult, _ request: ResultRequest,
    _ cancellation: Cancellation
  ) throws(SearchError) -> any SearchResult {
    var found = try records(matching: query, cancellation)
    if let chosen = listed.records { found = found.intersection(chosen) }
    if let limit = request.limit { found = found.first(limit) }
    return try AttachedResult(query, within: [], of: self, limit: nil, cancellation)
      .narrowed(to: found)
  }

  package func stream<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    render: @escaping @Sendable (RowBatch) -> Product,
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport {
    if request.details.hasContext, numberedCount == nil {
      throw SearchError.unsupported(
        source: name, what: "gives no context, because its records are not numbered from 0",
        remedy: "leave out -A, -B and -C, or publish it with searchbench publish")
    }
    var context =
      request.details.hasContext
      ? try ContextReader(self, request.details, limit: request.limit, cancellation) : nil
    let start = Platform.monotonicNanoseconds()
    let rows = try rows(of: query, isInverted: request.isInverted, cancellation)
    var report = StreamReport(SearchStatistics(accessPath: "remote"))
    var matches = 0
    var failure: (any Error)?
    let limit = request.limit ?? .max
    try answer(cancellation) { () throws(RemoteFailure) in
      _ = try rows.run(from: 0, limit: request.limit) { found throws(RemoteFailure) in
        report.statistics.undecided += found.undecided
        let records =
          found.records.count > limit - matches
          ? found.records.first(limit - matches)
          : found.records
        if records.isEmpty { return true }
        var batch = rows.judge.batch(
          of: records, in: found.corpus, numbers: found.numbers,
          showsHits: request.details.hits && !request.isInverted)
        batch.move(to: matches)
        matches += records.count
        do {
          for shown in try context?.add(batch) ?? [batch] where try !deliver(render(shown)) {
            report.statistics.completion = .stoppedEarly
            return false
          }
          return context?.isOver != true
        } catch {
          failure = error
        }
        return false
      }
    }
    if let failure { throw failure }
    if report.statistics.completion != .stoppedEarly {
      for shown in try context?.finish() ?? [] where try !deliver(render(shown)) {
        report.statistics.completion = .stoppedEarly
        break
      }
    }
    if matches == limit { report.statistics.completion = .stoppedEarly }
    report.statistics.matches = matches
    report.statistics.examined = recordCount
    report.statistics.timings.parse = query.parseNanoseconds
    report.statistics.timings.search = Int(Platform.monotonicNanoseconds() - start)
    return report
  }

  /// Counts the matching records of each file; the server counts them if its condition is exact and
  /// the request has no limits.
  package func countByFile(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    deliver: (_ path: String, _ count: Int) throws -> Bool
  ) throws -> StreamReport {
    let start = Platform.monotonicNanoseconds()
    let rows = try rows(of: query, isInverted: request.isInverted, cancellation)
    guard rows.isExact, request.enoughPerFile == nil, request.limit == nil else {
      return try countStreamed(query, request, cancellation, deliver: deliver)
    }
    var counts: [(path: String, count: Int)] = []
    if table.namesSources && !hasSingleSource {
      var select = Select(
        [.column(PublishedColumn.source), .call(.count, [])], from: table.name)
      select.condition = .all([table.within(table.ids), rows.condition])
      select.groups = [.column(PublishedColumn.source)]
      select.order = [.ascending(.call(.min, [table.id]))]
      try answer(cancellation) { () throws(RemoteFailure) in
        try engine.rows(select, cancellation) { reader, source throws(RemoteFailure) in
          let path = try reader.string(source)
          counts.append((path, Int(clamping: try reader.number(source))))
        }
      }
    } else {
      let count = try answer(cancellation) { () throws(RemoteFailure) in try exactCount(rows) }
      if count > 0 { counts = [(name, count)] }
    }
    var report = StreamReport(SearchStatistics(accessPath: "remote"))
    report.statistics.matches = counts.reduce(0) { $0 + $1.count }
    report.statistics.examined = recordCount
    report.statistics.timings.parse = query.parseNanoseconds
    report.statistics.timings.search = Int(Platform.monotonicNanoseconds() - start)
    for (path, count) in counts where try !deliver(path, count) { break }
    return report
  }
}
