internal import Searching

/// An order of rows that mixes the rows of several sources; the rows of each source keep their own order.
package struct RowOrder: Hashable, Sendable {
  /// The place of each row: its part, and its index in the part.
  private var places: [Place] = []

  /// The rows of each part, ascending.
  private var rows: [[UInt32]]

  private struct Place: Hashable {
    let part: UInt32
    let offset: UInt32
  }

  /// Creates an order without rows for `partCount` parts.
  package init(partCount: Int) { rows = [[UInt32]](repeating: [], count: partCount) }

  package var count: Int { places.count }

  /// Makes the next row of a part the next row.
  package mutating func append(part: Int) {
    places.append(Place(part: UInt32(part), offset: UInt32(rows[part].count)))
    rows[part].append(UInt32(places.count - 1))
  }

  /// The part that contains a row, and the row's index in it.
  package func place(of row: Int) -> (part: Int, offset: Int)? {
    guard places.indices.contains(row) else { return nil }
    return (Int(places[row].part), Int(places[row].offset))
  }

  /// The row that is the `offset`-th of a part; `count` if the part has fewer.
  func row(ofPart part: Int, offset: Int) -> Int {
    rows[part].indices.contains(offset) ? Int(rows[part][offset]) : count
  }

  /// The number of rows of a part among the first `row` rows.
  ///
  /// - Complexity: O(log *n*).
  func rowCount(ofPart part: Int, inFirst row: Int) -> Int {
    var low = 0
    var high = rows[part].count
    while low < high {
      let middle = (low + high) / 2
      if rows[part][middle] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The rows from `start` that follow each other in one part; the result ends before `end`.
  func run(from start: Int, before end: Int) -> Range<Int> {
    let first = places[start]
    var next = start + 1
    while next < end, places[next].part == first.part { next += 1 }
    return start..<next
  }
}
