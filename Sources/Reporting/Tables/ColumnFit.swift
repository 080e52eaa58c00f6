/// Chooses the widths of table columns.
enum ColumnFit {
  /// The number of spaces between two columns.
  static let gap = 2

  /// Shrinks the `natural` column widths so that the columns and gaps fit into `limit`.
  ///
  /// The widest columns shrink first, to a common width. If not even one cell per column fits, columns at the end are
  /// dropped: the result may be shorter than `natural`, but is empty only if `natural` is.
  ///
  /// - Complexity: O(*n* log *n*) in the number of columns.
  static func widths(_ natural: [Int], into limit: Int) -> [Int] {
    let wanted = natural.map { max(1, $0) }
    let most = min(wanted.count, max(1, (limit + gap) / (gap + 1)))
    var widths = Array(wanted.prefix(most))
    if widths.isEmpty { return [] }
    let room = max(most, limit - gap * (most - 1))
    if widths.reduce(0, +) <= room { return widths }
    // Compute the common width: narrow columns keep theirs, and the rest is shared equally.
    var rest = room
    var sharing = most
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
