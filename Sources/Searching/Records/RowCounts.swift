internal import Corpora

/// The number of records for each distinct combination of cells in the requested columns.
package struct RowCounts: Sendable {
  /// One row for each combination of cells; all columns except the requested columns are empty.
  package let rows: RowBatch

  /// The number of records for each row of `rows`.
  package let counts: [Int]

  package init(_ rows: RowBatch, _ counts: [Int]) { (self.rows, self.counts) = (rows, counts) }
}

/// A source that can count records for each combination of cells, without delivering the records.
package protocol CountingSource: RecordSource {
  /// Counts the matching records for each combination of cells in `columns`.
  ///
  /// The name `source` in `columns` means the path of the file.
  ///
  /// - Returns: the counts; `nil` if the source cannot count the records exactly.
  /// - Throws: the same errors as `stream`.
  func counts(
    of query: CompiledQuery, isInverted: Bool, by columns: [String], _ cancellation: Cancellation
  ) throws(SearchError) -> RowCounts?
}
