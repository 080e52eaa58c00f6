internal import Searching

/// An order that mixes the rows of several sources; the relative order of the rows of one source
/// does not change.
package struct RowOrder: Hashable, Sendable {
  /// For each row, the index of its source and the row's index within that source.
  private var places: [Place] = []

  /// For each source, the positions of its rows in the mixed order, from low to high.
  private var rows: [[UInt32]]

  private struct Place: Hashable {
    let part: UInt32
    let offset: UInt32
  }

  /// Creates an empty order for `partCount` sources.
  package init(partCount: Int) { rows = [[UInt32]](repeating: [], count: partCount) }

  package var count: Int { places.count }

  /// Appends the next row of the source `part`.
  package mutating func append(part: Int) {
    places.append(Place(part: UInt32(part), offset: UInt32(rows[part].count)))
    rows[part].append(UInt32(places.count - 1))
  }

  /// The source of a row, and the row's index within that source.
  package func place(of row: Int) -> (part: Int, offset: Int)? {
    guard places.indices.contains(row) else { return nil }
    return (Int(places[row].part), Int(places[row].offset))
  }

  /// The position, in the mixed order, of the row at index `offset` of source `part`; `count` if
  /// the source has no such row.
  func row(ofPart part: Int, offset: Int) -> Int {
    rows[part].indices.contains(offset) ? Int(rows[part][offset]) : count
  }

  /// How many of the first `row` rows come from the source `part`.
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

  /// The longest range that begins at `start`, ends before `end`, and contains only rows of one
  /// source.
  func run(from start: Int, before end: Int) -> Range<Int> {
    let first = places[start]
    var next = start + 1
    while next < end, places[next].part == first.part { next += 1 }
    return start..<next
  }
}
