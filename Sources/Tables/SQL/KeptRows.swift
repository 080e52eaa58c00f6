internal import Corpora
package import Searching
internal import Synchronization

/// The rows that a condition keeps, while a query scans the records of files.
///
/// The cursor of the query reports each record whose row ID SQLite reads. The reader of the query keeps those that the
/// query returns.
package final class KeptRows: Sendable {
  private struct State {
    var hasCursor = false
    var batch: FoundBatch?
    var row: (id: Int64, record: UInt32)?
    var kept: [UInt32] = []
    var count = 0
    var ready: [RowBatch] = []
    var groups: ContextGroups
  }

  private let state: Mutex<State>
  private let hasContext: Bool

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - details: the details of rows, such as their context.
  ///   - limit: how many rows have context; nil for all.
  package init(_ details: RowDetails, limit: Int?) {
    hasContext = details.hasContext
    state = Mutex(State(groups: ContextGroups(details, limit: limit)))
  }

  /// Whether the caller is the first cursor, whose rows are kept.
  func claim() -> Bool {
    state.withLock { state in
      defer { state.hasCursor = true }
      return !state.hasCursor
    }
  }

  // MARK: Called by the cursor

  /// Starts a batch, after the rows of the one before it.
  func enter(_ batch: FoundBatch) {
    leave()
    state.withLock { $0.batch = batch }
  }

  /// Reports the current record.
  func visit(_ record: Int, id: Int64) {
    state.withLock { $0.row = (id, UInt32(record)) }
  }

  // MARK: Called by the reader

  /// Makes rows of the records kept in the current batch.
  package func leave() {
    state.withLock { state in
      guard let batch = state.batch.take() else { return }
      let kept = ResultSet(numbers: state.kept, of: batch.corpus.count)
      state.kept = []
      state.row = nil
      if kept.isEmpty, !hasContext { return }
      var rows = batch.rows(keeping: kept)
      rows.move(to: state.count)
      state.count += kept.count
      state.ready += state.groups.add(rows)
    }
  }

  /// Keeps the current record; returns false if it does not have this row ID.
  package func keep(_ id: Int64) -> Bool {
    state.withLock { state in
      guard let row = state.row.take(), row.id == id else { return false }
      state.kept.append(row.record)
      return true
    }
  }

  /// Returns the rows that are ready, in order, and forgets them.
  package func take() -> [RowBatch] {
    state.withLock { state in
      defer { state.ready = [] }
      return state.ready
    }
  }

  /// Whether all rows up to the limit and their context are ready.
  package var isOver: Bool { state.withLock { $0.groups.isOver } }
}
