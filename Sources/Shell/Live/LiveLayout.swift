/// Divides the screen between the query, the status line, the list, the whole record and the hints.
struct LiveLayout: Equatable {
  /// The whole record is to the right of the list on a screen with at least this many columns.
  private static let leastForTwoColumns = 100

  /// Only a screen with at least this many rows has hints.
  private static let leastForHints = 10

  /// The rows of the query and the status.
  static let rowsBeforeList = 2

  let columns: Int
  let rows: Int

  /// Whether the screen has space for the status line.
  var hasStatus: Bool { rows >= 2 }

  /// Whether the last row of the screen lists keys.
  var hasHints: Bool { rows >= Self.leastForHints }

  /// The number of rows of the list.
  let listHeight: Int

  /// The number of columns of the list.
  let listColumns: Int

  /// The number of rows of the whole record, including its heading; 0 if it is hidden.
  let recordHeight: Int

  /// The number of columns of the whole record.
  let recordColumns: Int

  /// Whether the whole record is to the right of the list, after a rule of one column.
  var isRecordRight: Bool { recordHeight > 0 && listColumns < columns }

  init(columns: Int, rows: Int, showsRecord: Bool) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    let available = max(0, self.rows - (self.rows >= Self.leastForHints ? 3 : 2))
    if showsRecord, self.columns >= Self.leastForTwoColumns {
      recordColumns = self.columns / 2
      listColumns = self.columns - recordColumns - 1
      recordHeight = available
      listHeight = available
    } else {
      recordColumns = self.columns
      listColumns = self.columns
      listHeight = showsRecord && available >= 2 ? max(1, available / 3) : available
      recordHeight = available - listHeight
    }
  }
}
