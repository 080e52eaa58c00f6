/// The rows of a result that are on the screen.
public struct RowWindow: Hashable, Sendable {
  /// The first row on the screen, from 0.
  public private(set) var top: Int

  /// How many rows there is room for, at least 1.
  public private(set) var height: Int

  public init(top: Int = 0, height: Int) {
    self.top = max(0, top)
    self.height = max(1, height)
  }

  /// The rows of a result of `count` rows that can be seen.
  public func visible(of count: Int) -> Range<Int> {
    min(top, count)..<min(top + height, count)
  }

  /// The row in the middle of what can be seen, the upper one of two; nil where nothing can be seen.
  public func center(of count: Int) -> Int? {
    let rows = visible(of: count)
    return rows.isEmpty ? nil : rows.lowerBound + (rows.count - 1) / 2
  }

  /// Begins at `top`, as far as `count` rows allow: the last page is as full as it can be.
  public mutating func move(to top: Int, of count: Int) {
    self.top = max(0, min(top, count - height))
  }

  /// Moves so that `row` can be seen, as little as that takes and not at all if it can.
  public mutating func reveal(_ row: Int, of count: Int) {
    if row < top {
      top = max(0, row)
    } else if row >= top + height {
      move(to: row - height + 1, of: count)
    }
  }

  /// Takes another height, and keeps `row` in sight.
  public mutating func resize(to height: Int, keeping row: Int?, of count: Int) {
    self.height = max(1, height)
    move(to: top, of: count)
    if let row { reveal(row, of: count) }
  }
}
