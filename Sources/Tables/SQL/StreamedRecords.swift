package import Corpora
package import Searching
internal import Synchronization

/// The records of a table; every scan reads the records again from their source.
///
/// If there are only a few records, they are kept in memory instead.
package final class StreamedRecords: Sendable {
  package let source: any RecordSource
  package let fields: [Field]

  /// The column type of each field.
  package let types: [ColumnType]

  /// What queries read from the records: fields, and possibly the location.
  let use: RecordUse

  /// The number of records; nil if unknown.
  let count: Int?

  /// The query that finds the records; nil for all records, without hits.
  private let query: CompiledQuery?
  private let request: StreamRequest

  /// The maximum number of threads of a scan; nil for one thread per processor.
  private let threads: Int?

  /// The memory limit, in bytes, for sorting the rows of a scan; 0 if SQLite sorts the rows.
  package let orderingBytes: Int

  /// Whether the source can count rows for a query that reads no columns.
  package let countsRows: Bool

  private let failures: ScanFailures

  private struct State {
    var kept: [ScannedBatch]?
    var report: StreamReport?
    var exceededMemoryLimit = false
  }

  private let state = Mutex(State())

  /// The maximum size, in bytes, of the batches to keep after a scan.
  ///
  /// The maximum is lower for batches that contain whole records than for batches of cells only.
  static func keptBytes(of batch: ScannedBatch) -> Int { batch.batch == nil ? 16 << 20 : 8 << 20 }

  /// Creates the records that `query` finds or, if `query` is nil, all records.
  ///
  /// - Parameters:
  ///   - source: the source, which can be read several times.
  ///   - fields: the columns of the source.
  ///   - types: the type of each column.
  ///   - use: what queries read from the records: fields, and possibly the location.
  ///   - count: the number of records, if it is known.
  ///   - batches: all records, if they are already in memory.
  ///   - query: the query; nil for all records.
  ///   - request: whether the query is inverted, and which details each row gets.
  ///   - failures: collects the file errors of scans.
  ///   - threads: the maximum number of threads of a scan; nil for one per processor.
  ///   - orderingBytes: the memory limit, in bytes, for sorting the rows of a scan.
  ///   - countsRows: whether the source can count rows for a query that reads no columns and no row
  ///     IDs.
  package init(
    _ source: any RecordSource, fields: [Field], types: [ColumnType], use: RecordUse = RecordUse(),
    count: Int? = nil, batches: [ScannedBatch]? = nil, query: CompiledQuery? = nil,
    request: StreamRequest = StreamRequest(details: RowDetails(hits: false)),
    failures: ScanFailures = ScanFailures(), threads: Int? = nil,
    orderingBytes: Int = 0, countsRows: Bool = false
  ) {
    self.source = source
    self.fields = fields
    self.types = types
    self.use = use
    self.count = count
    self.query = query
    var request = request
    // Request the hits together with the rows, unless the source consists of files. For files, a
    // cursor finds the hits only if the SQL query reads hits.
    if query != nil, !(source is FileSource) { request.details.hits = true }
    self.request = request
    self.failures = failures
    self.threads = threads
    self.orderingBytes = orderingBytes
    self.countsRows = countsRows
    state.withLock { $0.kept = batches }
  }

  /// Whether the records are in ascending order of their numbers.
  var isAscending: Bool { (source as? ResultSource)?.isAscending ?? true }

  /// The number of records.
  ///
  /// - Throws: the errors of the source.
  func counted(_ cancellation: Cancellation) throws(SearchError) -> Int {
    guard let query else {
      if let known = count ?? source.recordCount { return known }
      let all = try Self.everything(threads: threads)
      return try source.search(all, ResultRequest(countsHits: false), cancellation)
        .count(cancellation)
    }
    return try source.search(query, ResultRequest(countsHits: false), cancellation)
      .count(cancellation)
  }

  /// Whether the records have hits.
  var hasHits: Bool { query != nil }

  /// The report of the last scan that read all files; nil until a scan has read all files.
  package var report: StreamReport? { state.withLock { $0.report } }

  /// Whether a scan needed more memory to sort its rows than the limit allows.
  package var exceededMemoryLimit: Bool { state.withLock { $0.exceededMemoryLimit } }

  func recordMemoryShortage() { state.withLock { $0.exceededMemoryLimit = true } }

  // MARK: Scans

  /// A string that must occur in one column of every record that the query returns.
  struct Needle {
    let text: String
    let field: Int
  }

  /// A scan, which delivers its records in batches.
  enum Scan {
    case kept([ScannedBatch], next: Int)
    case stream(FoundStream<ScannedBatch>, isWhole: Bool)
  }

  /// Starts a scan; the scan can skip records that do not contain the needle.
  func scan(_ needle: Needle?, _ cancellation: Cancellation) throws(SearchError) -> Scan {
    if let kept = state.withLock({ $0.kept }) { return .kept(kept, next: 0) }
    if let query { return .stream(try stream(query, request, cancellation), isWhole: true) }
    guard let needle else {
      let query = try Self.everything(threads: threads)
      return .stream(
        try stream(query, request, cancellation, needsBatches: use.readsLocation), isWhole: true)
    }
    let options = SearchOptions(fields: [fields[needle.field].name], threads: threads)
    let query = try CompiledQuery(checking: Query(needle.text, .substring, options: options))
    return .stream(try stream(query, request, cancellation), isWhole: false)
  }

  private func stream(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    needsBatches: Bool = true
  ) throws(SearchError) -> FoundStream<ScannedBatch> {
    try FoundStream(source, query, request, cancellation) { [use] batch in
      let scanned = ScannedBatch(batch, use.fields, keepsBatch: needsBatches)
      return (scanned, scanned.memoryBytes)
    }
  }

  /// A query that matches every record, without folding case or diacritics.
  static func everything(threads: Int?) throws(SearchError) -> CompiledQuery {
    let options = SearchOptions(
      caseMode: .sensitive, diacritics: .sensitive, threads: threads)
    return try CompiledQuery(checking: Query("", .substring, options: options))
  }

  /// Stores the report of a finished scan, and its batches for later scans if `batches` is not nil.
  func finish(_ report: StreamReport?, _ batches: [ScannedBatch]?) {
    failures.note(report?.failures ?? [])
    state.withLock { state in
      state.report = report ?? state.report
      if let batches { state.kept = batches }
    }
  }
}

/// The fields that queries read from records, and whether queries read the location of a record.
package struct RecordUse: Sendable {
  /// The indices of the fields, in ascending order.
  package let fields: [Int]

  /// Whether queries read the source (path) or the line number of a record.
  package let readsLocation: Bool

  /// Creates a description of the fields that are read.
  package init(fields: Set<Int> = [], readsLocation: Bool = false) {
    self.fields = fields.sorted()
    self.readsLocation = readsLocation
  }
}

/// A batch of a scan's records, with the cells that queries read.
package struct ScannedBatch: Sendable {
  /// The whole records; nil if queries need only the cells.
  let batch: FoundBatch?
  let cells: CellRows

  init(_ batch: FoundBatch, _ fields: [Int], keepsBatch: Bool) {
    self.batch = keepsBatch ? batch : nil
    cells = CellRows(of: fields, in: batch.corpus, batch.matches)
  }

  /// The approximate memory size of the batch, in bytes.
  var memoryBytes: Int { cells.memoryBytes + (batch?.memoryBytes ?? 0) }
}
