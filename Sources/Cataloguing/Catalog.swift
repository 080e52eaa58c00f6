internal import Basics
public import Corpora
internal import System
internal import Threading

/// An on-device index: items with an identity, a domain, attributes and an expiry, kept in a file.
///
///     let catalog = try await Catalog.open("mail")
///     var item = CatalogItem(id: "msg-17", domain: "account.inbox")
///     item.attributes.title = "Whales"
///     try await catalog.index([item])
///     let snapshot = try await catalog.snapshot()
///     let found = try Searcher(snapshot.corpus).run(Query("whale", by: "prefix"))
///
/// A call that changes something returns when that is durable, or throws one error. Work is done on a thread of the
/// catalogue's own; calls made at the same time are done one after the other. Several processes may have a catalogue
/// open, and one of them at a time indexes; readers never wait.
public actor Catalog {
  /// The most bytes of the state that comes with a batch.
  public static let clientStateLimit = 250

  /// The name, which is that of the file, and the host of links to items.
  public nonisolated let name: String

  /// The file of the database.
  public nonisolated let path: String

  private let thread: SerialThread
  private let store: CatalogStore
  private let now: @Sendable () -> Int

  /// What `snapshot` gave last.
  private var latest: CatalogSnapshot?

  /// The right to index while a batch is open.
  private var batchLock: BatchLock?

  /// Another connection, while a batch is open: what is read then is what others read.
  private var outside: CatalogStore?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
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

  /// Opens the catalogue `name`, and makes it if there is none.
  ///
  /// - Parameters:
  ///   - name: 1 to 100 letters, digits, `.`, `_` and `-` of ASCII, the first no `.` or `-`.
  ///   - folder: Where catalogues are; nil is `$XDG_DATA_HOME/searchbench/catalogs`, or that of `~/.local/share`.
  /// - Returns: The catalogue, empty if it was made.
  /// - Throws: `badName`, `noFolder`, `notACatalog`, `newerSchema`, `system`, `database`.
  public static func open(
    _ name: String, in folder: String? = nil
  ) async throws(CatalogError) -> Catalog {
    try open(name, in: folder, now: { UTCTime.now().secondsSince1970 })
  }

  /// With another clock, in seconds since 1970, for tests.
  static func open(
    _ name: String, in folder: String?, now: @escaping @Sendable () -> Int
  ) throws(CatalogError) -> Catalog {
    guard
      let folder = folder
        ?? BaseDirectory.data.path(of: "catalogs", environment: Platform.environment())
    else { throw .noFolder }
    let store = try CatalogStore(try CatalogFile(name, in: folder), access: .create)
    guard let thread = SerialThread() else {
      throw .system(path: store.file.path, reason: "the system has no thread left")
    }
    return Catalog(store, thread, now: now)
  }

  // MARK: Adding

  /// Whether items can be added: the catalogue is switched on, and its file can be written.
  public var isIndexingAvailable: Bool {
    !store.isReadOnly && (try? store.isOn()) == true
  }

  /// Adds items, or replaces those that have their ids, whole.
  ///
  /// Items whose content is a file or folder wait for it. One whose content cannot be had is kept, with the reason, and
  /// found by nobody; the others are indexed. Outside a batch every 1,000 items are one transaction; one that is refused
  /// is tried again three times, then the others go on and the call throws at the end. In a batch nothing is tried again:
  /// one that is refused is undone as a whole, and none is open then.
  ///
  /// - Returns: The ids of the items, those made for them included, in the same order.
  /// - Throws: `item`, and then nothing was written; `off`, `indexing`, `unwritten`, `database`.
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
        // Part of the items is written, and SQLite may have undone all that was before.
        abandonBatch()
        throw error
      }
    }
    let lock = try store.file.lock()
    var ids: [String] = []
    var refused: (places: Range<Int>, DatabaseError)?
    for start in stride(from: 0, to: items.count, by: Indexer.usualBatch) {
      let range = start..<min(start + Indexer.usualBatch, items.count)
      let contents = read(items[range])
      let retry = BatchRetry { Workers.pause(milliseconds: $0) }
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

  /// Opens a batch: what is indexed until `endBatch` becomes durable with it, all or nothing.
  ///
  /// - Throws: `batch` if one is open, `off`, `indexing`, `database`.
  public func beginBatch() async throws(CatalogError) {
    if store.openBatch != nil { throw .batch(isOpen: true) }
    let lock = BatchLock(try store.file.lock())
    try store.beginBatch()
    batchLock = lock
  }

  /// Ends the batch, and keeps a state with it that says how far the caller has come.
  ///
  /// - Parameter clientState: At most 250 bytes of the caller's own.
  /// - Throws: `clientStateTooLong`, and then the batch stays open; `batch` if none is; `database`, and then nothing of
  ///   the batch was written.
  public func endBatch(clientState: [UInt8]) async throws(CatalogError) {
    if clientState.count > Self.clientStateLimit {
      throw .clientStateTooLong(clientState.count)
    }
    defer { if store.openBatch == nil { abandonBatch() } }
    try store.endBatch(ClientState(client: "", state: clientState))
  }

  /// Undoes all that was indexed since the batch began.
  public func cancelBatch() async { abandonBatch() }

  private func abandonBatch() {
    store.abandonBatch()
    (batchLock, outside) = (nil, nil)
  }

  /// Where to read from: nobody sees anything of a batch before its end.
  private func reader() throws(CatalogError) -> CatalogStore {
    if store.openBatch == nil { return store }
    if let outside { return outside }
    let other = try CatalogStore(store.file, access: .read)
    outside = other
    return other
  }

  /// The state that came with the last batch that was ended; nil if there was none.
  public var lastClientState: [UInt8]? {
    get throws(CatalogError) { try reader().state(of: "") }
  }

  // MARK: Files

  /// Records files and folders as sources, and indexes what they hold.
  ///
  /// - Throws: `off`, `indexing`, `item` (a domain that is none), `corpus` where a path is missing, `database`. What
  ///   cannot be read is a problem in the report, and the rest is indexed.
  public func add(
    _ paths: [String], options: SourceOptions = SourceOptions()
  ) async throws(CatalogError) -> IndexingReport {
    if store.openBatch != nil { throw .batch(isOpen: true) }
    return try indexer.add(paths, options: options)
  }

  /// Reads sources again that are older than `maximumAge` in seconds (30 days, unless another age was given before), or
  /// all with `isForced`.
  public func refresh(
    maximumAge: Int? = nil, isForced: Bool = false
  ) async throws(CatalogError) -> IndexingReport {
    if store.openBatch != nil { throw .batch(isOpen: true) }
    return try indexer.refresh(maximumAge: maximumAge, isForced: isForced)
  }

  private var indexer: Indexer {
    Indexer(
      store,
      Indexer.Environment(now: now, isCancelled: { Task.isCancelled }) {
        Workers.pause(milliseconds: $0)
      })
  }

  // MARK: Deleting

  /// Deletes the items with these ids; ids that nobody has make no difference.
  ///
  /// - Returns: How many items there were.
  @discardableResult
  public func delete(ids: [String]) async throws(CatalogError) -> Int { try store.delete(ids: ids) }

  /// Deletes the items of these domains and of those inside them, and forgets the sources that were added to them.
  @discardableResult
  public func delete(domains: [String]) async throws(CatalogError) -> Int {
    var count = 0
    for domain in domains { count += try store.delete(domain: domain) }
    return count
  }

  /// Deletes everything that the catalogue holds.
  @discardableResult
  public func deleteAll() async throws(CatalogError) -> Int { try store.deleteAll() }

  /// Deletes the items that have expired; until then they are there, and found by nobody.
  @discardableResult
  public func purgeExpired() async throws(CatalogError) -> Int {
    try store.purgeExpired(now: now())
  }

  /// Switches the catalogue on or off; switched off it loses its items and takes none.
  public func setOn(_ isOn: Bool) async throws(CatalogError) { _ = try store.setOn(isOn) }

  // MARK: Reading

  /// The items that can be found now, as a corpus.
  ///
  /// - Complexity: O(*n*) in bytes of text the first time; then that of what has changed, whoever changed it.
  public func snapshot() async throws(CatalogError) -> CatalogSnapshot {
    let (store, time) = (try reader(), now())
    let next =
      if let latest { try store.updated(latest, now: time) ?? latest } else {
        try store.load(now: time)
      }
    latest = next
    return next
  }

  /// The id of the item that is a record of a snapshot's corpus; nil if it was deleted since.
  public func id(
    of record: RecordID, in snapshot: CatalogSnapshot
  ) async throws(CatalogError) -> String? {
    try reader().id(ofItem: snapshot.items[Int(record.rawValue)])
  }

  /// The record of the item with that id; nil if the snapshot has none.
  public func record(
    ofID id: String, in snapshot: CatalogSnapshot
  ) async throws(CatalogError) -> RecordID? {
    try reader().item(withID: id).flatMap(snapshot.record(ofItem:))
  }

  /// What the catalogue holds, and when it was indexed.
  public func status() async throws(CatalogError) -> CatalogStatus {
    try reader().status(now: now())
  }
}

/// The right to index, held for as long as a batch is open.
private final class BatchLock {
  private let lock: IndexerLock

  init(_ lock: consuming IndexerLock) { self.lock = lock }
}
