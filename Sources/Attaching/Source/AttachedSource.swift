package import Corpora
package import Searching
internal import Synchronization
internal import System
internal import UnicodeText

/// A source whose records are in a table on a ClickHouse server, perhaps spread over the nodes of a cluster.
///
/// A table that `publish` made has folded text and tokens: the server decides a query at the settings of the table, and
/// only rows that match are transferred. For other queries and tables, the server sends every record that may match,
/// and the same matcher as for local records decides.
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

  /// The bytes of all answers so far, as they were transferred.
  package var bytesReceived: UInt64 { engine.bytesReceived }

  package func fields(_ cancellation: Cancellation) -> [Field] { table.fields }

  // MARK: Statements

  /// The rows that match a query, and the queries in whose results it searches.
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

  /// Runs `body`, and then makes sure that the table was not changed meanwhile.
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

  /// - Throws: `changed` if the corpus was published again since it was attached.
  func checkUnchanged(_ cancellation: Cancellation) throws(RemoteFailure) {
    guard case .published(let publication, let tables) = table else { return }
    let now = try tables.publications(of: publication.corpus, from: engine, cancellation)
    let current = now.current(of: publication.corpus)
    if current?.generation != publication.generation
      || current?.records ?? 0 < publication.records
    {
      throw .changed("the corpus was published again or removed meanwhile: attach it again")
    }
  }

  /// How many records match, if the condition decides.
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
          ? "remote: the server decides, only rows that match are transferred"
          : "remote: the server sends what may match, and each record is tested here"))
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
    lines.append(.init("reads", "\(read) records and \(bytes) bytes on all nodes, to count"))
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
    // The first rows show that the table can be read.
    if request.isPreview, let limit = request.limit {
      _ = try result.page(0..<limit, RowDetails(), cancellation)
    }
    return result
  }

  /// Finds the records that match among chosen ones.
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
      try rows.run(from: 0, limit: request.limit) { found throws(RemoteFailure) in
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

  /// Counts matching records by file; the server counts if the condition decides.
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

// MARK: Records by number

extension AttachedSource: NumberedSource {
  package var numberedCount: Int? {
    // Numbers of rows have 32 bits.
    table.hasUniqueIDs ? recordCount.flatMap { $0 < UInt32.max ? $0 : nil } : nil
  }

  /// How many records one statement names.
  private static var numbersAtOnce: Int { 4_096 }

  package func rows(
    of records: ResultSet, hitsOf query: CompiledQuery?, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch {
    let everything = try CompiledQuery(checking: Query("", .substring))
    var batches: [RowBatch] = []
    var numbers: [UInt64] = []
    var iterator = records.makeIterator()
    while true {
      let next = iterator.next()
      if let next { numbers.append(next.rawValue) }
      guard numbers.count == Self.numbersAtOnce || next == nil, let first = numbers.first,
        let last = numbers.last
      else {
        if next == nil { break }
        continue
      }
      var rows = try rows(of: query ?? everything, cancellation)
      rows.condition = .isIn(table.id, numbers)
      rows.isExact = true
      var count = 0
      try answer(cancellation) { () throws(RemoteFailure) in
        try rows.read(first..<last + 1) { found, _ throws(RemoteFailure) in
          count += found.records.count
          batches.append(
            rows.judge.batch(
              of: found.records, in: found.corpus, numbers: found.numbers, showsHits: query != nil))
          return true
        }
      }
      guard count == numbers.count else { throw failure(.incomplete) }
      numbers = []
    }
    return RowBatch(joining: batches, fields: table.fields)
  }

  package func records(
    matching query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> ResultSet {
    let rows = try self.rows(of: query, cancellation)
    guard rows.isExact, let count = numberedCount else {
      return try streamedRecords(matching: query, cancellation)
    }
    var select = Select([table.id], from: table.name)
    select.condition = .all([table.within(table.ids), rows.condition])
    var numbers: [UInt32] = []
    try answer(cancellation) { () throws(RemoteFailure) in
      try engine.rows(select, cancellation) { reader, source throws(RemoteFailure) in
        let number = try reader.number(source)
        guard number < UInt64(count) else { throw .malformed }
        numbers.append(UInt32(number))
      }
    }
    return ResultSet(numbers: numbers, of: count)
  }
}

// MARK: Counts

extension AttachedSource: CountingSource {
  package func counts(
    of query: CompiledQuery, isInverted: Bool, by columns: [String], _ cancellation: Cancellation
  ) throws(SearchError) -> RowCounts? {
    try counts(of: rows(of: query, isInverted: isInverted, cancellation), by: columns)
  }

  /// Lets the server count, if the condition decides: the cells of a published table are texts, and equal if their bytes
  /// are.
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
