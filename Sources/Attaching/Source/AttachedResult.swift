package import Corpora
package import Searching
internal import Synchronization
internal import System

/// The result of a search in a remote table; its rows and their count are requested only when they
/// are needed.
package final class AttachedResult: StreamedResult {
  package let query: CompiledQuery

  /// The earlier queries whose results this query narrows, oldest first; a row must match all of
  /// these queries.
  let others: [CompiledQuery]
  let remote: AttachedSource
  private let limit: Int?

  /// A row of the result at which reading can start: the index of the row, and the number of its
  /// record.
  private struct Anchor {
    let row: Int
    let record: UInt64
  }

  private struct State {
    var count: Int?
    var undecided = 0

    /// The known anchors, in ascending order.
    ///
    /// The row before an anchor has a lower record number. Therefore, reading from the record
    /// number of an anchor starts exactly at the anchor.
    var anchors: [Anchor] = []
    var nanoseconds = 0
    var parse = 0
  }

  private let state = Mutex(State())

  /// The distance between anchors, in rows.
  private static let distance = 1_000

  /// The maximum number of rows that are read with the first page: up to 1,000 rows, and up to
  /// about a megabyte of text.
  ///
  /// If the result has at most this many rows, counting them needs no other statement.
  private var countedRows: Int {
    guard let bytes = remote.textBytes, let records = remote.recordCount else { return 0 }
    return min(1_000, limit ?? .max, (1 << 20) / max(1, bytes / max(1, records)))
  }

  init(
    _ query: CompiledQuery, within others: [CompiledQuery], of remote: AttachedSource, limit: Int?,
    _ cancellation: Cancellation
  ) throws(SearchError) {
    self.query = query
    self.others = others
    self.remote = remote
    self.limit = limit
    state.withLock { $0.parse = query.parseNanoseconds }
    // Throw now if the query cannot be run on these fields.
    _ = try remote.rows(of: query, within: others, cancellation)
  }

  package var source: String { remote.name }
  package var fields: [Field] { remote.table.fields }
  package var rowsPerPage: Int { remote.rowsPerPage }
  package var hasSingleSource: Bool { remote.hasSingleSource }
  package var knownCount: Int? { state.withLock { $0.count } }
  package var universe: Int? { remote.numberedCount }
  package var knownHitCount: Int? { knownCount == 0 ? 0 : nil }

  package var statistics: SearchStatistics {
    var statistics = SearchStatistics(accessPath: "remote")
    state.withLock { state in
      statistics.timings.parse = state.parse
      statistics.timings.search = state.nanoseconds
      statistics.matches = state.count
      statistics.undecided = state.undecided
    }
    statistics.examined = remote.recordCount
    return statistics
  }

  private func rows(_ cancellation: Cancellation) throws(SearchError) -> RowStream {
    try remote.rows(of: query, within: others, cancellation)
  }

  /// Runs `body`, and adds its duration to the search time.
  private func timed<R>(
    _ cancellation: Cancellation, _ body: () throws(RemoteFailure) -> R
  ) throws(SearchError) -> R {
    let start = Platform.monotonicNanoseconds()
    defer {
      let spent = Int(Platform.monotonicNanoseconds() - start)
      state.withLock { $0.nanoseconds += spent }
    }
    return try remote.answer(cancellation, body)
  }

  package func count(_ cancellation: Cancellation) throws(SearchError) -> Int {
    if let known = knownCount { return known }
    let rows = try rows(cancellation)
    let count = try timed(cancellation) { () throws(RemoteFailure) in
      if rows.isExact { return try remote.exactCount(rows) }
      return try read(rows, from: 0..<(limit ?? .max), hits: false, wantsRows: false) { _ in true }
        .end
    }
    let limited = min(count, limit ?? .max)
    state.withLock { $0.count = limited }
    return limited
  }

  package func page(
    _ rows: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch {
    var wanted = rows.clamped(to: 0..<(limit ?? .max))
    if let known = knownCount { wanted = wanted.clamped(to: 0..<known) }
    if wanted.isEmpty {
      var empty = RowBatch(joining: [], fields: fields)
      empty.move(to: rows.lowerBound)
      return empty
    }
    let hasContext = details.hasContext && fields.haveContext && universe != nil
    let requestedEnd = wanted.upperBound
    // Also read the row after the page, because the context of the page's last row ends before
    // that row.
    if hasContext, requestedEnd < .max { wanted = wanted.lowerBound..<requestedEnd + 1 }
    let stream = try self.rows(cancellation)
    var batches: [RowBatch] = []
    let counted = wanted.lowerBound == 0 && knownCount == nil ? countedRows : 0
    let (_, total) = try timed(cancellation) { () throws(RemoteFailure) in
      try read(stream, from: wanted, hits: details.hits, counting: counted) { batch in
        batches.append(batch)
        return true
      }
    }
    if let total { state.withLock { $0.count = total } }
    var page = RowBatch(joining: batches, fields: fields)
    page.move(to: wanted.lowerBound)
    guard hasContext else { return page }
    let next = page.count > requestedEnd - wanted.lowerBound ? page.rows.last?.record : nil
    return try remote.addingContext(
      to: page.prefix(matches: requestedEnd - wanted.lowerBound),
      before: next.map { Int($0) } ?? universe ?? 0, details, cancellation)
  }

  /// Reads the rows in `wanted`; if `wantsRows` is true, passes the rows to `body` in batches until
  /// `body` returns `false`.
  ///
  /// To count the rows of a short result, the call also reads the rows before index `counted`. If
  /// the first window contains all wanted rows, the call reads no other window.
  ///
  /// - Returns: `end` is the index after the last row that was read, at most the end of `wanted`.
  ///   `total` is the number of rows of the whole result, or nil if that number is unknown.
  private func read(
    _ stream: RowStream, from wanted: Range<Int>, hits: Bool, wantsRows: Bool = true,
    counting counted: Int = 0, _ body: (RowBatch) -> Bool
  ) throws(RemoteFailure) -> (end: Int, total: Int?) {
    let anchor =
      state.withLock { $0.anchors.last { $0.row <= wanted.lowerBound } }
      ?? Anchor(row: 0, record: 0)
    var row = anchor.row
    var lastRecord: UInt64?
    let last = max(wanted.upperBound, counted)
    let isComplete = try stream.run(
      from: anchor.record, limit: last == .max ? nil : last - anchor.row,
      enough: wanted.upperBound - anchor.row
    ) { found throws(RemoteFailure) in
      note(found, from: row, &lastRecord)
      let end = row + found.records.count
      // `part` contains the wanted rows of this batch; it is empty if the batch ends before the
      // first wanted row.
      let first = min(max(row, wanted.lowerBound), end)
      let part = first..<max(first, min(end, wanted.upperBound))
      if wantsRows, !part.isEmpty {
        let records =
          part.count == found.records.count
          ? found.records
          : ResultSet(
            found.records.dropFirst(part.lowerBound - row).prefix(part.count),
            of: found.corpus.count)
        var batch = stream.judge.batch(
          of: records, in: found.corpus, numbers: found.numbers, showsHits: hits)
        batch.move(to: part.lowerBound)
        if !body(batch) { return false }
      }
      row = end
      return row < last
    }
    return (min(row, wanted.upperBound), isComplete ? row : nil)
  }

  /// Stores anchors for the found rows, and counts the records for which the matcher reached its
  /// limits without a decision.
  private func note(_ found: RowStream.Found, from row: Int, _ last: inout UInt64?) {
    var anchors: [Anchor] = []
    for (offset, id) in found.records.enumerated() {
      let number = found.numbers[Int(id.rawValue)]
      let isNew = last.map { $0 < number } ?? true
      last = number
      if (row + offset) % Self.distance == 0, isNew || remote.table.hasUniqueIDs {
        anchors.append(Anchor(row: row + offset, record: number))
      }
    }
    state.withLock { state in
      state.undecided += found.undecided
      for anchor in anchors where anchor.row > state.anchors.last?.row ?? -1 {
        state.anchors.append(anchor)
      }
    }
  }

  package func forEachBatch(
    _ details: RowDetails, _ cancellation: Cancellation, _ body: (RowBatch) -> Bool
  ) throws(SearchError) {
    let rows = try rows(cancellation)
    _ = try timed(cancellation) { () throws(RemoteFailure) in
      try read(rows, from: 0..<(limit ?? .max), hits: details.hits, body)
    }
  }

  package func counts(
    by columns: [String], _ cancellation: Cancellation
  ) throws(SearchError) -> RowCounts? {
    limit == nil ? try remote.counts(of: rows(cancellation), by: columns) : nil
  }

  package func narrowed(to records: ResultSet) throws(SearchError) -> any SearchResult {
    ListedResult(self, records, of: try numbered)
  }

  package func ordered(as records: [UInt32]) throws(SearchError) -> any SearchResult {
    ListedResult(self, ordered: records, of: try numbered)
  }

  private var numbered: any NumberedSource {
    get throws(SearchError) {
      if let source = remote.numbered { return source }
      throw .unsupported(
        source: source, what: "does not number its records from 0",
        remedy: "publish it with searchbench publish, or :export the results and :load that file")
    }
  }

  package func row(
    notBefore record: RecordID, _ cancellation: Cancellation
  ) throws(SearchError) -> Int {
    let stream = try rows(cancellation)
    return try timed(cancellation) { () throws(RemoteFailure) in
      if stream.isExact {
        return min(try remote.exactCount(stream, below: record.rawValue), limit ?? .max)
      }
      var row = 0
      _ = try stream.run(from: 0, limit: limit) { found throws(RemoteFailure) in
        for id in found.records {
          if found.numbers[Int(id.rawValue)] >= record.rawValue { return false }
          row += 1
        }
        return true
      }
      // The last batch can have more matches than `limit`.
      return min(row, limit ?? .max)
    }
  }

  package func hitCount(
    ofFirst rows: Int, _ cancellation: Cancellation
  ) throws(SearchError) -> Int? {
    // Do not transfer many rows only to count their hits.
    if rows > 10 * Self.distance { return nil }
    let page = try page(0..<rows, RowDetails(), cancellation)
    return page.rows.indices.reduce(0) { $0 + page.hits(ofRow: $1).count }
  }
}
