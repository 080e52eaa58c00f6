extension RowBatch {
  /// The columns of hits in the lines of their files, for rows whose columns are known.
  ///
  /// The list is empty if each column in the line equals the column in the field, as in most
  /// batches.
  struct FileColumnList: Sendable {
    private var columns: [Int] = []

    /// The index in `columns` where the columns of each row start, then the number of columns.
    ///
    /// Rows after the last row with columns are left out.
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
