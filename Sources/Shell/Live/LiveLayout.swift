/// The layout of the screen: the query, the status line, the list, the whole record and the hints.
struct LiveLayout: Equatable {
  /// The minimum screen width, in columns, at which the whole record is shown to the right of the
  /// list.
  private static let minimumForTwoColumns = 100

  /// The minimum number of screen rows at which key hints are shown.
  private static let minimumForHints = 10

  /// The number of screen rows for the query and the status line.
  static let rowsBeforeList = 2

  let columns: Int
  let rows: Int

  /// Whether the screen has space for the status line.
  var hasStatus: Bool { rows >= 2 }

  /// Whether the last row of the screen shows key hints.
  var hasHints: Bool { rows >= Self.minimumForHints }

  /// The number of screen rows for the list.
  let listHeight: Int

  /// The number of screen columns for the list.
  let listColumns: Int

  /// The number of screen rows for the whole record and its heading; 0 if the record is hidden.
  let recordHeight: Int

  /// The number of screen columns for the whole record.
  let recordColumns: Int

  /// Whether the whole record is to the right of the list.
  ///
  /// A vertical line, one column wide, separates the list and the record.
  var isRecordRight: Bool { recordHeight > 0 && listColumns < columns }

  init(columns: Int, rows: Int, showsRecord: Bool) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    let available = max(0, self.rows - (self.rows >= Self.minimumForHints ? 3 : 2))
    if showsRecord, self.columns >= Self.minimumForTwoColumns {
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
