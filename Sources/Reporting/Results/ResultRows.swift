internal import Corpora
package import Searching
internal import Synchronization

/// The rows of a result over one or more sources, in order.
///
/// Nothing is searched again: rows are fetched when they are needed, and the most recent ones are cached. A row that
/// its source cannot deliver any more has no hits; `takeFailure()` returns the reason.
package struct ResultRows: Sendable {
  package let parts: [any SearchResult]

  /// The order of the rows; nil if those of each part follow those of the part before.
  package let order: RowOrder?

  private let memory: RowCache
  private let cancellation: Cancellation

  /// Creates the rows of a result.
  ///
  /// - Parameters:
  ///   - parts: The result of each source.
  ///   - order: The order of the rows; nil if those of each part follow those of the part before.
  ///   - other: The rows of the same query, with the same first rows; their cached rows are reused.
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

  /// What is known before the first row.
  package var schema: ResultSchema {
    ResultSchema(
      parts.map { .init(name: $0.source, fields: $0.fields) },
      hasSingleSource: parts.count == 1 && parts[0].hasSingleSource, rowCount: knownCount)
  }

  /// Whether there is more than one source, so that each row must name its own.
  package var spansCorpora: Bool { parts.count > 1 }

  // MARK: Counting

  /// The total number of rows, if every source knows its count.
  package var knownCount: Int? {
    parts.reduce(0) { sum, part in
      guard let sum, let count = memory.count(of: part) ?? part.knownCount else { return nil }
      return sum + count
    }
  }

  /// The total number of hits, if every source knows its count.
  package var knownHitCount: Int? {
    parts.reduce(0) { sum, part in
      guard let sum, let count = part.knownHitCount else { return nil }
      return sum + count
    }
  }

  /// The number of hits in the first `row` rows; nil if a source cannot count them.
  ///
  /// - Throws: the errors of the sources; `cancelled`.
  /// - Complexity: A scan of the records of these rows.
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

  /// The number of rows known so far.
  package var count: Int {
    parts.reduce(0) { $0 + (memory.count(of: $1) ?? $1.knownCount ?? memory.seen(of: $1)) }
  }

  /// Makes every source count its rows, which may block.
  package func finishCount(_ cancellation: Cancellation) throws(SearchError) {
    for part in parts where part.knownCount == nil && memory.count(of: part) == nil {
      memory.note(try part.count(cancellation), of: part)
    }
  }

  // MARK: Rows

  /// Calls `body` with the rows of `range` in batches; `part` is the index of the source that the batch comes from.
  ///
  /// Rows after the last one are ignored.
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
      // For a source without a count, the last page shows where it ends.
      start += known ?? max(0, next - start)
    }
  }

  /// Passes on the first rows of a part, if they are read one after the other faster than in pages; returns how many.
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

  /// Rows of a part, renumbered to start at `row`.
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

  /// Calls `body` with the rows of `range` in `order`, one batch for rows that follow each other in one part.
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

  /// The batch size for a source without its own page size (`rowsPerPage` is 1).
  private static let rowsOfBatch = 256

  /// The row at `index`: its batch, its index in the batch, and the index of its source; nil if it cannot be fetched.
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

  /// Fetches and caches a page of rows for `forEachBatch` with the same range and details.
  ///
  /// Single rows of the page are also cached, if `details` has hits and no context. If the fetch fails, `forEachBatch`
  /// throws the error after the rows that were fetched before it.
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

  /// Fetches the rows of `range` in advance, so that later access to them is free.
  package func prepare(_ range: Range<Int>, _ cancellation: Cancellation) {
    for index in range where row(at: index, cancellation) == nil { return }
  }

  /// The index of the first row in a part whose record is `record` or a later one; 0 if it cannot be fetched.
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

  /// The hits of the row at `index`, in the order of results.
  package func hits(ofRow index: Int) -> [Hit] {
    row(at: index).map { Array($0.batch.hits(ofRow: $0.place)) } ?? []
  }

  /// The part that contains a row, and the row's index in it; nil if `index` is after the last row of all parts.
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
  /// The same rows, renumbered to start at `row`.
  func numbered(from row: Int) -> RowBatch {
    var batch = self
    batch.move(to: row)
    return batch
  }
}

/// A cache of the rows looked at most recently, and of the counts of the parts.
private final class RowCache: Sendable {
  /// A page that was fetched as a whole; its rows are numbered across all parts.
  struct Page {
    let range: Range<Int>
    let details: RowDetails
    var batches: [(batch: RowBatch, part: Int)] = []
    var failure: OutputError?

    func row(at index: Int) -> (batch: RowBatch, place: Int, part: Int)? {
      guard details.hits, !details.hasContext, range.contains(index) else { return nil }
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

  /// The capacity in batches; it exceeds the number of rows on a screen.
  private static let most = 512

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
      if state.batches.count >= Self.most { state.batches.removeAll(keepingCapacity: true) }
      state.batches.append((part, batch))
    }
  }
}
