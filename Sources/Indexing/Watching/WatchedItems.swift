/// The folders and files of an index, for lookup by the numbers of their watches.
///
/// Items share a watch if their paths refer to the same inode.
struct WatchedItems {
  enum Item: Hashable {
    case folder(Int)
    case file(Int)

    var isFolder: Bool { if case .folder = self { true } else { false } }
  }

  /// The items, each encoded in 64 bits.
  ///
  /// The upper 32 bits are the number of the item's watch. The lower 32 bits are twice the number
  /// of the item, plus 1 if the item is a file.
  private var entries: [UInt64] = []

  mutating func add(_ item: Item, watch: Int32) {
    let low: UInt32 =
      switch item {
      case .folder(let number): UInt32(number) << 1
      case .file(let number): UInt32(number) << 1 | 1
      }
    entries.append(UInt64(UInt32(bitPattern: watch)) << 32 | UInt64(low))
  }

  /// Sorts the items; call this after the last `add` and before the first lookup.
  mutating func sort() { entries.sort() }

  /// The items with the given watch.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of items.
  subscript(_ watch: Int32) -> [Item] {
    let key = UInt64(UInt32(bitPattern: watch)) << 32
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle] < key { low = middle + 1 } else { high = middle }
    }
    return entries[low...].prefix { $0 >> 32 == key >> 32 }.map { entry in
      let number = Int(UInt32(truncatingIfNeeded: entry) >> 1)
      return entry & 1 == 0 ? .folder(number) : .file(number)
    }
  }

  /// The numbers of all watches, without duplicates.
  var watches: [Int32] {
    var all: [Int32] = []
    for entry in entries {
      let watch = Int32(truncatingIfNeeded: entry >> 32)
      if all.last != watch { all.append(watch) }
    }
    return all
  }
}
