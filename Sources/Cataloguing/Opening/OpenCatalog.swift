package import Corpora
internal import SQLite

/// A catalog that is open for searching: its items as a corpus, which is updated on request.
///
/// Use an open catalog on one thread at a time.
package final class OpenCatalog {
  package let store: CatalogStore
  private var snapshot: CatalogSnapshot

  package var corpus: Corpus { snapshot.corpus }
  package var name: String { store.name }

  package init(_ store: CatalogStore, _ snapshot: CatalogSnapshot) {
    self.store = store
    self.snapshot = snapshot
  }

  /// Applies additions, replacements and deletions by any process, and removes items that have
  /// expired at `now` (in seconds since 1970).
  ///
  /// - Returns: Whether the corpus changed.
  /// - Throws: `database`, `corpus`; the corpus is then unchanged.
  /// - Complexity: O(1) if nothing has changed; otherwise proportional to the changes and to the
  ///   text segments that the changes affect.
  package func update(now: Int) throws(CatalogError) -> Bool {
    guard let next = try store.updated(snapshot, now: now) else { return false }
    snapshot = next
    return true
  }

  /// The id of the item for a record of the corpus.
  package func id(of record: RecordID) throws(CatalogError) -> String? {
    try store.id(ofItem: snapshot.items[Int(record.rawValue)])
  }

  /// The record of the item with this id; nil if the corpus does not contain the item.
  package func record(ofID id: String) throws(CatalogError) -> RecordID? {
    try store.item(withID: id).flatMap(snapshot.record(ofItem:))
  }
}

extension CatalogStore {
  /// The number of the item with this id; nil if there is no such item.
  package func item(withID id: String) throws(CatalogError) -> Int? {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT item FROM items WHERE id = ?")
      try select.bind(1, id)
      return try select.first { $0.integer(0) }
    }
  }

  /// The id of the item with this number; nil if the item was deleted.
  package func id(ofItem item: Int) throws(CatalogError) -> String? {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT id FROM items WHERE item = ?")
      try select.bind(1, item)
      return try select.first { $0.string(0) }
    }
  }
}
