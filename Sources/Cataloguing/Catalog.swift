internal import Basics
public import Corpora
internal import SQLite
internal import System
internal import Threading

/// An on-device index: items with an id, a domain, attributes and an expiry, stored in a file.
///
///     let catalog = try await Catalog.open("mail")
///     var item = CatalogItem(id: "msg-17", domain: "account.inbox")
///     item.attributes.title = "Whales"
///     try await catalog.index([item])
///     let snapshot = try await catalog.snapshot()
///     let found = try Searcher(snapshot.corpus).run(Query("whale", .prefix))
///
/// A call that changes the catalog returns once the change is durable, or throws one error. The
/// catalog runs all calls on its own thread, one after the other. Several processes may open a
/// catalog, but only one of them can index at a time. Readers never wait.
public actor Catalog {
  /// The maximum size in bytes of the client state of a batch.
  public static let clientStateLimit = 250

  /// The catalog's name, which is also the name of its file and the host of links to its items.
  public nonisolated let name: String

  /// The path of the database file.
  public nonisolated let path: String

  private let thread: SerialThread
  private let store: CatalogStore
  private let now: @Sendable () -> Int

  /// The most recent snapshot.
  private var latest: CatalogSnapshot?

  /// The text of the image (see `writeImage`) from which the first snapshot was made; nil if there
  /// was no image.
  private var stored: StoredText?

  /// The indexer lock, which is held while a batch is open.
  private var batchLock: BatchLock?

  /// A second connection, for reading while a batch is open; it does not see the batch's changes.
  private var outside: CatalogStore?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.unowned
  }

  private init(
    _ store: sending CatalogStore, _ thread: SerialThread, now: @escaping @Sendable () -> Int
  ) {
    name = store.name
    path = store.file.path
    self.store = store
    self.thread = thread
    self.now = now
  }

  /// Opens the catalog `name`, creating it if it does not exist.
  ///
  /// - Parameters:
  ///   - name: 1 to 100 ASCII letters, digits, `.`, `_` and `-`; the first character is not `.` or
  ///     `-`.
  ///   - folder: The folder of catalogs. Nil means `$XDG_DATA_HOME/searchbench/catalogs`, or
  ///     `~/.local/share/searchbench/catalogs` if that variable is not set.
  /// - Returns: The catalog; a new catalog is empty.
  /// - Throws: `badName`, `noFolder`, `notACatalog`, `newerSchema`, `system`, `database`.
  /// - Complexity: O(1), but opening a new catalog creates its file and tables.
  public static func open(
    _ name: String, in folder: String? = nil
  ) async throws(CatalogError) -> Catalog {
    try open(name, in: folder, now: { UTCTime.now().secondsSince1970 })
  }

  /// Opens the catalog for tests; `now` returns the time in seconds since 1970.
  static func open(
    _ name: String, in folder: String?, now: @escaping @Sendable () -> Int
  ) throws(CatalogError) -> Catalog {
    guard
      let folder = folder
        ?? BaseDirectory.data.path(of: "catalogs", environment: Platform.environment())
    else { throw .noFolder }
    let store = try CatalogStore(try CatalogFile(name, in: folder), access: .create)
    guard let thread = SerialThread() else {
      throw .system(path: store.file.path, reason: "the system cannot start another thread")
    }
    return Catalog(store, thread, now: now)
  }

  // MARK: Adding

  /// Whether items can be added: the catalog is turned on, and its file is writable.
  public var isIndexingAvailable: Bool {
    !store.isReadOnly && (try? store.isOn()) == true
  }

  /// Adds items; an item with an existing id replaces the existing item completely.
  ///
  /// If an item's content is a file or folder, indexing waits until the content is read. If the
  /// content cannot be read, the item is stored with the reason, and no search finds the item; the
  /// other items are indexed.
  ///
  /// Outside of a batch, each transaction writes up to 1,000 items. A transaction that SQLite
  /// rejects is retried three times. If a transaction still fails, the call writes the other items
  /// and then throws. In a batch, nothing is retried: a rejected write cancels the whole batch.
  ///
  /// - Returns: The ids of the items in the same order, including generated ids.
  /// - Throws: `item` for an invalid item, before anything is written; `off`, `indexing`,
  ///   `unwritten`, `database`.
  /// - Complexity: O(*n* log *m*) for *n* bytes of items, where *m* is the number of items in the
  ///   catalog.
  @discardableResult
  public func index(_ items: [CatalogItem]) async throws(CatalogError) -> [String] {
    for item in items {
      do throws(ItemError) { try item.validate() } catch { throw .item(error) }
    }
    if let writer = store.openBatch {
      let contents = read(items[...])
      do throws(CatalogError) {
        return try store.write(items, contents: contents, writer)
      } catch {
        // Only some of these items were written, and SQLite may have rolled back earlier items of
        // the batch, so cancel the whole batch.
        abandonBatch()
        throw error
      }
    }
    let lock = try store.file.lock()
    var ids: [String] = []
    var refused: (places: Range<Int>, DatabaseError)?
    for start in stride(from: 0, to: items.count, by: Indexer.defaultBatchSize) {
      let range = start..<min(start + Indexer.defaultBatchSize, items.count)
      let contents = read(items[range])
      let retry = BatchRetry { pause, _ in Workers.pause(milliseconds: pause) }
      let written = try retry.run { () throws(CatalogError) in
        try store.batch { (writer) throws(CatalogError) in
          try store.write(items[range], contents: contents, writer)
        }
      }
      switch written {
      case .success((let new, _)): ids += new
      case .failure(let error):
        if refused == nil { refused = (range, error) }
        ids += items[range].map { $0.id ?? "" }
      }
    }
    purgeAfterChange()
    _ = consume lock
    if let refused { throw .unwritten(refused.places, path: path, refused.1) }
    return ids
  }

  private func read(_ items: ArraySlice<CatalogItem>) -> [ContentReader.Outcome?] {
    let places = items.indices.filter { items[$0].content != nil }
    let outcomes = ContentReader().read(places.compactMap { items[$0].content })
    var all = [ContentReader.Outcome?](repeating: nil, count: items.count)
    for (place, outcome) in zip(places, outcomes) { all[place - items.startIndex] = outcome }
    return all
  }

  /// Starts a batch; `endBatch` commits everything that was indexed in the batch as one
  /// transaction.
  ///
  /// - Throws: `batch` if a batch is open; `off`, `indexing`, `database`.
  /// - Complexity: O(1).
  public func beginBatch() async throws(CatalogError) {
    if store.openBatch != nil { throw .batch(isOpen: true) }
    let lock = BatchLock(try store.file.lock())
    try store.beginBatch()
    batchLock = lock
  }

  /// Commits the batch, together with a client state that can record the caller's progress.
  ///
  /// - Parameter clientState: At most 250 bytes, in a format that the caller defines.
  /// - Throws: `clientStateTooLong`, which leaves the batch open; `batch` if no batch is open;
  ///   `database`, after which the catalog contains no item of the batch.
  /// - Complexity: O(*n*), where *n* is the number of pages that the batch has changed.
  public func endBatch(clientState: [UInt8]) async throws(CatalogError) {
    if clientState.count > Self.clientStateLimit {
      throw .clientStateTooLong(clientState.count)
    }
    defer { if store.openBatch == nil { abandonBatch() } }
    try store.endBatch(ClientState(client: "", state: clientState))
    purgeAfterChange()
  }

  /// Rolls back everything indexed since the batch started.
  ///
  /// - Complexity: O(*n*), where *n* is the number of pages that the batch has changed.
  public func cancelBatch() async { abandonBatch() }

  private func abandonBatch() {
    store.abandonBatch()
    (batchLock, outside) = (nil, nil)
  }

  /// The connection to read from, which does not see the changes of an open batch.
  private func reader() throws(CatalogError) -> CatalogStore {
    if store.openBatch == nil { return store }
    if let outside { return outside }
    let other = try CatalogStore(store.file, access: .read)
    outside = other
    return other
  }

  /// The client state of the last committed batch; nil if there is none.
  ///
  /// - Throws: `database`.
  public var lastClientState: [UInt8]? {
    get throws(CatalogError) { try reader().state(of: "") }
  }

  // MARK: Files

  /// Adds files and folders as sources, and indexes their contents.
  ///
  /// - Throws: `off`, `indexing`, `item` for an invalid domain, `corpus` for a missing path,
  ///   `database`. A file that cannot be read is reported as a problem; the other files are
  ///   indexed.
  /// - Complexity: O(*n*), where *n* is the number of bytes of the files.
  public func add(
    _ paths: [String], options: SourceOptions = SourceOptions()
  ) async throws(CatalogError) -> IndexingReport {
    if store.openBatch != nil { throw .batch(isOpen: true) }
    return try indexer.add(paths, options: options)
  }

  /// Reads sources again if they were last read at least `maximumAge` ago; if `isForced`, reads all
  /// sources again.
  ///
  /// The catalog stores `maximumAge` for later refreshes. If `maximumAge` is nil, the stored
  /// maximum age applies, which is 30 days by default. A source is read again at any age if its
  /// last reading failed or was interrupted. A source is also read again if items of other sources
  /// replaced its items and have since been deleted.
  ///
  /// - Throws: `off`, `indexing`, `batch`, `database`.
  /// - Complexity: O(*f* + *n*), where *f* is the number of files and *n* is the number of bytes of
  ///   the changed files.
  public func refresh(
    maximumAge: Duration? = nil, isForced: Bool = false
  ) async throws(CatalogError) -> IndexingReport {
    if store.openBatch != nil { throw .batch(isOpen: true) }
    return try indexer.refresh(maximumAge: maximumAge?.wholeSeconds, isForced: isForced)
  }

  private var indexer: Indexer {
    Indexer(
      store,
      Indexer.Environment(now: now, isCancelled: { Task.isCancelled }) {
        Workers.pause(milliseconds: $0)
      })
  }

  // MARK: Deleting

  /// Deletes the items with these ids; unknown ids are ignored.
  ///
  /// If an item was read from a file, adding the file again restores the item. A refresh restores
  /// the item only if the file has changed, or if the refresh is forced.
  ///
  /// - Returns: The number of deleted items.
  /// - Throws: `indexing`, `database`.
  /// - Complexity: O(*n* log *m*), where *n* is the number of deleted items and *m* is the number
  ///   of items in the catalog.
  @discardableResult
  public func delete(ids: [String]) async throws(CatalogError) -> Int {
    defer { purgeAfterChange() }
    return try store.delete(ids: ids)
  }

  /// Deletes the items of these domains and their subdomains, and removes the sources that were
  /// added to these domains.
  ///
  /// - Throws: `item` for an invalid domain, before anything is deleted; `indexing`, `database`.
  /// - Complexity: O(*n* log *m*), where *n* is the number of deleted items and *m* is the number
  ///   of items in the catalog.
  @discardableResult
  public func delete(domains: [String]) async throws(CatalogError) -> Int {
    defer { purgeAfterChange() }
    return try store.delete(domains: domains)
  }

  /// Deletes all items and sources of the catalog.
  ///
  /// - Throws: `indexing`, `database`.
  /// - Complexity: O(*n* log *m*), where *n* is the number of deleted items and *m* is the number
  ///   of items in the catalog.
  @discardableResult
  public func deleteAll() async throws(CatalogError) -> Int { try store.deleteAll() }

  /// Deletes the expired items, which searches already ignore.
  ///
  /// Every change of the catalog also deletes the expired items.
  ///
  /// - Throws: `indexing`, `database`.
  /// - Complexity: O(*n* log *m*), where *n* is the number of deleted items and *m* is the number
  ///   of items in the catalog.
  @discardableResult
  public func purgeExpired() async throws(CatalogError) -> Int {
    try store.purgeExpired(now: now())
  }

  /// Deletes the expired items after a change; if the database rejects the deletion, the next
  /// change retries it.
  private func purgeAfterChange() {
    if store.openBatch == nil { _ = try? store.purgeExpired(now: now()) }
  }

  /// Turns the catalog on or off; turning it off deletes its items, and the catalog then rejects
  /// new items.
  ///
  /// - Throws: `indexing`, `database`.
  /// - Complexity: O(1) to turn it on; O(*n*) to turn it off, where *n* is the number of items.
  public func setOn(_ isOn: Bool) async throws(CatalogError) { _ = try store.setOn(isOn) }

  // MARK: Reading

  /// A corpus of the items that a search can find now: all items that are neither failed nor
  /// expired.
  ///
  /// - Complexity: O(*n*) for the first snapshot, where *n* is the number of bytes of text. With an
  ///   image (`writeImage`), the first snapshot takes about a tenth of that time. The time for a
  ///   later snapshot is proportional to the amount of changes that all processes have made since
  ///   the previous snapshot.
  /// - Throws: `database`, `corpus`.
  public func snapshot() async throws(CatalogError) -> CatalogSnapshot { try currentSnapshot() }

  private func currentSnapshot() throws(CatalogError) -> CatalogSnapshot {
    let (store, time) = (try reader(), now())
    let next: CatalogSnapshot
    if stored?.isLost ?? false {
      next = try store.load(now: time)
      stored = nil
    } else if let latest {
      next = try store.updated(latest, now: time) ?? latest
    } else {
      let open = try store.open(now: time)
      (next, stored) = (open.snapshot, open.stored)
    }
    latest = next
    return next
  }

  /// Writes an image of the items next to the database, so that the first snapshot of other
  /// processes takes less time.
  ///
  /// The image is a cache: it can be deleted, and it does not change which items a snapshot
  /// contains. An image is written only if at least 4 MB of text, and at least an eighth of the
  /// text, did not come from the current image.
  ///
  /// - Returns: Whether an image was written; false if none was needed, or if the task was canceled.
  /// - Throws: `batch` if a batch is open; `system`, `database`, `corpus`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  @discardableResult
  public func writeImage() async throws(CatalogError) -> Bool {
    if store.openBatch != nil { throw .batch(isOpen: true) }
    let open = OpenCatalog(store, try currentSnapshot(), stored: stored)
    guard let image = open.neededImage() else { return false }
    let isWritten = try image.write(
      fold: { corpus, folding in corpus.folded(folding) { Task.isCancelled } },
      isCancelled: { Task.isCancelled })
    if isWritten { open.adopt(image) }
    return isWritten
  }

  /// The id of the item for a record of the snapshot's corpus; nil if the item has been deleted
  /// since the snapshot.
  ///
  /// - Throws: `database`.
  /// - Complexity: O(log *n*), where *n* is the number of items.
  public func id(
    of record: RecordID, in snapshot: CatalogSnapshot
  ) async throws(CatalogError) -> String? {
    try reader().id(ofItem: snapshot.items[Int(record.rawValue)])
  }

  /// The record of the item with this id; nil if the snapshot does not contain the item.
  ///
  /// - Throws: `database`.
  /// - Complexity: O(log *n*), where *n* is the number of items.
  public func record(
    ofID id: String, in snapshot: CatalogSnapshot
  ) async throws(CatalogError) -> RecordID? {
    try reader().item(withID: id).flatMap(snapshot.record(ofItem:))
  }

  /// The catalog's contents, and when they were indexed.
  ///
  /// - Throws: `database`.
  /// - Complexity: O(*n*), where *n* is the number of sources, files, domains, and failed and
  ///   expired items.
  public func status() async throws(CatalogError) -> CatalogStatus {
    try reader().status(now: now())
  }
}

/// Holds the indexer lock while a batch is open.
private final class BatchLock {
  private let lock: IndexerLock

  init(_ lock: consuming IndexerLock) { self.lock = lock }
}
