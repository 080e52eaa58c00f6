/// The existing items of an origin; a record that is read again is matched to its item by
/// fingerprint.
///
/// A record without an id matches an existing item with the same attributes, even if the record has
/// moved within the file. If several items match, the item with the lowest number is taken first.
struct KnownItems {
  struct Item {
    let number: Int
    let fingerprint: Int
    let line: Int
    let expires: Int?
  }

  /// The items by ascending fingerprint, then number.
  private let items: [Item]

  /// For the first item with each fingerprint, the number of taken items with this fingerprint; 0
  /// for all other items.
  private var takenCounts: [Int]

  /// For each taken item, the index of the first item with the same fingerprint.
  private var taken: [Int] = []

  init(_ items: [Item]) {
    self.items = items.sorted {
      ($0.fingerprint, $0.number) < ($1.fingerprint, $1.number)
    }
    takenCounts = [Int](repeating: 0, count: items.count)
  }

  /// Marks the first available item with this fingerprint as taken, and returns the item.
  ///
  /// - Complexity: O(log *n*).
  mutating func take(_ fingerprint: Int) -> Item? {
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].fingerprint < fingerprint { low = middle + 1 } else { high = middle }
    }
    guard low < items.count, items[low].fingerprint == fingerprint else { return nil }
    let place = low + takenCounts[low]
    guard place < items.count, items[place].fingerprint == fingerprint else { return nil }
    takenCounts[low] += 1
    taken.append(low)
    return items[place]
  }

  /// The number of items taken.
  var takenCount: Int { taken.count }

  /// Makes all taken items available again, except the `count` items that were taken first.
  mutating func giveBack(after count: Int) {
    for first in taken[count...] { takenCounts[first] -= 1 }
    taken.removeSubrange(count...)
  }

  /// The numbers of the items that were not taken, ascending.
  var rest: [Int] {
    var numbers: [Int] = []
    var first = 0
    for place in items.indices {
      if items[place].fingerprint != items[first].fingerprint { first = place }
      if place >= first + takenCounts[first] { numbers.append(items[place].number) }
    }
    return numbers.sorted()
  }
}
