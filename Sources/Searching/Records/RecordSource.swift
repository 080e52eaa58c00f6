public import Corpora

/// A source of records: memory, files, a stored index, or another machine.
///
/// For the same records and query, all sources find the same records in the same order. A source may be used on several
/// threads. Any call may throw `SearchError.failed` if the source is unavailable, or `cancelled` if the caller stopped
/// it.
public protocol RecordSource: Sendable {
  /// The name to show.
  var name: String { get }

  /// The kind of source to show: `memory`, `files`, `index`, `remote`.
  var kind: String { get }

  /// The number of records, if it is known without reading them.
  var recordCount: Int? { get }

  /// The number of bytes of text, if it is known without reading the text.
  var textBytes: Int? { get }

  /// The best number of rows in one request for a page: 1 if rows are in memory, more if each call has a latency.
  var rowsPerPage: Int { get }

  /// Whether all records come from one file, so that rows need not name it; `true` by default.
  var hasSingleSource: Bool { get }

  /// The columns of all records, in order of appearance; may have to read the records.
  ///
  /// - Throws: `failed` if the source is unavailable, `cancelled`, `corpus` if records cannot be read.
  /// - Complexity: O(1) if the columns are known; otherwise, that of reading the records.
  func fields(_ cancellation: Cancellation) throws(SearchError) -> [Field]

  /// Explains how a query would be run.
  ///
  /// - Throws: `query`, `failed`, `cancelled`.
  /// - Complexity: That of choosing an access path.
  func explain(_ query: CompiledQuery, _ cancellation: Cancellation) throws(SearchError)
    -> Explanation

  /// Finds the records that match, and keeps what paging through them needs.
  ///
  /// - Throws: `query`, `corpus`, `failed`, `unsupported`, `tooLarge`, `cancelled`.
  /// - Complexity: O(*n*) at most, where *n* is the number of bytes of text.
  func search(
    _ query: CompiledQuery, _ request: ResultRequest, _ cancellation: Cancellation
  ) throws(SearchError) -> any SearchResult

  /// Finds the records that match and delivers them in order, as they are found.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - request: the rows to find, and their details.
  ///   - cancellation: checked often.
  ///   - render: converts rows to a product; runs on any thread, and on several at once.
  ///   - deliver: receives the products in order, on the caller's thread, until it returns `false`.
  /// - Returns: the counts of what was read and found.
  /// - Throws: `SearchError`, and the errors of `deliver`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text up to the last row.
  func stream<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    render: @escaping @Sendable (RowBatch) -> Product,
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport

  /// Counts the records that match in each source file, in order.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - request: the rows to count, and their limit.
  ///   - cancellation: checked often.
  ///   - deliver: receives a path and the number of its matching records, for each file with at least one, until it
  ///     returns `false`.
  /// - Returns: the counts of what was read and found.
  /// - Throws: `SearchError`, and the errors of `deliver`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  func countByFile(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    deliver: (_ path: String, _ count: Int) throws -> Bool
  ) throws -> StreamReport
}

/// The options of a search.
public struct ResultRequest: Sendable {
  /// An earlier result of the same source, to search only its records; `nil` to search all.
  public var within: (any SearchResult)?

  /// The maximum number of records to find; `nil` for all.
  public var limit: Int?

  /// Whether to count the hits in all records, too.
  public var countsHits: Bool

  /// Whether the first rows matter more than the full result; the search then prepares nothing for later searches.
  public var isPreview: Bool

  /// The maximum bytes of recent results to keep; 0 to keep none.
  public var cacheBytes: Int

  /// Creates a request for all rows, unless a limit is given.
  public init(
    within: (any SearchResult)? = nil, limit: Int? = nil, countsHits: Bool = true,
    isPreview: Bool = false, cacheBytes: Int = 0
  ) {
    self.within = within
    self.limit = limit
    self.countsHits = countsHits
    self.isPreview = isPreview
    self.cacheBytes = cacheBytes
  }
}

/// The rows that a stream should have, and their details.
public struct StreamRequest: Sendable {
  /// Whether to find the records that do not match instead.
  public var isInverted: Bool

  /// The maximum number of records to find; `nil` for all.
  public var limit: Int?

  /// How many matches of each file are enough; all if `nil`.
  ///
  /// The rest of a file may be skipped, and more matches may be found.
  public var enoughPerFile: Int?

  /// Whether files without a match are counted too, with 0; only sources that read files know them.
  public var listsAllFiles: Bool

  /// The details of each row.
  public var details: RowDetails

  /// Creates a request for all rows, unless a limit is given.
  public init(
    isInverted: Bool = false, limit: Int? = nil, enoughPerFile: Int? = nil,
    listsAllFiles: Bool = false, details: RowDetails = RowDetails()
  ) {
    self.isInverted = isInverted
    self.limit = limit
    self.enoughPerFile = enoughPerFile
    self.listsAllFiles = listsAllFiles
    self.details = details
  }
}

/// The details that a row has in addition to its text.
public struct RowDetails: Hashable, Sendable {
  /// Whether to find the places to highlight.
  public var hits: Bool

  /// Whether to number the record among all records of the source; a stream of files has to read more for this.
  public var recordNumbers: Bool

  /// Of which hits to find the columns in the lines of the file.
  public enum FileColumns: Hashable, Sendable {
    /// Of none.
    case none
    /// Of the first hit of each row.
    case first
    /// Of all hits.
    case all
  }

  /// Of which hits to find the columns in the lines of the file.
  public var fileColumns = FileColumns.none

  /// The number of context records before each row.
  public var before: Int
  /// The number of context records after each row.
  public var after: Int

  /// Creates details: hits and record numbers, without context.
  public init(hits: Bool = true, recordNumbers: Bool = true, before: Int = 0, after: Int = 0) {
    self.hits = hits
    self.recordNumbers = recordNumbers
    self.before = before
    self.after = after
  }

  /// Whether rows have context.
  public var hasContext: Bool { before > 0 || after > 0 }
}

/// The counts of a stream, and how it ended.
public struct StreamReport: Sendable {
  /// The cost and the counts of the search.
  public var statistics: SearchStatistics

  /// The ill-formed UTF-8 sequences that were replaced in the text that was checked for them.
  public var invalidSequences = 0

  /// The entries of folders that were skipped.
  public var skipped = SkippedFiles()

  /// Sentences about stored indexes that could not be used.
  package var indexNotes: [String] = []

  /// The errors in files that could not be read, in order; the rest was searched.
  public var failures: [CorpusError] = []

  /// Creates a report without failures.
  public init(_ statistics: SearchStatistics) { self.statistics = statistics }
}

extension RecordSource {
  public var textBytes: Int? { nil }

  public var hasSingleSource: Bool { true }

  public var rowsPerPage: Int { 1 }

  /// Counts matching records by the sources that their rows name.
  ///
  /// This is right for sources without files, where it counts under the name of the source.
  ///
  /// - Throws: `SearchError`, and the errors of `deliver`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  public func countByFile(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    deliver: (_ path: String, _ count: Int) throws -> Bool
  ) throws -> StreamReport {
    try countStreamed(query, request, cancellation, deliver: deliver)
  }

  /// Counts matching records by the sources that the rows of `stream` name.
  ///
  /// - Throws: `SearchError`, and the errors of `deliver`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  package func countStreamed(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    deliver: (_ path: String, _ count: Int) throws -> Bool
  ) throws -> StreamReport {
    var request = request
    request.details = RowDetails(hits: false, recordNumbers: false)
    var last: (path: String, count: Int)?
    var goesOn = true
    let report = try stream(query, request, cancellation) {
      $0.sourceCounts
    } deliver: { counts in
      for (path, count) in counts {
        if last?.path == path {
          last?.count += count
        } else {
          if let last { goesOn = try deliver(last.path, last.count) }
          if !goesOn { return false }
          last = (path, count)
        }
      }
      // Of a single file, enough records end the search.
      guard let enough = request.enoughPerFile, hasSingleSource else { return true }
      return last?.count ?? 0 < enough
    }
    if goesOn, let last { _ = try deliver(last.path, last.count) }
    return report
  }
}
