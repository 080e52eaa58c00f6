/// Chooses the rows of context that are shown, from batch to batch, and marks where groups begin.
///
/// A source gives rows of context generously: whatever may be near a match. A row of context is shown if at most
/// `after` records before it in its file, or `before` after it, a match is shown; each row once.
public struct ContextGroups: Sendable {
  private let before: UInt64
  private let after: UInt64
  private let isNeeded: Bool

  /// How many more matches are shown.
  private var matchesLeft: Int

  /// The last match and the last row that are shown.
  private var lastMatch: Position?
  private var lastShown: Position?

  /// The rows of context since then, which a match may yet need, by batch.
  private var pending: [RowBatch] = []

  fileprivate struct Position {
    let source: String
    let record: UInt64
    let line: Int

    /// Whether it is in the same file, read the same time: then lines ascend as records do.
    func isBefore(_ other: Position, within records: UInt64) -> Bool {
      source == other.source && other.record > record && other.record - record <= records
        && other.line >= line
    }
  }

  /// Shows up to `limit` matches, all if it is `nil`; what comes after the last is context at most.
  public init(_ details: RowDetails, limit: Int? = nil) {
    before = UInt64(details.before)
    after = UInt64(details.after)
    isNeeded = details.hasContext
    matchesLeft = limit ?? .max
  }

  /// Whether nothing more is to be shown.
  public private(set) var isOver = false

  /// What is to be shown now that this batch is known, in order.
  public mutating func add(_ batch: RowBatch) -> [RowBatch] {
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
    // All context of the last match was shown.
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

  /// The rows of earlier batches that come shortly before a match.
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

  /// Keeps the last rows of context: the next match may be near.
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
