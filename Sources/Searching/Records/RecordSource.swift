public import Corpora

/// A source of records: memory, files, a stored index, or another machine.
///
/// For the same records and query, all sources find the same records in the same order. A source
/// may be used on several threads. Any call may throw `SearchError.failed` if the source is
/// unavailable, or `cancelled` if the caller canceled the call.
public protocol RecordSource: Sendable {
  /// The name of the source, as shown to the user.
  var name: String { get }

  /// The kind of source, as shown to the user: `memory`, `files`, `index` or `remote`.
  var kind: String { get }

  /// The number of records, if it is known without reading them.
  var recordCount: Int? { get }

  /// The number of bytes of text, if it is known without reading the text.
  var textBytes: Int? { get }

  /// The recommended number of rows for a page: 1 for a source in memory, and more if each call has
  /// a latency.
  var rowsPerPage: Int { get }

  /// Whether all records come from one file, so that rows need not name the file; `true` by
  /// default.
  var hasSingleSource: Bool { get }

  /// The columns of all records, in the order in which they first occur.
  ///
  /// - Throws: `failed` if the source is unavailable; `corpus` if records cannot be read;
  ///   `cancelled`.
  /// - Complexity: O(1) if the columns are known; otherwise, the cost of reading all records.
  func fields(_ cancellation: Cancellation) throws(SearchError) -> [Field]

  /// Explains how a query would be run.
  ///
  /// - Throws: `query`, `failed`, `cancelled`.
  /// - Complexity: The cost of choosing an access path.
  func explain(_ query: CompiledQuery, _ cancellation: Cancellation) throws(SearchError)
    -> Explanation

  /// Finds the records that match, and returns a result that is read page by page.
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
  ///   - request: which rows to find, and what to include in them.
  ///   - cancellation: tells when to stop; tested often.
  ///   - render: converts rows to a product; runs on any thread, and on several threads at the same
  ///     time.
  ///   - deliver: receives the products in order, on the caller's thread, until it returns `false`.
  /// - Returns: the counts of the records and bytes that were read, and of the matches.
  /// - Throws: `SearchError`, and any error that `deliver` throws.
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
  ///   - request: which records to count, and the maximum number of records.
  ///   - cancellation: tells when to stop; tested often.
  ///   - deliver: receives the path and the number of matching records of each file with a match,
  ///     until it returns `false`.
  /// - Returns: the counts of the records and bytes that were read, and of the matches.
  /// - Throws: `SearchError`, and any error that `deliver` throws.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  func countByFile(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    deliver: (_ path: String, _ count: Int) throws -> Bool
  ) throws -> StreamReport
}

/// The options of a search.
public struct ResultRequest: Sendable {
  /// An earlier result of the same source, to search only its records; `nil` to search all records.
  public var within: (any SearchResult)?

  /// The maximum number of records to find; `nil` for no limit.
  public var limit: Int?

  /// Whether to also count the hits in all records.
  public var countsHits: Bool

  /// Whether to return the first rows as early as possible, without preparing later searches.
  public var isPreview: Bool

  /// The maximum memory for the results of recent searches, in bytes; 0 to keep no results.
  public var cacheBytes: Int

  /// Creates a request; by default, it is for all rows.
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

/// The options of a stream: which rows to find, and what to include in them.
public struct StreamRequest: Sendable {
  /// Whether to invert the search: to find the records that do not match.
  public var isInverted: Bool

  /// The maximum number of records to find; `nil` for no limit.
  public var limit: Int?

  /// The number of matches after which the source may skip the rest of a file.
  ///
  /// A source may still find more matches in the file. `nil` means that all matches are found.
  public var enoughPerFile: Int?

  /// Whether counts by file include files without a match, with a count of 0.
  ///
  /// A source that does not read files ignores `listsAllFiles`.
  public var listsAllFiles: Bool

  /// What to include in each row in addition to its text.
  public var details: RowDetails

  /// Creates a request; by default, it is for all rows.
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

/// What to include in a row in addition to its text.
public struct RowDetails: Hashable, Sendable {
  /// Whether to find the hits, which are the ranges to highlight.
  public var hits: Bool

  /// Whether the first hit of each row is enough; a source may still find all hits.
  public var isFirstHitEnough = false

  /// Whether each row needs the number of its record, counted over all records of the source.
  ///
  /// To number records, a search of files must also count the records that do not match.
  public var recordNumbers: Bool

  /// The hits for which a row also stores the column number in the line of the file.
  public enum FileColumns: Hashable, Sendable {
    /// No hits.
    case none
    /// The first hit of each row.
    case first
    /// All hits.
    case all
  }

  /// The hits for which a row also stores the column number in the line of the file.
  public var fileColumns = FileColumns.none

  /// The number of context records before each row.
  public var before: Int
  /// The number of context records after each row.
  public var after: Int

  /// Creates options; by default, rows have hits and record numbers, but no context.
  public init(hits: Bool = true, recordNumbers: Bool = true, before: Int = 0, after: Int = 0) {
    self.hits = hits
    self.recordNumbers = recordNumbers
    self.before = before
    self.after = after
  }

  /// Whether rows have context.
  public var hasContext: Bool { before > 0 || after > 0 }

  mutating func omitContext() { (before, after) = (0, 0) }
}

/// The counts and errors of a stream.
public struct StreamReport: Sendable {
  /// The cost and the counts of the search.
  public var statistics: SearchStatistics

  /// The number of ill-formed UTF-8 sequences that were replaced in the checked text.
  public var invalidSequences = 0

  /// The folder entries that were skipped.
  public var skipped = SkippedFiles()

  /// Messages about stored indexes that could not be used.
  package var indexNotes: [String] = []

  /// The errors of the files that could not be read, in order; all other files were searched.
  public var failures: [CorpusError] = []

  /// Whether at least one file was read, or no file failed.
  package var isRead: Bool { statistics.files ?? 1 > 0 || failures.isEmpty }

  /// Creates a report without failures.
  public init(_ statistics: SearchStatistics) { self.statistics = statistics }
}

extension RecordSource {
  public var textBytes: Int? { nil }

  public var hasSingleSource: Bool { true }

  public var rowsPerPage: Int { 1 }

  /// Counts the matching records of each file, using the file names in the rows.
  ///
  /// If a source has no files, its rows name the source, so `deliver` receives one count of all
  /// matches.
  ///
  /// - Throws: `SearchError`, and any error that `deliver` throws.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  public func countByFile(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    deliver: (_ path: String, _ count: Int) throws -> Bool
  ) throws -> StreamReport {
    try countStreamed(query, request, cancellation, deliver: deliver)
  }

  /// Counts the matching records of each file, using the file names in the rows of `stream`.
  ///
  /// - Throws: `SearchError`, and any error that `deliver` throws.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  package func countStreamed(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    deliver: (_ path: String, _ count: Int) throws -> Bool
  ) throws -> StreamReport {
    var request = request
    request.details = RowDetails(hits: false, recordNumbers: false)
    var last: (path: String, count: Int)?
    var shouldContinue = true
    let report = try stream(query, request, cancellation) {
      $0.sourceCounts
    } deliver: { counts in
      for (path, count) in counts {
        if last?.path == path {
          last?.count += count
        } else {
          if let last { shouldContinue = try deliver(last.path, last.count) }
          if !shouldContinue { return false }
          last = (path, count)
        }
      }
      // If all records come from one file, stop when `enoughPerFile` matches have been counted.
      guard let enough = request.enoughPerFile, hasSingleSource else { return true }
      return last?.count ?? 0 < enough
    }
    if shouldContinue, let last { _ = try deliver(last.path, last.count) }
    return report
  }
}
