/// Selects the context rows to show, batch by batch, and marks where groups begin.
///
/// A source delivers every row that may be near a match. A context row is shown once, if it is at most `after` records
/// after a shown match of the same file, or at most `before` records before one.
package struct ContextGroups: Sendable {
  private let before: UInt64
  private let after: UInt64
  private let isNeeded: Bool

  /// How many more matches to show.
  private var matchesLeft: Int

  /// The last match shown.
  private var lastMatch: Position?
  /// The last row shown.
  private var lastShown: Position?

  /// The context rows after the last row shown, by batch; the next match may need them.
  private var pending: [RowBatch] = []

  fileprivate struct Position {
    let source: String
    let record: UInt64
    let line: Int

    /// Whether `other` comes after this row in the same reading of the same file, at most `records` records later.
    ///
    /// Within one reading, line numbers ascend with record numbers.
    func isBefore(_ other: Position, within records: UInt64) -> Bool {
      source == other.source && other.record > record && other.record - record <= records
        && other.line >= line
    }
  }

  /// Creates a selection of up to `limit` matches, or of all if `limit` is `nil`; later matches are shown only as
  /// context.
  package init(_ details: RowDetails, limit: Int? = nil) {
    before = UInt64(details.before)
    after = UInt64(details.after)
    isNeeded = details.hasContext
    matchesLeft = limit ?? .max
  }

  /// Whether there is nothing more to show.
  package private(set) var isOver = false

  /// The rows to show after this batch, in order.
  package mutating func add(_ batch: RowBatch) -> [RowBatch] {
    if !isNeeded { return [batch] }
    var shown: [RowBatch] = []
    var kept: [RowBatch.Entry] = []
    var waiting: [RowBatch.Entry] = []
    for var row in batch.rows {
      let position = batch.position(of: row)
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
      for earlier in takePending(near: position) { shown.append(earlier) }
      for var other in waiting {
        let place = batch.position(of: other)
        if place.isBefore(position, within: before) { show(&other, at: place, &kept) }
      }
      waiting = []
      show(&row, at: position, &kept)
      lastMatch = position
      matchesLeft -= 1
    }
    if !kept.isEmpty { shown.append(batch.with(kept)) }
    keep(waiting, of: batch)
    // All context of the last match has been shown.
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

  /// The rows of earlier batches that are context of a match.
  private mutating func takePending(near match: Position) -> [RowBatch] {
    var shown: [RowBatch] = []
    for batch in pending {
      var rows: [RowBatch.Entry] = []
      for var row in batch.rows {
        let place = batch.position(of: row)
        if place.isBefore(match, within: before) { show(&row, at: place, &rows) }
      }
      if !rows.isEmpty { shown.append(batch.with(rows)) }
    }
    pending = []
    return shown
  }

  /// Keeps the last context rows, which the next match may need.
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

extension RowBatch {
  fileprivate func position(of row: Entry) -> ContextGroups.Position {
    ContextGroups.Position(source: sources[row.source], record: row.record, line: row.line)
  }
}
