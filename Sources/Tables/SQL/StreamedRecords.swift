package import Corpora
package import Searching
internal import Synchronization

/// Records of a source that every scan of a table reads again; a few megabytes are kept after the first scan.
package final class StreamedRecords: Sendable {
  package let source: any RecordSource
  package let fields: [Field]

  /// The type of each field.
  package let types: [ColumnType]

  /// What queries read of the records.
  let use: RecordUse

  /// The number of records, if it is known.
  let count: Int?

  /// The query that finds the records; nil for all records, without hits.
  private let query: CompiledQuery?
  private let request: StreamRequest

  /// The maximum number of threads of a scan; nil for one per processor.
  private let threads: Int?

  /// The limit of the memory in which a scan may order its rows; 0 if SQLite orders them.
  package let orderingBytes: Int

  /// Whether the source may count rows of which a query reads nothing.
  package let countsRows: Bool

  private let failures: ScanFailures

  private struct State {
    var kept: [ScannedBatch]?
    var report: StreamReport?
    var needsTooMuchMemory = false
  }

  private let state = Mutex(State())

  /// The bytes of batches like this one to keep after a scan: fewer if each holds on to its records.
  static func keptBytes(of batch: ScannedBatch) -> Int { batch.batch == nil ? 16 << 20 : 8 << 20 }

  /// Creates the records that a query finds, or all records.
  ///
  /// - Parameters:
  ///   - source: the source, which can be read several times.
  ///   - fields: its columns.
  ///   - types: the type of each column.
  ///   - use: what queries read of the records.
  ///   - count: the number of records, if it is known.
  ///   - batches: all records, if they were kept.
  ///   - query: the query; nil for all records.
  ///   - request: whether the query is inverted, and the details of rows.
  ///   - failures: collects the errors of scans in files.
  ///   - threads: the maximum number of threads of a scan; nil for one per processor.
  ///   - orderingBytes: the limit of the memory in which a scan may order its rows.
  ///   - countsRows: whether the source may count rows of which a query reads nothing, and not even row IDs.
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
    // Rows of other sources have their hits; records of files find them when a query reads them.
    if query != nil, !(source is FileSource) { request.details.hits = true }
    self.request = request
    self.failures = failures
    self.threads = threads
    self.orderingBytes = orderingBytes
    self.countsRows = countsRows
    state.withLock { $0.kept = batches }
  }

  /// Whether the numbers of the records ascend.
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

  /// The report of the last scan that read all files; nil before its end.
  package var report: StreamReport? { state.withLock { $0.report } }

  /// Whether a scan could not order its rows in the memory that it may use.
  package var needsTooMuchMemory: Bool { state.withLock { $0.needsTooMuchMemory } }

  func noteLackOfMemory() { state.withLock { $0.needsTooMuchMemory = true } }

  // MARK: Scans

  /// A text that all wanted records have in one column.
  struct Needle {
    let text: String
    let field: Int
  }

  /// The records of a scan, batch by batch.
  enum Scan {
    case kept([ScannedBatch], next: Int)
    case stream(FoundStream<ScannedBatch>, isWhole: Bool)
  }

  /// Starts a scan, which may leave out records without the needle.
  func scan(_ needle: Needle?, _ cancellation: Cancellation) throws(SearchError) -> Scan {
    if let kept = state.withLock({ $0.kept }) { return .kept(kept, next: 0) }
    if let query { return .stream(try stream(query, request, cancellation), isWhole: true) }
    guard let needle else {
      let query = try Self.everything(threads: threads)
      return .stream(
        try stream(query, request, cancellation, needsBatches: use.places), isWhole: true)
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

  /// The query that every record matches, without folding its text.
  static func everything(threads: Int?) throws(SearchError) -> CompiledQuery {
    let options = SearchOptions(
      caseMode: .sensitive, diacritics: .sensitive, threads: threads)
    return try CompiledQuery(checking: Query("", .substring, options: options))
  }

  /// Takes the report of a scan that ended, and its batches if they are few and all.
  func finish(_ report: StreamReport?, _ batches: [ScannedBatch]?) {
    failures.note(report?.failures ?? [])
    state.withLock { state in
      state.report = report ?? state.report
      if let batches { state.kept = batches }
    }
  }
}

/// What queries read of records.
package struct RecordUse: Sendable {
  /// The fields, ascending.
  package let fields: [Int]

  /// Whether they read the source or the line of a record.
  package let places: Bool

  /// Creates a use of some fields.
  package init(fields: Set<Int> = [], places: Bool = false) {
    self.fields = fields.sorted()
    self.places = places
  }
}

/// A batch of records of a scan, with the cells that queries read.
package struct ScannedBatch: Sendable {
  /// The records; nil if queries read only cells of all records.
  let batch: FoundBatch?
  let cells: CellRows

  init(_ batch: FoundBatch, _ fields: [Int], keepsBatch: Bool) {
    self.batch = keepsBatch ? batch : nil
    cells = CellRows(of: fields, in: batch.corpus, batch.matches)
  }

  /// The approximate bytes of memory that the batch takes.
  var memoryBytes: Int { cells.memoryBytes + (batch?.memoryBytes ?? 0) }
}
