package import Corpora
internal import SQLite
internal import UnicodeText

/// A catalog that is open for searching: its items as a corpus, which is updated on request.
///
/// Use an open catalog on one thread at a time.
package final class OpenCatalog {
  package let store: CatalogStore
  private(set) var snapshot: CatalogSnapshot

  /// The text of the image from which the catalog was opened; nil if the rows of the database were
  /// read instead.
  package private(set) var stored: StoredText?

  package var corpus: Corpus { snapshot.corpus }
  package var name: String { store.name }

  package init(_ store: CatalogStore, _ snapshot: CatalogSnapshot, stored: StoredText? = nil) {
    self.store = store
    self.snapshot = snapshot
    self.stored = stored
  }

  /// Whether text of the image was lost because another process made the file shorter, or because
  /// its device failed; the next update reads all rows.
  package var hasLostText: Bool { stored?.isLost ?? false }

  /// A new image of the items; nil if the catalog does not need one, or cannot have one.
  ///
  /// The catalog needs a new image if it has at least `minimumBytes` of text, and much of the text
  /// does not come from a current image.
  ///
  /// - Parameter minimumBytes: the minimum text size, in bytes, of a catalog that gets an image.
  /// - Returns: the image, which must be written and then adopted.
  package func neededImage(minimumBytes: Int = OpenCatalog.minimumBytes) -> NewCatalogImage? {
    var bytes = 0
    var copied = 0
    for segment in corpus.segments {
      bytes += segment.text.count
      if !segment.text.isBorrowed { copied += segment.text.count }
    }
    guard !store.isReadOnly, bytes > 0, copied >= max(minimumBytes, bytes / 8),
      (try? store.hasCurrentFields(corpus)) == true
    else { return nil }
    return NewCatalogImage(store, snapshot)
  }

  /// The default minimum size of a catalog's text, in bytes, for which an image is written.
  ///
  /// A catalog with less text opens fast enough without an image.
  package static let minimumBytes = 4 << 20

  /// Makes `image` the catalog's current image; its file must already be written.
  ///
  /// If another process is writing to the catalog, this call has no effect, and the image is not
  /// used.
  package func adopt(_ image: NewCatalogImage) {
    store.database.setWaiting(0)
    defer { store.database.setWaiting(Database.defaultBusyTimeout) }
    try? store.adoptImage(image.id)
  }

  /// Applies additions, replacements and deletions by any process, and removes items that have
  /// expired at `now` (in seconds since 1970).
  ///
  /// - Returns: Whether the corpus changed.
  /// - Throws: `database`, `corpus`; the corpus is then unchanged.
  /// - Complexity: O(1) if nothing has changed; otherwise proportional to the changes and to the
  ///   text segments that the changes affect.
  package func update(now: Int) throws(CatalogError) -> Bool {
    if hasLostText {
      snapshot = try store.load(now: now)
      stored = nil
      return true
    }
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
