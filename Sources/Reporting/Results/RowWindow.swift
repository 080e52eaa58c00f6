/// The range of rows that is visible on the screen.
package struct RowWindow: Hashable, Sendable {
  /// The index of the first visible row, from 0.
  package private(set) var top: Int

  /// The number of rows that fit on the screen, at least 1.
  package private(set) var height: Int

  package init(top: Int = 0, height: Int) {
    self.top = max(0, top)
    self.height = max(1, height)
  }

  /// The visible rows of a result that has `count` rows.
  package func visible(of count: Int) -> Range<Int> {
    min(top, count)..<min(top + height, count)
  }

  /// The middle visible row, or the upper of two middle rows; nil if no row is visible.
  package func center(of count: Int) -> Int? {
    let rows = visible(of: count)
    return rows.isEmpty ? nil : rows.lowerBound + (rows.count - 1) / 2
  }

  /// Makes `top` the first visible row, but scrolls no further than the last full page.
  package mutating func move(to top: Int, of count: Int) {
    self.top = max(0, min(top, count - height))
  }

  /// Scrolls so that `row` is in the middle of the screen, or as near to the middle as possible.
  package mutating func center(on row: Int, of count: Int) {
    move(to: row - (height - 1) / 2, of: count)
  }

  /// Centers `row` if it is not visible.
  package mutating func reveal(_ row: Int, of count: Int) {
    if !visible(of: count).contains(row) { center(on: row, of: count) }
  }

  /// Changes the height, and scrolls if `row` would not be visible.
  package mutating func resize(to height: Int, keeping row: Int?, of count: Int) {
    self.height = max(1, height)
    move(to: top, of: count)
    if let row { reveal(row, of: count) }
  }
}
