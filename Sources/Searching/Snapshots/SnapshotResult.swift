internal import Corpora
internal import Synchronization

/// The result of a search of a snapshot; rows are read from the files when they are requested.
struct SnapshotResult: SearchResult {
  let search: SnapshotSearch

  /// The records to show as rows; `nil` to show the records that the search found.
  private var chosen: ResultSet?

  /// The record number of each row; `nil` if the rows are in the order of the source.
  private(set) var order: [UInt32]?

  /// The rows that were read most recently, cached for callers that read rows one by one.
  private let lastRead: LastRead

  private final class LastRead: Sendable {
    let batch = Mutex<RowBatch?>(nil)
  }

  init(_ search: SnapshotSearch) {
    self.search = search
    lastRead = LastRead()
  }

  private init(_ search: SnapshotSearch, chosen: ResultSet, order: [UInt32]?) {
    self.search = search
    self.chosen = chosen
    self.order = order
    lastRead = LastRead()
  }

  var query: CompiledQuery { search.query }
  var source: String { search.source.name }
  var fields: [Field] { search.source.snapshot.fields }
  var statistics: SearchStatistics { search.statistics }
  var knownCount: Int? { (chosen ?? search.known)?.count }
  var knownHitCount: Int? { chosen == nil ? search.hitCount : nil }
  var hasSingleSource: Bool { search.source.hasSingleSource }
  var records: ResultSet? { chosen ?? (try? search.all(.never)) }

  /// The records of all rows of the result.
  ///
  /// - Throws: `failed` if a file has changed; `cancelled` if the caller cancels.
  func all(_ cancellation: Cancellation) throws(SearchError) -> ResultSet {
    if let chosen { return chosen }
    return try search.all(cancellation)
  }

  func count(_ cancellation: Cancellation) throws(SearchError) -> Int {
    try all(cancellation).count
  }

  func row(notBefore record: RecordID, _ cancellation: Cancellation) throws(SearchError) -> Int {
    if let order {
      return order.firstIndex(of: UInt32(clamping: record.rawValue)) ?? order.count
    }
    return try all(cancellation).rank(of: record)
  }

  func hitCount(ofFirst rows: Int, _ cancellation: Cancellation) throws(SearchError) -> Int? {
    if let known = knownHitCount, let count = knownCount, rows >= count { return known }
    var hits = 0
    for start in stride(from: 0, to: rows, by: 4 * Self.rowsRead) {
      let page = try read(start..<min(rows, start + 4 * Self.rowsRead), RowDetails(), cancellation)
      hits += page.rows.indices.reduce(0) { $0 + page.hits(ofRow: $1).count }
    }
    return hits
  }

  func narrowed(to records: ResultSet) -> any SearchResult {
    SnapshotResult(search, chosen: records, order: nil)
  }

  func ordered(as records: [UInt32]) -> any SearchResult {
    let chosen = ResultSet(numbers: records, of: search.source.snapshot.recordCount)
    return SnapshotResult(search, chosen: chosen, order: records)
  }

  // MARK: Rows

  /// The number of rows to read together when a caller requests a single row.
  private static let rowsRead = 64

  func page(
    _ rows: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch {
    var details = details
    if !fields.haveContext { details.omitContext() }
    guard rows.count == 1, details == RowDetails() else {
      return try read(rows, details, cancellation)
    }
    if let known = lastRead.batch.withLock({ $0 }), known.firstRow <= rows.lowerBound,
      rows.lowerBound < known.firstRow + known.count
    {
      return single(rows.lowerBound, of: known)
    }
    let first = rows.lowerBound / Self.rowsRead * Self.rowsRead
    let batch = try read(first..<first + Self.rowsRead, details, cancellation)
    lastRead.batch.withLock { $0 = batch }
    guard rows.lowerBound < batch.firstRow + batch.count else {
      return try read(rows, details, cancellation)
    }
    return single(rows.lowerBound, of: batch)
  }

  private func single(_ row: Int, of batch: RowBatch) -> RowBatch {
    var single = batch.row(at: row - batch.firstRow)
    single.move(to: row)
    return single
  }

  private func read(
    _ rows: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch {
    var reader = SnapshotReader(search, details, cancellation)
    if let order {
      for record in order[rows.clamped(to: order.indices)] {
        let isFound = try search.all(cancellation).contains(RecordID(UInt64(record)))
        try reader.add(Int(record), isFound: isFound)
      }
    } else if let chosen {
      let found = try search.all(cancellation)
      let rows = rows.clamped(to: 0..<chosen.count)
      for row in rows {
        let next = row + 1 < chosen.count ? Int(chosen[row + 1].rawValue) : Int.max
        try reader.add(
          Int(chosen[row].rawValue), before: next, isFound: found.contains(chosen[row]))
      }
    } else {
      // Read one more record, because the context of the last row ends before the next row.
      let more = details.hasContext ? 1 : 0
      let records = try search.records(
        ofRows: rows.lowerBound..<rows.upperBound + more, cancellation)
      for (index, record) in records.prefix(rows.count).enumerated() {
        let next = index + 1 < records.count ? records[index + 1] : Int.max
        try reader.add(record, before: next, isFound: true)
      }
    }
    var batch = try reader.finish()
    batch.move(to: min(rows.lowerBound, knownCount ?? rows.lowerBound))
    return batch
  }
}
