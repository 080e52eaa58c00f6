public import Corpora
internal import UnicodeText

/// A result of a search in a corpus in memory.
///
/// Text is copied only when a page is requested.
struct MemoryResult: SearchResult {
  let query: CompiledQuery
  let searcher: Searcher
  let report: SearchReport

  /// The records to show as rows; `nil` to show the records that the search found.
  var chosen: ResultSet?

  private var results: ResultSet { chosen ?? report.results }
  private var corpus: Corpus { searcher.corpus }

  init(_ query: CompiledQuery, _ searcher: Searcher, _ report: SearchReport) {
    self.query = query
    self.searcher = searcher
    self.report = report
  }

  var source: String { corpus.name }
  var fields: [Field] { corpus.fields }
  var statistics: SearchStatistics { report.statistics }
  var knownCount: Int? { results.count }
  var knownHitCount: Int? { chosen == nil ? report.hitCount : nil }
  var hasSingleSource: Bool { corpus.sources.sources.count <= 1 }
  var records: ResultSet? { results }

  /// The record numbers of the rows, if the rows are not in the order of the corpus.
  var order: [UInt32]?

  func count(_ cancellation: Cancellation) -> Int { results.count }

  func row(notBefore record: RecordID, _ cancellation: Cancellation) -> Int {
    guard let order else { return results.rank(of: record) }
    // If the rows are not in corpus order, the first row with a later record has no meaning, so
    // find the row of exactly this record.
    return order.firstIndex(of: UInt32(record.rawValue)) ?? order.count
  }

  func hitCount(ofFirst rows: Int, _ cancellation: Cancellation) throws(SearchError) -> Int? {
    if chosen == nil, rows == results.count, let known = report.hitCount { return known }
    let first =
      order.map {
        ResultSet($0.prefix(rows).sorted().map { RecordID(UInt64($0)) }, of: results.universe)
      }
      ?? results.first(rows)
    let count = searcher.hitCount(
      of: report, in: first.intersection(report.results),
      isCancelled: { cancellation.isCancelled })
    guard let count else { throw .cancelled }
    return count
  }

  func page(
    _ rows: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch {
    let rows = rows.clamped(to: 0..<results.count)
    var details = details
    if order != nil { (details.before, details.after) = (0, 0) }
    var page = MemoryPage(corpus, report, details)
    for index in rows {
      try cancellation.check()
      if let order {
        page.append(RecordID(UInt64(order[index])), before: corpus.count)
      } else {
        let next = index + 1 < results.count ? Int(results[index + 1].rawValue) : corpus.count
        page.append(results[index], before: next)
      }
    }
    var batch = page.finish()
    batch.move(to: rows.lowerBound)
    return batch
  }

  /// The hits in a record; empty if the search did not find the record.
  func hits(in record: RecordID) -> [Hit] {
    report.results.contains(record) ? report.hits(in: record) : []
  }

  func narrowed(to records: ResultSet) -> any SearchResult {
    var narrowed = self
    narrowed.chosen = records
    narrowed.order = nil
    return narrowed
  }

  func ordered(as records: [UInt32]) -> any SearchResult {
    var ordered = self
    ordered.chosen = ResultSet(numbers: records, of: results.universe)
    ordered.order = records
    return ordered
  }
}

/// Builds one page of a `MemoryResult`, with the context of each row.
private struct MemoryPage: ~Copyable {
  private let corpus: Corpus
  private let report: SearchReport
  private let details: RowDetails
  private let hasContext: Bool
  private var builder: RowBatch.Builder

  /// One more than the number of the last record that was added to the page.
  private var next = 0

  init(_ corpus: Corpus, _ report: SearchReport, _ details: RowDetails) {
    self.corpus = corpus
    self.report = report
    self.details = details
    hasContext = details.hasContext && corpus.hasContext
    builder = RowBatch.Builder(fields: corpus.fields)
  }

  /// Adds a row and its context to the page; `nextRow` is the record number of the next row.
  mutating func append(_ id: RecordID, before nextRow: Int) {
    let record = Int(id.rawValue)
    let place = corpus.place(of: id)
    if hasContext {
      for neighbor in max(next, record - details.before)..<max(next, record) {
        appendContext(neighbor, of: place.source.path)
      }
    }
    append(record, place, isContext: false)
    next = record + 1
    guard hasContext else { return }
    let end = nextRow - record - 1 < details.after ? nextRow : record + 1 + details.after
    for neighbor in record + 1..<max(record + 1, end) {
      guard appendContext(neighbor, of: place.source.path) else { return }
      next = neighbor + 1
    }
  }

  /// Adds a record as context if the record is from the file `path`; returns whether the record was
  /// added.
  @discardableResult
  private mutating func appendContext(_ record: Int, of path: String) -> Bool {
    let place = corpus.place(of: RecordID(UInt64(record)))
    if place.source.path != path { return false }
    append(record, place, isContext: true)
    return true
  }

  private mutating func append(
    _ record: Int, _ place: (source: SourceMap.Source, line: Int), isContext: Bool
  ) {
    let id = RecordID(UInt64(record))
    var row = RowBatch.Entry(
      record: id.rawValue, line: place.line,
      source: builder.place(ofSource: place.source.path, columns: place.source.columns),
      isContext: isContext)
    let wantsHits = details.hits && !isContext && report.results.contains(id)
    let hits = wantsHits ? report.hits(in: id) : []
    row.isFullName = wantsHits && report.matchesByFullName(in: id)
    let columns = corpus.fileColumns(details.fileColumns, of: hits, in: id)
    corpus.withRecord(id) { builder.append(row, $0, hits: hits, fileColumns: columns) }
  }

  consuming func finish() -> RowBatch { builder.finish() }
}

extension SearchReport {
  /// A batch with one row, which shows `record`.
  func batch(of record: RecordID) -> RowBatch {
    var page = MemoryPage(corpus, self, RowDetails())
    page.append(record, before: corpus.count)
    return page.finish()
  }
}

extension Corpus {
  /// The column numbers of hits in their line of the file, counted in bytes from 1.
  ///
  /// `wanted` selects no hits, the first hit or all hits.
  ///
  /// - Returns: the column numbers of the selected hits; an empty array if every hit has the same
  ///   column number in the line as in its field.
  func fileColumns(
    _ wanted: RowDetails.FileColumns, of hits: [Hit], in id: RecordID
  ) -> [Int] {
    if wanted == .none { return [] }
    var columns: [Int] = []
    var last: (field: Int, place: CellPlace)?
    for hit in hits {
      if last?.field != hit.field { last = place(of: hit.field, in: id).map { (hit.field, $0) } }
      guard let place = last?.place else { return [] }
      columns.append(place.column(of: hit.range.lowerBound))
      if wanted == .first { break }
    }
    return columns
  }

  /// Whether the records are lines of text; only lines can have context.
  var hasContext: Bool { fields.haveContext }
}

// MARK: Record source

extension Searcher: RecordSource {
  public var name: String { corpus.name }
  public var kind: String { "memory" }
  public var hasSingleSource: Bool { corpus.sources.sources.count <= 1 }
  public var recordCount: Int? { corpus.count }
  public var textBytes: Int? { corpus.textBytes }

  public func fields(_ cancellation: Cancellation) -> [Field] { corpus.fields }

  public func explain(
    _ query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> Explanation {
    do throws(QueryError) { return try explain(query) } catch { throw .query(error) }
  }

  public func search(
    _ query: CompiledQuery, _ request: ResultRequest, _ cancellation: Cancellation
  ) throws(SearchError) -> any SearchResult {
    try result(of: query, request, cancellation)
  }

  private func result(
    of query: CompiledQuery, _ request: ResultRequest, _ cancellation: Cancellation
  ) throws(SearchError) -> MemoryResult {
    let isCancelled = { cancellation.isCancelled }
    if let within = request.within, within.records == nil {
      throw .unsupported(
        source: within.source, what: "does not number its records",
        remedy: "search \(within.source) and \(name) separately")
    }
    do throws(QueryError) {
      if request.isPreview, let limit = request.limit, request.within == nil {
        let report = try firstRecords(matching: query, limit: limit, isCancelled: isCancelled)
        return MemoryResult(query, self, report)
      }
      let report = try run(
        query, within: request.within?.records, stoppingAfter: request.limit,
        countingHits: request.countsHits, keeping: request.cacheBytes, isCancelled: isCancelled)
      return MemoryResult(query, self, report)
    } catch {
      throw .query(error)
    }
  }

  /// The maximum number of rows in one batch of a stream.
  private static let rowsOfBatch = 512

  public func stream<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    render: @escaping @Sendable (RowBatch) -> Product,
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport {
    let search = ResultRequest(
      limit: request.isInverted ? nil : request.limit, countsHits: false)
    var result = try result(of: query, search, cancellation)
    if request.isInverted {
      let undecided = ResultSet(result.report.undecided, of: result.report.results.universe)
      let complement = result.report.results.union(undecided).complement()
      result.chosen = request.limit.map { complement.first($0) } ?? complement
    }
    var report = StreamReport(result.statistics)
    if report.statistics.completion == .cancelled { throw SearchError.cancelled }
    let count = result.count(cancellation)
    report.statistics.matches = count
    var groups = ContextGroups(request.details, limit: request.limit)
    for start in stride(from: 0, to: count, by: Self.rowsOfBatch) {
      let batch = try result.page(
        start..<min(start + Self.rowsOfBatch, count), request.details, cancellation)
      for shown in groups.add(batch) where try !deliver(render(shown)) {
        report.statistics.completion = .stoppedEarly
        return report
      }
    }
    return report
  }
}
