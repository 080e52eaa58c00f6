/// How the rows of the screen are shared out: the query, the status, the list, the whole record.
struct LiveLayout: Equatable {
  let columns: Int
  let rows: Int

  /// Whether there is room for the status line.
  var hasStatus: Bool { rows >= 2 }

  /// The rows of the list.
  let listHeight: Int

  /// The rows of the record below the list, its rule included; 0 if it is not shown.
  let recordHeight: Int

  init(columns: Int, rows: Int, showsRecord: Bool) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    let available = max(0, self.rows - 2)
    listHeight = showsRecord && available >= 2 ? max(1, available / 3) : available
    recordHeight = available - listHeight
  }
}
