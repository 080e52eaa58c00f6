/// Deciding how wide the columns of a table are.
enum ColumnFit {
  /// The blanks between two columns.
  static let gap = 2

  /// Widths for columns that would like `natural` cells, so that they and the gaps fit into `limit`.
  ///
  /// The widest columns give way first, down to a common width. Where not even one cell each fits, columns at the end
  /// are left out: the result may be shorter than `natural`, but is never empty unless `natural` is.
  ///
  /// - Complexity: O(*n* log *n*) in the number of columns.
  static func widths(_ natural: [Int], into limit: Int) -> [Int] {
    let wanted = natural.map { max(1, $0) }
    let most = min(wanted.count, max(1, (limit + gap) / (gap + 1)))
    var widths = Array(wanted.prefix(most))
    if widths.isEmpty { return [] }
    let room = max(most, limit - gap * (most - 1))
    if widths.reduce(0, +) <= room { return widths }
    // The common width: the narrow columns keep theirs, the rest is shared equally.
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
