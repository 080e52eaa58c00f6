public import Corpora

/// A catalogue's items at one moment, as a corpus that every strategy can search.
///
/// Record *i* is the item whose number is the *i*-th in ascending order; failed and expired items have none. Fields are
/// the attributes that some item has; keywords are representations.
public struct CatalogSnapshot: Sendable {
  public let corpus: Corpus

  /// The numbers of the items, ascending.
  let items: [Int]

  /// When items expire, the first to do so first.
  let expiries: [Expiry]

  /// The latest time at which one of the items left out for their age has expired; the earliest there is, if none was.
  let lapsed: Int

  /// The state of the catalogue that this is.
  let generation: Int

  /// The highest number that an item had then, whether it has a record or not.
  let lastItem: Int

  /// The record of an item, nil if it has none.
  ///
  /// - Complexity: O(log *n*)
  func record(ofItem item: Int) -> RecordID? {
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle] < item { low = middle + 1 } else { high = middle }
    }
    return low < items.count && items[low] == item ? RecordID(UInt64(low)) : nil
  }

  /// Whether an item of this has expired at `now`, in seconds since 1970.
  package func hasExpired(now: Int) -> Bool { expiries.first.map { $0.time <= now } ?? false }

  /// Whether an item left out for its age has time again, because the clock was set back.
  func hasRevived(now: Int) -> Bool { lapsed > now }
}
