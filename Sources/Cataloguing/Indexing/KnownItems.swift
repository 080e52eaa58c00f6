/// The items that an origin had before it is read again, to be found by their fingerprints.
///
/// A record without an id of its own is the item that has the same attributes, wherever in the file it stands now. Of
/// several alike the first is taken first.
struct KnownItems {
  struct Item {
    let number: Int
    let fingerprint: Int
    let line: Int
    let expires: Int?
  }

  /// Ascending by fingerprint, then by number.
  private let items: [Item]

  /// At the place of the first of those alike, how many of them were taken.
  private var takenCounts: [Int]

  /// For each that was taken, the place of the first of those alike.
  private var taken: [Int] = []

  init(_ items: [Item]) {
    self.items = items.sorted {
      ($0.fingerprint, $0.number) < ($1.fingerprint, $1.number)
    }
    takenCounts = [Int](repeating: 0, count: items.count)
  }

  /// The first item with that fingerprint that nobody has taken yet.
  ///
  /// - Complexity: O(log *n*)
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

  /// How many were taken.
  var takenCount: Int { taken.count }

  /// Gives back what was taken after the first `count`.
  mutating func giveBack(after count: Int) {
    for first in taken[count...] { takenCounts[first] -= 1 }
    taken.removeSubrange(count...)
  }

  /// The numbers of those that nobody has taken, ascending.
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
