public import Corpora

/// A catalog's items at one moment, as a corpus that every strategy can search.
///
/// Records are in the order of their item numbers; failed and expired items have no record. The
/// fields are the attributes that any item has had; keywords are aliases of the item.
public struct CatalogSnapshot: Sendable {
  /// The items as records.
  public let corpus: Corpus

  /// The numbers of the items, ascending.
  let items: [Int]

  /// The expiries of the items, earliest first.
  let expiries: [Expiry]

  /// The latest expiry of the items that are excluded as expired; `Int.min` if there are none.
  let latestExcludedExpiry: Int

  /// The catalog's generation, which is its number of transactions, when the snapshot was taken.
  let generation: Int

  /// The highest item number that had been assigned when the snapshot was taken.
  let lastItem: Int

  /// The record of an item; nil if the item has no record.
  ///
  /// - Complexity: O(log *n*).
  func record(ofItem item: Int) -> RecordID? {
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle] < item { low = middle + 1 } else { high = middle }
    }
    return low < items.count && items[low] == item ? RecordID(UInt64(low)) : nil
  }

  /// Whether at least one item of the snapshot has expired at `now`, in seconds since 1970.
  package func hasExpired(now: Int) -> Bool { expiries.first.map { $0.time <= now } ?? false }

  /// Whether an item that was excluded as expired is not expired at `now`, because the clock was
  /// set back.
  func hasRevived(now: Int) -> Bool { latestExcludedExpiry > now }
}
