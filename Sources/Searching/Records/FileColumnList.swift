extension RowBatch {
  /// For each row of a batch, the column number at which each hit begins in its line of the file.
  ///
  /// A row can have column numbers for its first hits only. In most batches, each hit has the same
  /// column number in the line as in its field; the list is then empty.
  struct FileColumnList: Sendable {
    private var columns: [Int] = []

    /// The index in `columns` of each row's first column number, followed by the count of
    /// `columns`.
    ///
    /// The array has no entries for rows after the last row that has column numbers.
    private var starts: [Int] = []

    var isEmpty: Bool { starts.isEmpty }

    /// Adds the column numbers of a row; rows must be added in ascending order.
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
