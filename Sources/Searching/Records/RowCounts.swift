internal import Corpora

/// How many records have the same cells in some columns.
package struct RowCounts: Sendable {
  /// One row for each group; only the counted columns have cells.
  package let rows: RowBatch

  /// The number of records of each group.
  package let counts: [Int]

  package init(_ rows: RowBatch, _ counts: [Int]) { (self.rows, self.counts) = (rows, counts) }
}

/// A source that can count records by their cells without delivering them.
package protocol CountingSource: RecordSource {
  /// Counts the records that match by the cells of columns, of which `source` is the path of the file.
  ///
  /// - Returns: `nil` if the source cannot count them exactly.
  /// - Throws: the errors of `stream`.
  func counts(
    of query: CompiledQuery, isInverted: Bool, by columns: [String], _ cancellation: Cancellation
  ) throws(SearchError) -> RowCounts?
}
