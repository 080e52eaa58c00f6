internal import Corpora
package import Searching
internal import Synchronization

/// Collects the rows that satisfy an SQL condition, while an SQL query scans the files.
///
/// The SQL query selects row IDs. When SQLite reads the row ID of a record, the table's cursor
/// calls `visit`. When the query returns this row ID, the caller that reads the results calls
/// `keep`.
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
  ///   - details: the details of each row in addition to its text, such as context.
  ///   - limit: the maximum number of rows that get context; nil for all rows.
  package init(_ details: RowDetails, limit: Int?) {
    hasContext = details.hasContext
    state = Mutex(State(groups: ContextGroups(details, limit: limit)))
  }

  /// Returns true for the first cursor that calls this method; only the rows of this cursor are
  /// collected.
  func claim() -> Bool {
    state.withLock { state in
      defer { state.hasCursor = true }
      return !state.hasCursor
    }
  }

  // MARK: Called by the cursor

  /// Finishes the previous batch, and starts a new one.
  func enter(_ batch: FoundBatch) {
    leave()
    state.withLock { $0.batch = batch }
  }

  /// Reports that `record`, whose row ID is `id`, is the current record.
  func visit(_ record: Int, id: Int64) {
    state.withLock { $0.row = (id, UInt32(record)) }
  }

  // MARK: Called by the reader

  /// Finishes the current batch, and creates rows from its kept records.
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

  /// Keeps the current record; returns false if the current record does not have this row ID.
  package func keep(_ id: Int64) -> Bool {
    state.withLock { state in
      guard let row = state.row.take(), row.id == id else { return false }
      state.kept.append(row.record)
      return true
    }
  }

  /// Removes and returns the rows that are ready, in order.
  package func take() -> [RowBatch] {
    state.withLock { state in
      defer { state.ready = [] }
      return state.ready
    }
  }

  /// Whether all rows up to the limit are ready, including their context.
  package var isOver: Bool { state.withLock { $0.groups.isOver } }
}
