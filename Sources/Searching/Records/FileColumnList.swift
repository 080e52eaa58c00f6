extension RowBatch {
  /// For each row, the known columns of its hits in the line of the file.
  ///
  /// The list is empty if each column in the line equals the column in the field, as in most
  /// batches.
  struct FileColumnList: Sendable {
    private var columns: [Int] = []

    /// The index in `columns` of each row's first column, followed by the total number of columns.
    ///
    /// The array has no entries for rows after the last row with columns.
    private var starts: [Int] = []

    var isEmpty: Bool { starts.isEmpty }

    /// Adds the columns of a row; rows must be added in ascending order.
    mutating func append(_ added: some Collection<Int>, ofRow row: Int) {
      while starts.count <= row { starts.append(columns.count) }
      columns.append(contentsOf: added)
      starts.append(columns.count)
    }

    subscript(_ row: Int) -> ArraySlice<Int> {
      row + 1 < starts.count ? columns[starts[row]..<starts[row + 1]] : []
    }
  }
}
