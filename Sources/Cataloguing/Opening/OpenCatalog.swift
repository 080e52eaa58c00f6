package import Corpora

/// A catalogue that is open to be searched: its items as a corpus, brought up to date when it is asked for.
///
/// Used from one thread at a time.
package final class OpenCatalog {
  package let store: CatalogStore
  private var snapshot: CatalogSnapshot

  package var corpus: Corpus { snapshot.corpus }
  package var name: String { store.name }

  package init(_ store: CatalogStore, _ snapshot: CatalogSnapshot) {
    self.store = store
    self.snapshot = snapshot
  }

  /// Takes over what was added, replaced and deleted since, by whatever process, and leaves out what has expired at `now`
  /// (seconds since 1970).
  ///
  /// - Returns: Whether the corpus is another one now.
  /// - Throws: `database`, `corpus`; then all is as before.
  /// - Complexity: O(1) if nothing has changed; else that of the changes and of the segments of text that have some.
  package func update(now: Int) throws(CatalogError) -> Bool {
    guard let next = try store.updated(snapshot, now: now) else { return false }
    snapshot = next
    return true
  }

  /// The id of the item that is a record of the corpus.
  package func id(of record: RecordID) throws(CatalogError) -> String? {
    try store.id(ofItem: snapshot.items[Int(record.rawValue)])
  }

  /// The record of the item with an id; nil if there is none, or it has no content, or has expired.
  package func record(ofID id: String) throws(CatalogError) -> RecordID? {
    try store.item(withID: id).flatMap(snapshot.record(ofItem:))
  }
}

extension CatalogStore {
  /// The number of the item with that id, nil if there is none.
  package func item(withID id: String) throws(CatalogError) -> Int? {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT item FROM items WHERE id = ?")
      try select.bind(1, id)
      return try select.first { $0.integer(0) }
    }
  }

  /// The id of an item, nil if it was deleted.
  package func id(ofItem item: Int) throws(CatalogError) -> String? {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT id FROM items WHERE item = ?")
      try select.bind(1, item)
      return try select.first { $0.string(0) }
    }
  }
}
