internal import Corpora
public import Searching
internal import Synchronization

/// The rows of a result: what was found in one source or several, in order.
///
/// Nothing is searched again: rows are asked for when they are looked at, and the last ones are kept. A row that its source
/// cannot give any more has no hits; `takeFailure` tells why.
public struct ResultRows: Sendable {
  public let parts: [any SearchResult]

  private let memory: RowMemory
  private let cancellation: Cancellation

  /// - Parameters:
  ///   - parts: what was found, source by source.
  ///   - other: the rows of the same query whose first rows are the same; those that are known need not be asked for again.
  ///   - cancellation: stops what looks at single rows: `row(at:)`, `hits(ofRow:)` and navigation.
  public init(
    _ parts: [any SearchResult], sharing other: ResultRows? = nil,
    cancellation: Cancellation = .never
  ) {
    self.parts = parts
    self.cancellation = cancellation
    memory = other?.memory ?? RowMemory()
  }

  /// What is known before the first row.
  public var schema: ResultSchema {
    ResultSchema(
      parts.map { .init(name: $0.source, fields: $0.fields) },
      hasSingleSource: parts.count == 1 && parts[0].hasSingleSource, rowCount: knownCount)
  }

  /// Whether more than one source is in scope, so that a row must name its own.
  public var spansCorpora: Bool { parts.count > 1 }

  // MARK: Counting

  /// The number of rows in all, if every source knows its own by now.
  public var knownCount: Int? {
    parts.reduce(0) { sum, part in
      guard let sum, let count = memory.count(of: part) ?? part.knownCount else { return nil }
      return sum + count
    }
  }

  /// The number of hits in all, if every source knows its own by now.
  public var knownHitCount: Int? {
    parts.reduce(0) { sum, part in
      guard let sum, let count = part.knownHitCount else { return nil }
      return sum + count
    }
  }

  /// The number of rows, as far as it is known by now.
  public var count: Int {
    parts.reduce(0) { $0 + (memory.count(of: $1) ?? $1.knownCount ?? memory.seen(of: $1)) }
  }

  /// Has every source count its rows; may wait for that.
  public func finishCount(_ cancellation: Cancellation) throws(SearchError) {
    for part in parts where part.knownCount == nil && memory.count(of: part) == nil {
      memory.note(try part.count(cancellation), of: part)
    }
  }

  // MARK: Rows

  /// Calls `body` with the rows of `range`, some at a time, with the place of their part.
  ///
  /// Rows beyond the last are left out.
  public func forEachBatch(
    in range: Range<Int>, _ details: RowDetails = RowDetails(),
    _ cancellation: Cancellation = .never,
    _ body: (RowBatch, _ part: Int) throws(OutputError) -> Void
  ) throws(OutputError) {
    var start = 0
    for (number, part) in parts.enumerated() where start < range.upperBound {
      var next = max(range.lowerBound, start)
      let step = part.rowsPerPage > 1 ? part.rowsPerPage : Self.rowsOfBatch
      while next < range.upperBound {
        let rows = next - start..<min(range.upperBound, next + step) - start
        let batch: RowBatch
        do throws(SearchError) {
          batch = try part.page(rows, details, cancellation).numbered(from: next)
        } catch {
          throw error == .cancelled ? .cancelled : .search(error)
        }
        memory.noteSeen(rows.lowerBound + batch.matchCount, of: part)
        if batch.isEmpty { break }
        try body(batch, number)
        next += batch.matchCount
        if batch.matchCount < rows.count { break }
      }
      let known = memory.count(of: part) ?? part.knownCount
      // Of a source that has not counted its rows, the last page tells where it ends.
      start += known ?? max(0, next - start)
    }
  }

  /// How many rows are asked for at a time where that is no journey.
  private static let rowsOfBatch = 256

  /// The row at `index`, with its part; `nil` if it cannot be had.
  public func row(at index: Int) -> (batch: RowBatch, place: Int, part: Int)? {
    row(at: index, cancellation)
  }

  private func row(
    at index: Int, _ cancellation: Cancellation
  ) -> (batch: RowBatch, place: Int, part: Int)? {
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

  /// Asks for some rows at once, so that looking at each costs nothing more.
  public func prepare(_ range: Range<Int>, _ cancellation: Cancellation) {
    for index in range where row(at: index, cancellation) == nil { return }
  }

  /// The first row of a part whose record is `record` or comes after it; 0 if it cannot be had.
  func offset(inPart part: Int, notBefore record: RecordID) -> Int {
    do throws(SearchError) {
      return try parts[part].row(notBefore: record, cancellation)
    } catch {
      memory.note(error)
      return 0
    }
  }

  /// Why the last row that could not be had was not; once.
  public func takeFailure() -> SearchError? { memory.takeFailure() }

  /// The hits of the row at `index`, in the order of results.
  public func hits(ofRow index: Int) -> [Hit] {
    row(at: index).map { Array($0.batch.hits(ofRow: $0.place)) } ?? []
  }

  /// The part that holds a row, and the row's place in it; `nil` beyond the last part whose count is known.
  public func place(of index: Int) -> (part: Int, offset: Int)? {
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
  /// The same rows, as those from `row` on.
  func numbered(from row: Int) -> RowBatch {
    var batch = self
    batch.move(to: row)
    return batch
  }
}

/// The rows that were looked at last, and what became known of the parts of a result.
private final class RowMemory: Sendable {
  private struct State {
    var batches: [(part: Int, batch: RowBatch)] = []
    var counts: [String: Int] = [:]
    var seen: [String: Int] = [:]
    var failure: SearchError?
  }

  /// More batches than a screen has rows.
  private static let most = 512

  private let state = Mutex(State())

  func count(of part: any SearchResult) -> Int? { state.withLock { $0.counts[part.source] } }

  func seen(of part: any SearchResult) -> Int { state.withLock { $0.seen[part.source] ?? 0 } }

  func note(_ count: Int, of part: any SearchResult) {
    state.withLock { $0.counts[part.source] = count }
  }

  func noteSeen(_ count: Int, of part: any SearchResult) {
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
