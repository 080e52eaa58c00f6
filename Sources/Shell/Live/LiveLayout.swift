/// Divides the rows of the screen between the query, the status line, the list and the whole record.
struct LiveLayout: Equatable {
  let columns: Int
  let rows: Int

  /// Whether the screen has space for the status line.
  var hasStatus: Bool { rows >= 2 }

  /// The number of rows of the list.
  let listHeight: Int

  /// The number of rows of the record below the list, including its rule; 0 if it is hidden.
  let recordHeight: Int

  init(columns: Int, rows: Int, showsRecord: Bool) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    let available = max(0, self.rows - 2)
    listHeight = showsRecord && available >= 2 ? max(1, available / 3) : available
    recordHeight = available - listHeight
  }
}
