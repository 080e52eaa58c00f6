public import Corpora

/// Where records come from: memory, files, a stored index, another machine.
///
/// For the same records and query all sources give the same answer, in the same order. A source may be used from several
/// threads, and any call may throw: `SearchError.failed` if the source is gone, `cancelled` if the caller stopped it.
public protocol RecordSource: Sendable {
  /// The name that people know it by.
  var name: String { get }

  /// What kind of source it is, for people: `memory`, `files`, `index`, `remote`.
  var kind: String { get }

  /// The number of records, if that is known without reading them.
  var recordCount: Int? { get }

  /// The bytes of text, if that is known without reading them.
  var textBytes: Int? { get }

  /// How many rows a page should ask for at a time: 1 where rows are in memory, more where each call is a journey.
  var rowsPerPage: Int { get }

  /// Whether all records come from one file, so that rows need not name it. Has a default: yes.
  var hasSingleSource: Bool { get }

  /// The columns of all records, in order of appearance; may read for them.
  func fields(_ cancellation: Cancellation) throws(SearchError) -> [Field]

  /// How a query would be run.
  func explain(_ query: CompiledQuery, _ cancellation: Cancellation) throws(SearchError)
    -> Explanation

  /// Finds the records that match, and keeps what is needed to page through them.
  func search(
    _ query: CompiledQuery, _ request: ResultRequest, _ cancellation: Cancellation
  ) throws(SearchError) -> any SearchResult

  /// Finds the records that match and passes them on, in order, as they are found.
  ///
  /// - Parameters:
  ///   - query: what to look for.
  ///   - request: which rows are wanted, and what of them.
  ///   - cancellation: asked often.
  ///   - render: makes something of the rows, on any thread, several at a time.
  ///   - deliver: takes what `render` made, in order, on the caller's thread, until it returns `false`.
  /// - Returns: what was read and found.
  /// - Throws: `SearchError`, and what `deliver` throws.
  func stream<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    render: @escaping @Sendable (RowBatch) -> Product,
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport

  /// Counts the records that match, source file by source file, in order.
  ///
  /// - Parameters:
  ///   - query: what to look for.
  ///   - request: which rows are counted, and how many are enough.
  ///   - cancellation: asked often.
  ///   - deliver: takes a path and the number of matching records in it, for each file with at least one, until it
  ///     returns `false`.
  /// - Returns: what was read and found.
  /// - Throws: `SearchError`, and what `deliver` throws.
  func countByFile(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    deliver: (_ path: String, _ count: Int) throws -> Bool
  ) throws -> StreamReport
}

/// What a search is asked for.
public struct ResultRequest: Sendable {
  /// An earlier result of the same source, whose records alone are searched; `nil` searches all.
  public var within: (any SearchResult)?

  /// How many records are enough; `nil` finds all.
  public var limit: Int?

  /// Whether the hits in all records are to be counted too.
  public var countsHits: Bool

  /// Whether the start of the answer matters more than all of it: nothing is prepared that only later searches gain by.
  public var isPreview: Bool

  /// The bytes that results of recent queries may take; 0 keeps none.
  public var cacheBytes: Int

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

/// Which rows a stream is to have, and what of each.
public struct StreamRequest: Sendable {
  /// Whether the records that do not match are wanted instead.
  public var isInverted: Bool

  /// How many records are enough; `nil` finds all.
  public var limit: Int?

  /// Whether only counts above 0 matter when matches are counted by file, so that the rest of a file need not be read.
  public var needsFirstMatchOnly: Bool

  /// Whether files without a match are counted too, with 0; only sources that read files know them.
  public var listsAllFiles: Bool

  /// What is needed of each row.
  public var details: RowDetails

  public init(
    isInverted: Bool = false, limit: Int? = nil, needsFirstMatchOnly: Bool = false,
    listsAllFiles: Bool = false, details: RowDetails = RowDetails()
  ) {
    self.isInverted = isInverted
    self.limit = limit
    self.needsFirstMatchOnly = needsFirstMatchOnly
    self.listsAllFiles = listsAllFiles
    self.details = details
  }
}

/// What is needed of each row in addition to its text.
public struct RowDetails: Hashable, Sendable {
  /// The places to highlight.
  public var hits: Bool

  /// The number of the record among all records of the source; a stream of files reads more for it.
  public var recordNumbers: Bool

  /// How many records before and after each row are wanted as context.
  public var before: Int
  public var after: Int

  public init(hits: Bool = true, recordNumbers: Bool = true, before: Int = 0, after: Int = 0) {
    self.hits = hits
    self.recordNumbers = recordNumbers
    self.before = before
    self.after = after
  }

  public var hasContext: Bool { before > 0 || after > 0 }
}

/// What a stream read, and how it ended.
public struct StreamReport: Sendable {
  public var statistics: SearchStatistics

  /// The ill-formed UTF-8 sequences that were replaced, as far as they were looked for.
  public var invalidSequences = 0

  public var skipped = SkippedFiles()

  /// What could not be read, in order; the rest was searched.
  public var failures: [CorpusError] = []

  public init(_ statistics: SearchStatistics) { self.statistics = statistics }
}

extension RecordSource {
  public var textBytes: Int? { nil }

  public var hasSingleSource: Bool { true }

  public var rowsPerPage: Int { 1 }

  /// Counts matching records under the name of the source, which is right where records come from no files.
  public func countByFile(
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
      return true
    }
    if goesOn, let last { _ = try deliver(last.path, last.count) }
    return report
  }
}
