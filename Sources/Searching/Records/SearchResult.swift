public import Corpora

/// What a search found, to be looked at page by page.
///
/// Rows are the matching records in the order of the source, numbered from 0.
public protocol SearchResult: Sendable {
  /// What was asked.
  var query: CompiledQuery { get }

  /// The name of the source.
  var source: String { get }

  /// The columns of the records.
  var fields: [Field] { get }

  /// What it took so far.
  var statistics: SearchStatistics { get }

  /// The number of rows, if it is known by now.
  var knownCount: Int? { get }

  /// The number of hits in all rows, if it is known by now.
  var knownHitCount: Int? { get }

  /// Whether all records come from one file.
  var hasSingleSource: Bool { get }

  /// How many rows to ask for at a time.
  var rowsPerPage: Int { get }

  /// The matching records as a set; `nil` where the source does not number its records from 0.
  var records: ResultSet? { get }

  /// The number of rows; may wait for it.
  func count(_ cancellation: Cancellation) throws(SearchError) -> Int

  /// Some rows, fewer at the end of the result.
  func page(
    _ rows: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch

  /// The first row whose record is `record` or comes after it; the number of rows if there is none.
  func row(notBefore record: RecordID, _ cancellation: Cancellation) throws(SearchError) -> Int

  /// The same result with these records of its source as its rows; those that it has not found have no hits.
  ///
  /// - Throws: `unsupported` where the source does not number its records.
  func narrowed(to records: ResultSet) throws(SearchError) -> any SearchResult

  /// The number of hits in the first `rows` rows; `nil` where the source cannot tell without reading them all.
  func hitCount(ofFirst rows: Int, _ cancellation: Cancellation) throws(SearchError) -> Int?
}

extension SearchResult {
  public var rowsPerPage: Int { 1 }
  public var records: ResultSet? { nil }
  public var hasSingleSource: Bool { false }
}

extension SearchResult {
  public func narrowed(to records: ResultSet) throws(SearchError) -> any SearchResult {
    throw .unsupported(
      source: source, what: "does not number its records", remedy: ":load them to compare")
  }
}
