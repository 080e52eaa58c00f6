internal import Corpora

/// A source that numbers its records from 0, and can read a record by its number.
package protocol NumberedSource: RecordSource {
  /// The number of records; `nil` if records cannot be read by number.
  var numberedCount: Int? { get }

  /// Reads the records with given numbers.
  ///
  /// - Parameters:
  ///   - records: the record numbers, as a subset of the numbers below `numberedCount`.
  ///   - query: the query whose hits the rows include; `nil` for rows without hits.
  ///   - cancellation: tells when to stop; tested often.
  /// - Returns: one row for each record, in ascending order.
  /// - Throws: `failed` if the source is unavailable or a record is missing; `cancelled` if the
  ///   caller cancels.
  func rows(
    of records: ResultSet, hitsOf query: CompiledQuery?, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch

  /// The set of all records that match `query`.
  ///
  /// - Throws: the same errors as `stream`.
  func records(
    matching query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> ResultSet
}

extension NumberedSource {
  package func records(
    matching query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> ResultSet { try streamedRecords(matching: query, cancellation) }

  /// The set of all records that match `query`, collected from the rows that `stream` delivers.
  ///
  /// - Throws: the same errors as `stream`.
  package func streamedRecords(
    matching query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> ResultSet {
    var numbers: [UInt32] = []
    do {
      _ = try stream(
        query, StreamRequest(details: RowDetails(hits: false)), cancellation,
        render: { $0.rows.map { UInt32($0.record) } },
        deliver: {
          numbers += $0
          return true
        })
    } catch {
      throw error as? SearchError ?? .failed(source: name, reason: "\(error)")
    }
    return ResultSet(numbers: numbers, of: numberedCount ?? 0)
  }
}

extension RecordSource {
  /// This source as a `NumberedSource`; `nil` if it cannot read records by number.
  package var numbered: (any NumberedSource)? {
    guard let source = self as? any NumberedSource, source.numberedCount != nil else { return nil }
    return source
  }
}

// MARK: Context

/// Collects the context records around matches; matches must be added in ascending order.
private struct Neighbors {
  let details: RowDetails
  private(set) var records: [UInt32] = []
  private(set) var lastMatch: Int?

  init(_ details: RowDetails) { self.details = details }

  /// Adds the context records after the previous match and before this match.
  mutating func add(match record: Int) {
    let next = addAfter(upTo: record)
    append(max(next, record - details.before)..<record)
    lastMatch = record
  }

  /// Adds the context records after the last match and below `end`.
  ///
  /// Returns the first record that was not added.
  @discardableResult
  mutating func addAfter(upTo end: Int) -> Int {
    guard let lastMatch else { return 0 }
    let after = lastMatch + 1..<min(end, lastMatch + 1 + details.after)
    append(after)
    return after.upperBound
  }

  private mutating func append(_ range: Range<Int>) {
    for record in range { records.append(UInt32(record)) }
  }

  mutating func take() -> [UInt32] {
    defer { records = [] }
    return records
  }
}

extension NumberedSource {
  /// Merges the rows of matches with the rows of their context records, in ascending order.
  fileprivate func merging(
    _ matches: RowBatch, with context: [UInt32], _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch {
    if context.isEmpty { return matches }
    let others = try rows(
      of: ResultSet(numbers: context, of: numberedCount ?? 0), hitsOf: nil, cancellation)
    var builder = RowBatch.Builder(fields: matches.fields)
    func append(
      _ batch: RowBatch, _ index: Int, isContext: Bool, to builder: inout RowBatch.Builder
    ) {
      var row = batch.rows[index]
      row.isContext = isContext
      builder.append(row, at: index, of: batch)
    }
    var next = 0
    for (index, row) in matches.rows.enumerated() {
      while next < others.count, others.rows[next].record < row.record {
        append(others, next, isContext: true, to: &builder)
        next += 1
      }
      append(matches, index, isContext: false, to: &builder)
    }
    for index in next..<others.count {
      append(others, index, isContext: true, to: &builder)
    }
    var merged = builder.finish()
    merged.move(to: matches.firstRow)
    return merged
  }

  /// The rows of a page, together with the context records around these rows.
  ///
  /// `next` is the record number of the first row after the page.
  ///
  /// - Throws: any error that the source throws.
  package func addingContext(
    to page: RowBatch, before next: Int, _ details: RowDetails, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch {
    var neighbors = Neighbors(details)
    for row in page.rows { neighbors.add(match: Int(row.record)) }
    neighbors.addAfter(upTo: next)
    let merged = try merging(page, with: neighbors.records, cancellation)
    // Remove context records that are not from the file of their match.
    var groups = ContextGroups(details)
    var shown = RowBatch(joining: groups.add(merged), fields: page.fields)
    for index in shown.rows.indices { shown.rows[index].startsGroup = false }
    shown.move(to: page.firstRow)
    return shown
  }
}

/// Adds context records to matches that arrive in ascending order.
package struct ContextReader {
  private let source: any NumberedSource
  private var neighbors: Neighbors
  private var groups: ContextGroups
  private let cancellation: Cancellation

  /// Whether the records are lines of text; only lines can have context.
  private let hasContext: Bool

  /// The maximum number of rows whose context records are read in one call.
  private static let rowsAtOnce = 256

  /// Creates a reader for up to `limit` matches; `nil` means all matches.
  ///
  /// - Throws: any error that the source throws.
  package init(
    _ source: any NumberedSource, _ details: RowDetails, limit: Int?, _ cancellation: Cancellation
  ) throws(SearchError) {
    hasContext = try source.fields(cancellation).haveContext
    self.source = source
    self.cancellation = cancellation
    neighbors = Neighbors(details)
    groups = ContextGroups(details, limit: limit)
  }

  /// Whether all matches up to the limit and all their context records have been returned.
  package var isOver: Bool { groups.isOver }

  /// Adds a batch of matches; returns the rows that can now be shown, in order.
  ///
  /// - Throws: any error that the source throws.
  package mutating func add(_ batch: RowBatch) throws(SearchError) -> [RowBatch] {
    if !hasContext { return groups.add(batch) }
    var shown: [RowBatch] = []
    for start in stride(from: 0, to: batch.count, by: Self.rowsAtOnce) where !isOver {
      let end = min(batch.count, start + Self.rowsAtOnce)
      let part = batch.with(batch.rows[start..<end])
      for row in part.rows { neighbors.add(match: Int(row.record)) }
      shown += groups.add(try source.merging(part, with: neighbors.take(), cancellation))
    }
    return shown
  }

  /// Returns the context records after the last match; call this method after the last batch.
  ///
  /// - Throws: any error that the source throws.
  package mutating func finish() throws(SearchError) -> [RowBatch] {
    if isOver || !hasContext { return [] }
    neighbors.addAfter(upTo: source.numberedCount ?? 0)
    let none = RowBatch(joining: [], fields: try source.fields(cancellation))
    return groups.add(try source.merging(none, with: neighbors.take(), cancellation))
  }
}
