internal import Corpora
package import Searching
internal import Synchronization

/// The rows of a result over one or more sources, in order.
///
/// Reading rows does not repeat the search: rows are fetched when they are needed, and recently
/// used rows are cached. If a row can no longer be fetched, it has no hits, and `takeFailure()`
/// returns the reason.
package struct ResultRows: Sendable {
  package let parts: [any SearchResult]

  /// The order of the rows; nil if all rows of one source come before the rows of the next source.
  package let order: RowOrder?

  private let memory: RowCache
  private let cancellation: Cancellation

  /// Creates the rows of a result.
  ///
  /// - Parameters:
  ///   - parts: The results, one for each source.
  ///   - order: The order of the rows; nil if all rows of one source come before the rows of the
  ///     next source.
  ///   - other: Another result of the same query that begins with the same rows; its cached rows
  ///     are reused.
  ///   - cancellation: Stops access to single rows: `row(at:)`, `hits(ofRow:)` and navigation.
  package init(
    _ parts: [any SearchResult], order: RowOrder? = nil, sharing other: ResultRows? = nil,
    cancellation: Cancellation = .never
  ) {
    self.parts = parts
    self.order = order
    self.cancellation = cancellation
    memory = other?.memory ?? RowCache()
  }

  /// The sources, the fields, and the row count if it is known before the first row is read.
  package var schema: ResultSchema {
    ResultSchema(
      parts.map { .init(name: $0.source, fields: $0.fields) },
      hasSingleSource: parts.count == 1 && parts[0].hasSingleSource, rowCount: knownCount)
  }

  /// Whether there is more than one source, so that each row must name its source.
  package var spansCorpora: Bool { parts.count > 1 }

  // MARK: Counting

  /// The total number of rows; nil if the number of rows of a source is unknown.
  package var knownCount: Int? {
    parts.reduce(0) { sum, part in
      guard let sum, let count = memory.count(of: part) ?? part.knownCount else { return nil }
      return sum + count
    }
  }

  /// The total number of hits; nil if the number of hits of a source is unknown.
  package var knownHitCount: Int? {
    parts.reduce(0) { sum, part in
      guard let sum, let count = part.knownHitCount else { return nil }
      return sum + count
    }
  }

  /// The number of hits in the first `row` rows; nil if a source cannot count its hits.
  ///
  /// - Throws: the errors of the sources; `cancelled`.
  /// - Complexity: The cost of scanning the records of these rows.
  package func hitCount(
    ofFirst row: Int, _ cancellation: Cancellation
  ) throws(SearchError) -> Int? {
    var sum = 0
    var rest = row
    for (number, part) in parts.enumerated() where rest > 0 {
      let first =
        order?.rowCount(ofPart: number, inFirst: row) ?? min(rest, part.knownCount ?? rest)
      rest -= first
      guard let hits = try part.hitCount(ofFirst: first, cancellation) else { return nil }
      sum += hits
    }
    return sum
  }

  /// The number of rows that are known so far; sources that were not counted can have more rows.
  package var count: Int {
    parts.reduce(0) { $0 + (memory.count(of: $1) ?? $1.knownCount ?? memory.seen(of: $1)) }
  }

  /// Makes every source count its rows; this call may block.
  package func finishCount(_ cancellation: Cancellation) throws(SearchError) {
    for part in parts where part.knownCount == nil && memory.count(of: part) == nil {
      memory.note(try part.count(cancellation), of: part)
    }
  }

  // MARK: Rows

  /// Calls `body` with the rows of `range`, in batches.
  ///
  /// The argument `part` is the index of the batch's source. Indices after the last row are
  /// ignored.
  package func forEachBatch(
    in range: Range<Int>, _ details: RowDetails = RowDetails(),
    _ cancellation: Cancellation = .never,
    _ body: (RowBatch, _ part: Int) throws(OutputError) -> Void
  ) throws(OutputError) {
    if let page = memory.page, page.range == range, page.details == details {
      for (batch, part) in page.batches { try body(batch, part) }
      guard let failure = page.failure else { return }
      memory.keep(page: nil)
      throw failure
    }
    if let order {
      return try forEachRun(in: range, of: order, details, cancellation, body)
    }
    var start = 0
    for (number, part) in parts.enumerated() where start < range.upperBound {
      var next = max(range.lowerBound, start)
      if next == start,
        let count = try forEachStreamed(
          part, number, upTo: range.upperBound - start, from: start, details, cancellation, body)
      {
        start += count
        continue
      }
      let step = part.rowsPerPage > 1 ? part.rowsPerPage : Self.rowsOfBatch
      while next < range.upperBound {
        let rows = next - start..<min(range.upperBound, next + step) - start
        let batch = try page(rows, of: part, from: next, details, cancellation)
        memory.recordSeen(rows.lowerBound + batch.matchCount, of: part)
        if batch.isEmpty { break }
        try body(batch, number)
        next += batch.matchCount
        if batch.matchCount < rows.count { break }
      }
      let known = memory.count(of: part) ?? part.knownCount
      // If the number of rows of a source is unknown, its last page shows where the source ends.
      start += known ?? max(0, next - start)
    }
  }

  /// Streams the first rows of a source to `body` if streaming is faster than reading pages.
  ///
  /// - Returns: The number of streamed rows; nil if no rows were streamed.
  private func forEachStreamed(
    _ part: any SearchResult, _ number: Int, upTo limit: Int, from row: Int,
    _ details: RowDetails, _ cancellation: Cancellation,
    _ body: (RowBatch, _ part: Int) throws(OutputError) -> Void
  ) throws(OutputError) -> Int? {
    guard limit > 10 * part.rowsPerPage, !details.hasContext,
      let stream = part as? any StreamedResult
    else { return nil }
    var count = 0
    var failure: OutputError?
    do throws(SearchError) {
      try stream.forEachBatch(details, cancellation) { batch in
        let rows = batch.prefix(matches: limit - count)
        do throws(OutputError) { try body(rows.numbered(from: row + count), number) } catch {
          failure = error
          return false
        }
        count += rows.matchCount
        return count < limit
      }
    } catch {
      throw error == .cancelled ? .cancelled : .search(error)
    }
    if let failure { throw failure }
    memory.recordSeen(count, of: part)
    return count
  }

  /// Fetches some rows of one source, and numbers them from `row`.
  private func page(
    _ rows: Range<Int>, of part: any SearchResult, from row: Int, _ details: RowDetails,
    _ cancellation: Cancellation
  ) throws(OutputError) -> RowBatch {
    do throws(SearchError) {
      return try part.page(rows, details, cancellation).numbered(from: row)
    } catch {
      throw error == .cancelled ? .cancelled : .search(error)
    }
  }

  /// Calls `body` with the rows of `range` in `order`; each batch contains consecutive rows of one
  /// source.
  private func forEachRun(
    in range: Range<Int>, of order: RowOrder, _ details: RowDetails, _ cancellation: Cancellation,
    _ body: (RowBatch, _ part: Int) throws(OutputError) -> Void
  ) throws(OutputError) {
    var next = range.lowerBound
    let end = min(range.upperBound, order.count)
    while next < end, let (part, offset) = order.place(of: next) {
      let run = order.run(from: next, before: min(end, next + Self.rowsOfBatch))
      let batch = try page(
        offset..<offset + run.count, of: parts[part], from: next, details, cancellation)
      if batch.isEmpty { return }
      try body(batch, part)
      next = run.upperBound
    }
  }

  /// The number of rows in a batch from a source that has no page size (its `rowsPerPage` is 1).
  private static let rowsOfBatch = 256

  /// Finds the batch that contains the row at `index`; nil if the row cannot be fetched.
  ///
  /// The result also contains the row's index in the batch, and the index of the row's source.
  package func row(at index: Int) -> (batch: RowBatch, place: Int, part: Int)? {
    row(at: index, cancellation)
  }

  private func row(
    at index: Int, _ cancellation: Cancellation
  ) -> (batch: RowBatch, place: Int, part: Int)? {
    if let known = memory.page?.row(at: index) { return known }
    guard let (part, offset) = place(of: index) else { return nil }
    if let known = memory.batch(of: part, row: offset) {
      return (known, offset - known.firstRow, part)
    }
    let step = parts[part].rowsPerPage
    let first = offset / step * step
    do throws(SearchError) {
      let batch = try parts[part].page(first..<first + step, RowDetails(), cancellation)
        .numbered(from: first)
      guard offset - first < batch.count else { return nil }
      memory.keep(batch, of: part)
      return (batch, offset - first, part)
    } catch {
      memory.note(error)
      return nil
    }
  }

  /// Fetches and caches a page of rows for a later `forEachBatch` with the same range and details.
  ///
  /// `row(at:)` also reads from the cached page if `details` requests all hits and no context. If
  /// the fetch fails, `forEachBatch` delivers the rows that were fetched before the failure, then
  /// throws the error.
  package func prepare(
    page range: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) {
    var page = RowCache.Page(range: range, details: details)
    do throws(OutputError) {
      try forEachBatch(in: range, details, cancellation) { page.batches.append(($0, $1)) }
    } catch {
      page.failure = error
    }
    memory.keep(page: page)
  }

  /// Fetches the rows of `range` in advance, so that later calls of `row(at:)` find them in the
  /// cache.
  package func prepare(_ range: Range<Int>, _ cancellation: Cancellation) {
    for index in range where row(at: index, cancellation) == nil { return }
  }

  /// The index, within one source, of the first row whose record is `record` or a later record; 0
  /// if the source fails.
  func offset(inPart part: Int, notBefore record: RecordID) -> Int {
    do throws(SearchError) {
      return try parts[part].row(notBefore: record, cancellation)
    } catch {
      memory.note(error)
      return 0
    }
  }

  /// Returns and clears the reason of the last failed fetch.
  package func takeFailure() -> SearchError? { memory.takeFailure() }

  /// The hits of the row at `index`, in output order.
  package func hits(ofRow index: Int) -> [Hit] {
    row(at: index).map { Array($0.batch.hits(ofRow: $0.place)) } ?? []
  }

  /// The source of the row at `index`, and the row's index among the rows of that source; nil if
  /// there is no such row.
  package func place(of index: Int) -> (part: Int, offset: Int)? {
    if let order { return order.place(of: index) }
    var offset = index
    for (number, part) in parts.enumerated() {
      guard let count = memory.count(of: part) ?? part.knownCount, offset >= count else {
        return offset >= 0 ? (number, offset) : nil
      }
      offset -= count
    }
    return nil
  }
}

extension RowBatch {
  /// A copy of this batch with the rows renumbered, starting at `row`.
  func numbered(from row: Int) -> RowBatch {
    var batch = self
    batch.move(to: row)
    return batch
  }
}

/// A cache of recently used rows, and of the number of rows of each source.
private final class RowCache: Sendable {
  /// A page that was fetched as a whole; its rows are numbered by their position in the result.
  struct Page {
    let range: Range<Int>
    let details: RowDetails
    var batches: [(batch: RowBatch, part: Int)] = []
    var failure: OutputError?

    func row(at index: Int) -> (batch: RowBatch, place: Int, part: Int)? {
      guard details.hits, !details.isFirstHitEnough, !details.hasContext, range.contains(index)
      else { return nil }
      for (batch, part) in batches {
        let place = index - batch.firstRow
        if batch.rows.indices.contains(place) { return (batch, place, part) }
      }
      return nil
    }
  }

  private struct State {
    var page: Page?
    var batches: [(part: Int, batch: RowBatch)] = []
    var counts: [String: Int] = [:]
    var seen: [String: Int] = [:]
    var failure: SearchError?
  }

  /// The maximum number of batches in the cache; a full cache is emptied.
  ///
  /// The maximum is larger than the number of rows on a screen, because a batch can consist of a
  /// single row.
  private static let maximumBatches = 512

  private let state = Mutex(State())

  var page: Page? { state.withLock { $0.page } }

  func keep(page: Page?) { state.withLock { $0.page = page } }

  func count(of part: any SearchResult) -> Int? { state.withLock { $0.counts[part.source] } }

  func seen(of part: any SearchResult) -> Int { state.withLock { $0.seen[part.source] ?? 0 } }

  func note(_ count: Int, of part: any SearchResult) {
    state.withLock { $0.counts[part.source] = count }
  }

  func recordSeen(_ count: Int, of part: any SearchResult) {
    if part.knownCount != nil { return }
    state.withLock { $0.seen[part.source] = max($0.seen[part.source] ?? 0, count) }
  }

  func note(_ error: SearchError) { state.withLock { $0.failure = error } }

  func takeFailure() -> SearchError? { state.withLock { $0.failure.take() } }

  func batch(of part: Int, row: Int) -> RowBatch? {
    state.withLock { state in
      state.batches.last {
        $0.part == part && row >= $0.batch.firstRow && row < $0.batch.firstRow + $0.batch.count
      }?.batch
    }
  }

  func keep(_ batch: RowBatch, of part: Int) {
    state.withLock { state in
      if state.batches.count >= Self.maximumBatches {
        state.batches.removeAll(keepingCapacity: true)
      }
      state.batches.append((part, batch))
    }
  }
}
