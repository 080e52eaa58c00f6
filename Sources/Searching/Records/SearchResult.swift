public import Corpora

/// The result of a search, read page by page.
///
/// Each matching record is a row. By default, rows are in the order of the source. Row numbers
/// start at 0.
public protocol SearchResult: Sendable {
  /// The query.
  var query: CompiledQuery { get }

  /// The name of the source.
  var source: String { get }

  /// The columns of the records.
  var fields: [Field] { get }

  /// The cost of the search so far.
  var statistics: SearchStatistics { get }

  /// The number of rows, if it is already known.
  var knownCount: Int? { get }

  /// The number of hits in all rows, if it is already known.
  var knownHitCount: Int? { get }

  /// Whether all records come from one file.
  var hasSingleSource: Bool { get }

  /// The recommended number of rows to request for a page.
  var rowsPerPage: Int { get }

  /// The matching records as a set; `nil` if the source does not number its records from 0.
  var records: ResultSet? { get }

  /// The record number of each row, in row order; `nil` if the rows are in the order of the source.
  var order: [UInt32]? { get }

  /// The number of records of the source; `nil` if rows cannot be chosen by record number.
  var universe: Int? { get }

  /// The number of rows; waits until the number is known.
  ///
  /// - Throws: `failed` if the source is unavailable; `cancelled` if the caller cancels.
  /// - Complexity: The cost of finishing the search.
  func count(_ cancellation: Cancellation) throws(SearchError) -> Int

  /// The rows in a range; fewer rows if the result ends within the range.
  ///
  /// - Throws: `failed` if the source is unavailable; `cancelled` if the caller cancels.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the rows, plus the latency of the
  ///   source.
  func page(
    _ rows: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch

  /// The index of the first row whose record is `record` or a later record.
  ///
  /// Returns the number of rows if there is no such row.
  ///
  /// - Throws: `failed` if the source is unavailable; `cancelled` if the caller cancels.
  /// - Complexity: O(log *n*), where *n* is the number of rows, plus the latency of the source.
  func row(notBefore record: RecordID, _ cancellation: Cancellation) throws(SearchError) -> Int

  /// This result with `records` as its rows.
  ///
  /// Rows that did not match have no hits.
  ///
  /// - Throws: `unsupported` if the source does not number its records.
  /// - Complexity: O(1) for a result in memory.
  func narrowed(to records: ResultSet) throws(SearchError) -> any SearchResult

  /// This result with `records` as its rows, in the given order.
  ///
  /// Rows that did not match have no hits.
  ///
  /// - Throws: `unsupported` if the source does not number its records.
  /// - Complexity: O(*n* log *n*) for a result in memory, where *n* is the number of records.
  func ordered(as records: [UInt32]) throws(SearchError) -> any SearchResult

  /// The number of hits in the first `rows` rows.
  ///
  /// Returns `nil` if counting the hits requires reading too many rows.
  ///
  /// - Throws: `failed` if the source is unavailable; `cancelled` if the caller cancels.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the rows.
  func hitCount(ofFirst rows: Int, _ cancellation: Cancellation) throws(SearchError) -> Int?
}

extension SearchResult {
  public var rowsPerPage: Int { 1 }
  public var records: ResultSet? { nil }
  public var order: [UInt32]? { nil }
  public var universe: Int? { records?.universe }
  public var hasSingleSource: Bool { false }
}

extension SearchResult {
  /// Throws `unsupported`; this is the default implementation.
  ///
  /// - Throws: `unsupported`.
  /// - Complexity: O(1).
  public func narrowed(to records: ResultSet) throws(SearchError) -> any SearchResult {
    throw .unsupported(
      source: source, what: "does not number its records", remedy: "use :load to compare them")
  }

  /// Throws `unsupported`; this is the default implementation.
  ///
  /// - Throws: `unsupported`.
  /// - Complexity: O(1).
  public func ordered(as records: [UInt32]) throws(SearchError) -> any SearchResult {
    throw .unsupported(
      source: source, what: "does not number its records", remedy: "use :load to sort them")
  }
}

extension SearchResult {
  /// The hits in a record.
  ///
  /// The array is empty if the record is not one of the rows, or if the source is unavailable.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  package func hits(of record: RecordID) -> [Hit] {
    if let result = self as? MemoryResult { return result.hits(in: record) }
    guard let row = try? row(notBefore: record, .never),
      let page = try? page(row..<row + 1, RowDetails(), .never),
      !page.isEmpty, page.rows[0].record == record.rawValue
    else { return [] }
    return Array(page.hits(ofRow: 0))
  }
}
