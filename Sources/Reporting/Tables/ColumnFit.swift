/// Chooses the widths of columns: short columns are shown in full, and long columns share the
/// remaining width.
enum ColumnFit {
  /// The maximum width in cells of a short column, such as a code or the time
  /// `2026-12-19T08:00:00Z`.
  static let short = 20

  /// The minimum width, in cells, that each long column gets if short columns are not truncated.
  static let minimumLong = 8

  /// The number of spaces between two columns.
  static let gap = 2

  /// Shrinks the `natural` column widths so that the columns and gaps fit into `limit`.
  ///
  /// Short columns keep their width if each long column can then have at least `minimumLong` cells;
  /// in that case, the widest long columns shrink to a common width. Otherwise, the widest of all
  /// columns shrink to a common width. If not even one cell per column fits, columns at the end are
  /// dropped, so the result can be shorter than `natural`. The result is empty only if `natural` is
  /// empty.
  ///
  /// - Complexity: O(*n* log *n*) in the number of columns.
  static func widths(_ natural: [Int], into limit: Int) -> [Int] {
    let wanted = natural.map { max(1, $0) }
    let maximumColumns = min(wanted.count, max(1, (limit + gap) / (gap + 1)))
    let widths = Array(wanted.prefix(maximumColumns))
    if widths.isEmpty { return [] }
    let availableCells = max(maximumColumns, limit - gap * (maximumColumns - 1))
    if widths.reduce(0, +) <= availableCells { return widths }
    let shorts = widths.filter { $0 <= short }.reduce(0, +)
    let longs = widths.filter { $0 > short }
    if !longs.isEmpty, availableCells - shorts >= longs.count * minimumLong {
      var shares = shared(longs, availableCells - shorts)[...]
      return widths.map { $0 > short ? shares.popFirst() ?? $0 : $0 }
    }
    return shared(widths, availableCells)
  }

  /// Shrinks the widest columns of `natural` to a common width, so that all columns together fit
  /// into `availableCells` cells.
  private static func shared(_ natural: [Int], _ availableCells: Int) -> [Int] {
    var widths = natural
    // Compute the common width: narrow columns keep their width, and the other columns share the
    // remaining width equally.
    var rest = availableCells
    var sharing = widths.count
    var share = rest / sharing
    for width in widths.sorted() {
      if width > share { break }
      rest -= width
      sharing -= 1
      if sharing == 0 { break }
      share = rest / sharing
    }
    var spare = sharing > 0 ? rest - share * sharing : 0
    for index in widths.indices where widths[index] > share {
      let extra = min(spare, widths[index] - share, 1)
      widths[index] = share + extra
      spare -= extra
    }
    return widths
  }
}
