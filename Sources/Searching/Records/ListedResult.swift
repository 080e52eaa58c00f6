package import Corpora

/// A result that can deliver its rows in batches, without storing all of them in memory.
package protocol StreamedResult: SearchResult {
  /// Calls `body` with all rows, in batches, until `body` returns `false`.
  ///
  /// - Throws: `failed` if the source is unavailable; `cancelled` if the caller cancels.
  /// - Complexity: The cost of reading the rows.
  func forEachBatch(
    _ details: RowDetails, _ cancellation: Cancellation, _ body: (RowBatch) -> Bool
  ) throws(SearchError)

  /// The number of rows to request for each page when all rows are read.
  var rowsPerRead: Int { get }

  /// Counts the rows for each combination of cells in `columns`.
  ///
  /// Returns `nil` if the source cannot count the rows without delivering them.
  ///
  /// - Throws: `failed` if the source is unavailable; `cancelled` if the caller cancels.
  func counts(
    by columns: [String], _ cancellation: Cancellation
  ) throws(SearchError) -> RowCounts?
}

extension StreamedResult {
  package func counts(by columns: [String], _ cancellation: Cancellation) -> RowCounts? { nil }

  package var rowsPerRead: Int { rowsPerPage }

  /// Reads the rows page by page.
  package func forEachBatch(
    _ details: RowDetails, _ cancellation: Cancellation, _ body: (RowBatch) -> Bool
  ) throws(SearchError) {
    let size = rowsPerRead
    var start = 0
    while true {
      let page = try page(start..<start + size, details, cancellation)
      if page.isEmpty || !body(page) || page.count < size { return }
      start += size
    }
  }
}

/// Rows of another result, selected by record number, in source order or any other order.
///
/// Each request for a page reads the records of the page again.
package struct ListedResult: StreamedResult {
  /// The result that the rows come from.
  package let base: any SearchResult
  private let reader: any NumberedSource
  private let chosen: ResultSet

  /// The record number of each row, in row order; `nil` if the rows are in the order of the source.
  package let order: [UInt32]?

  /// Creates a result with some records of another result; `source` reads these records.
  package init(_ base: any SearchResult, _ records: ResultSet, of source: any NumberedSource) {
    (self.base, reader, chosen, order) = (base, source, records, nil)
  }

  /// Creates a result with some records of another result, in the given order.
  package init(_ base: any SearchResult, ordered records: [UInt32], of source: any NumberedSource) {
    (self.base, reader, order) = (base, source, records)
    chosen = ResultSet(numbers: records, of: source.numberedCount ?? 0)
  }

  package var query: CompiledQuery { base.query }
  package var source: String { base.source }
  package var fields: [Field] { base.fields }
  package var statistics: SearchStatistics { base.statistics }
  package var rowsPerPage: Int { base.rowsPerPage }
  package var rowsPerRead: Int { 4_096 }
  package var hasSingleSource: Bool { base.hasSingleSource }
  package var knownCount: Int? { chosen.count }
  package var knownHitCount: Int? { chosen.isEmpty ? 0 : nil }
  package var records: ResultSet? { chosen }

  package func count(_ cancellation: Cancellation) -> Int { chosen.count }

  package func page(
    _ rows: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch {
    let wanted = rows.clamped(to: 0..<chosen.count)
    let numbers = wanted.map { order?[$0] ?? UInt32(chosen[$0].rawValue) }
    var page = try reader.rows(
      of: ResultSet(numbers: numbers, of: chosen.universe), hitsOf: details.hits ? query : nil,
      cancellation)
    if order != nil {
      var places: [UInt64: Int] = [:]
      for (place, row) in page.rows.enumerated() { places[row.record] = place }
      page = page.with(numbers.compactMap { places[UInt64($0)].map { page.rows[$0] } })
    }
    guard page.count == numbers.count else {
      throw .failed(source: source, reason: "some records of the result are missing: search again")
    }
    page.move(to: rows.lowerBound)
    if order != nil || !details.hasContext || page.isEmpty || !fields.haveContext { return page }
    let end = wanted.upperBound
    let next = end < chosen.count ? Int(chosen[end].rawValue) : chosen.universe
    return try reader.addingContext(to: page, before: next, details, cancellation)
  }

  package func row(notBefore record: RecordID, _ cancellation: Cancellation) -> Int {
    guard let order else { return chosen.rank(of: record) }
    return order.firstIndex(of: UInt32(record.rawValue)) ?? order.count
  }

  package func narrowed(to records: ResultSet) -> any SearchResult {
    ListedResult(base, records, of: reader)
  }

  package func ordered(as records: [UInt32]) -> any SearchResult {
    ListedResult(base, ordered: records, of: reader)
  }

  package func hitCount(
    ofFirst rows: Int, _ cancellation: Cancellation
  ) throws(SearchError) -> Int? {
    // Do not read more than 10,000 rows only to count their hits.
    if rows > 10_000 { return nil }
    let page = try page(0..<rows, RowDetails(), cancellation)
    return page.rows.indices.reduce(0) { $0 + page.hits(ofRow: $1).count }
  }
}

extension [Field] {
  /// Whether records with these columns are lines of text; only lines can have context.
  package var haveContext: Bool { self == [Field("text")] }
}

/// A source of the rows of a result; every search finds all rows, regardless of the query.
package struct ResultSource: RecordSource {
  private let result: any StreamedResult

  /// Creates a source of the rows of a result.
  package init(_ result: any StreamedResult) { self.result = result }

  package var name: String { result.source }
  package var kind: String { "result" }
  package var recordCount: Int? { result.knownCount }
  package var hasSingleSource: Bool { result.hasSingleSource }

  /// Whether the rows are in the order of their records.
  package var isAscending: Bool { result.order == nil }

  package func fields(_ cancellation: Cancellation) -> [Field] { result.fields }

  package func explain(
    _ query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> Explanation {
    Explanation(query: query.query, lines: [.init("access path", "result: reads all rows")])
  }

  package func search(
    _ query: CompiledQuery, _ request: ResultRequest, _ cancellation: Cancellation
  ) throws(SearchError) -> any SearchResult { result }

  package func stream<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    render: @escaping @Sendable (RowBatch) -> Product,
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport {
    var failure: (any Error)?
    try result.forEachBatch(request.details, cancellation) { batch in
      do { return try deliver(render(batch)) } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    return StreamReport(result.statistics)
  }
}
