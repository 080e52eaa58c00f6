/// Selects the context rows to show, batch by batch, and marks where groups begin.
///
/// A source delivers every row that may be near a match. A context row is shown if a shown match in
/// the same file comes at most `before` records later or at most `after` records earlier. Each row
/// is shown only once.
package struct ContextGroups: Sendable {
  private let before: UInt64
  private let after: UInt64
  private let isNeeded: Bool

  /// The number of matches that can still be shown.
  private var matchesLeft: Int

  /// The position of the last match that was shown.
  private var lastMatch: Position?
  /// The position of the last row that was shown.
  private var lastShown: Position?

  /// Rows of earlier batches that have not been shown, but may be context of the next match.
  private var pending: [RowBatch] = []

  /// The paths of the files of `lastMatch` and `lastShown`, saved at the end of the last batch.
  private var lastMatchPath = ""
  private var lastShownPath = ""

  private struct Position {
    /// The index of the row's path in the `sources` of the current batch.
    ///
    /// Comparing indices is faster than comparing paths.
    var source: Int
    let record: UInt64
    let line: Int

    init(_ row: RowBatch.Entry) {
      source = row.source
      record = row.record
      line = row.line
    }

    /// Whether `other` comes at most `records` records after this row in the same file.
    ///
    /// If a file is searched twice, its line numbers start again at 1, so `other` must not have a
    /// lower line number than this row.
    func isBefore(_ other: Position, within records: UInt64) -> Bool {
      source == other.source && other.record > record && other.record - record <= records
        && other.line >= line
    }
  }

  /// Creates a selection of up to `limit` matches and their context; `nil` selects all matches.
  ///
  /// A match beyond the limit is shown only if it is context of a selected match.
  package init(_ details: RowDetails, limit: Int? = nil) {
    before = UInt64(details.before)
    after = UInt64(details.after)
    isNeeded = details.hasContext
    matchesLeft = limit ?? .max
  }

  /// Whether `add` has returned all rows that are to be shown.
  package private(set) var isOver = false

  /// Adds the next batch, and returns the rows that can now be shown, in order.
  package mutating func add(_ batch: RowBatch) -> [RowBatch] {
    if !isNeeded { return [batch] }
    var shown: [RowBatch] = []
    var kept: [RowBatch.Entry] = []
    var waiting: [RowBatch.Entry] = []
    enter(batch)
    defer { leave(batch) }
    for var row in batch.rows {
      let position = Position(row)
      if let lastShown, lastShown.source == position.source, row.record <= lastShown.record {
        continue
      }
      let isNear = lastMatch?.isBefore(position, within: after) ?? false
      if matchesLeft == 0 {
        if !isNear {
          isOver = true
          break
        }
        row.isContext = true
      }
      if row.isContext {
        if isNear { show(&row, at: position, &kept) } else { waiting.append(row) }
        continue
      }
      if !pending.isEmpty { takePending(near: position, of: batch, to: &shown) }
      if !waiting.isEmpty {
        for var other in waiting {
          let place = Position(other)
          if place.isBefore(position, within: before) { show(&other, at: place, &kept) }
        }
        waiting.removeAll(keepingCapacity: true)
      }
      show(&row, at: position, &kept)
      lastMatch = position
      matchesLeft -= 1
    }
    if !kept.isEmpty { shown.append(batch.with(kept)) }
    keep(waiting, of: batch)
    // No more rows follow once the last match and all its context have been shown.
    if matchesLeft == 0, let lastMatch, let lastShown,
      lastShown.record >= lastMatch.record &+ after
    {
      isOver = true
    }
    return shown
  }

  private mutating func show(
    _ row: inout RowBatch.Entry, at position: Position, _ rows: inout [RowBatch.Entry]
  ) {
    if let lastShown {
      row.startsGroup = !lastShown.isBefore(position, within: 1)
    }
    lastShown = position
    rows.append(row)
  }

  /// Sets the sources of `lastMatch` and `lastShown` to the indices of their paths in `batch`.
  ///
  /// If a path is not in `batch`, its index is -1.
  private mutating func enter(_ batch: RowBatch) {
    lastMatch?.source = batch.sources.firstIndex(of: lastMatchPath) ?? -1
    lastShown?.source = batch.sources.firstIndex(of: lastShownPath) ?? -1
  }

  /// Saves the paths of `lastMatch` and `lastShown`; their sources must be indices in `batch`.
  private mutating func leave(_ batch: RowBatch) {
    if let lastMatch, lastMatch.source >= 0 { lastMatchPath = batch.sources[lastMatch.source] }
    if let lastShown, lastShown.source >= 0 { lastShownPath = batch.sources[lastShown.source] }
  }

  /// Adds to `shown` the rows of earlier batches that are context of a match in `batch`.
  private mutating func takePending(
    near match: Position, of batch: RowBatch, to shown: inout [RowBatch]
  ) {
    leave(batch)
    for earlier in pending {
      enter(earlier)
      var match = match
      match.source =
        earlier.sources.firstIndex(of: batch.sources[match.source]) ?? -1
      var rows: [RowBatch.Entry] = []
      for var row in earlier.rows {
        let place = Position(row)
        if place.isBefore(match, within: before) { show(&row, at: place, &rows) }
      }
      if !rows.isEmpty { shown.append(earlier.with(rows)) }
      leave(earlier)
    }
    pending = []
    enter(batch)
  }

  /// Saves the last `before` rows that were not shown, which may be context of the next match.
  private mutating func keep(_ rows: [RowBatch.Entry], of batch: RowBatch) {
    if before == 0 || rows.isEmpty { return }
    pending.append(batch.with(rows.suffix(Int(clamping: before))))
    var count = 0
    var first = pending.count
    while first > 0, count < before {
      first -= 1
      count += pending[first].rows.count
    }
    pending.removeFirst(first)
  }
}
