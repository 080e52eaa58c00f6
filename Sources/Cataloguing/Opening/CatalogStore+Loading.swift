internal import Corpora
internal import SQLite
internal import Synchronization
internal import Threading

extension CatalogStore {
  /// Loads all items that a search can find, on several threads.
  ///
  /// - Parameters:
  ///   - now: Items that have expired at this time, in seconds since 1970, are excluded.
  ///   - threads: The maximum number of threads; nil for the number of processors.
  ///   - isCancelled: Checked on the caller's thread every few milliseconds.
  ///   - progress: Called on the caller's thread with the number of loaded items and the total
  ///     number of items.
  /// - Returns: A snapshot of one generation of the catalog.
  /// - Throws: `database`, `notACatalog`, `corpus`, `cancelled`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  package func load(
    now: Int, threads: Int? = nil, isCancelled: () -> Bool = { false },
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(CatalogError) -> CatalogSnapshot {
    // If another process writes while the threads start their transactions, the threads see
    // different generations. In this case, try again; after three attempts, use one thread.
    for _ in 0..<3 {
      if let snapshot = try loadOnce(now, threads ?? Workers.processorCount, isCancelled, progress)
      {
        return snapshot
      }
    }
    return try reading { () throws(CatalogError) in
      guard let snapshot = try loadOnce(now, 1, isCancelled, progress) else {
        throw .database(path: file.path, DatabaseError(code: 5, detail: "the catalog is busy"))
      }
      return snapshot
    }
  }

  /// Loads the items once; returns nil if the threads saw different generations.
  private func loadOnce(
    _ now: Int, _ threads: Int, _ isCancelled: () -> Bool, _ progress: (Int, Int) -> Void
  ) throws(CatalogError) -> CatalogSnapshot? {
    let (state, names, origins) = try reading { () throws(CatalogError) in
      let first = try attempt { () throws(DatabaseError) in
        try statement("SELECT min(item) FROM items").first { $0.integer(0) } ?? 0
      }
      let last = try lastItem()
      guard first >= 0 else { throw failure(.damaged("its items do not have catalog numbers")) }
      let state = LoadedState(generation: try self.generation(), items: min(first, last)...last)
      return (state, try fieldNames(), try self.origins())
    }
    let total = origins.reduce(0) { $0 + $1.ready }
    let fields = ItemFields(names: names)
    let work = LoadingWork(
      file: file, fields: fields,
      origins: OriginPaths(origins, catalog: name), state: state, now: now)
    let count = total < 20_000 ? 1 : max(1, threads)
    let step = state.items.count / count + 1
    let ranges = (0..<count).map { part in
      let first = state.items.lowerBound + part * step
      return first...(first + step - 1)
    }
    let isDone: Bool
    if count == 1 {
      work.read(ranges[0], part: 0, self, isCancelled)
      isDone = !isCancelled()
    } else {
      isDone = Workers.run(count, threads: count) {
        progress(work.done.load(ordering: .relaxed), total)
        return isCancelled()
      } _: { part, isCancelled in
        work.read(ranges[part], part: part, nil, isCancelled)
      }
    }
    if !isDone { throw .cancelled }
    return try work.finish(name: name)
  }
}

/// The catalog's state when loading starts.
private struct LoadedState: Sendable {
  let generation: Int

  /// The range that contains the numbers of all items.
  let items: ClosedRange<Int>
}

/// The shared state of the threads that load a catalog.
private final class LoadingWork: Sendable {
  private struct Part: Sendable {
    let corpus: Corpus
    let items: [Int]
    let expiries: [Expiry]
    let latestExcludedExpiry: Int
  }

  private struct State {
    var parts: [Int: Part] = [:]
    var error: CatalogError?
    var isStale = false
  }

  private let file: CatalogFile
  private let fields: ItemFields
  private let origins: OriginPaths
  private let loaded: LoadedState
  private let now: Int
  private let state = Mutex(State())

  /// The number of items that all threads together have read so far.
  let done = Atomic<Int>(0)

  init(
    file: CatalogFile, fields: ItemFields, origins: OriginPaths,
    state: LoadedState, now: Int
  ) {
    self.file = file
    self.fields = fields
    self.origins = origins
    loaded = state
    self.now = now
  }

  /// Reads the items whose numbers are in `range`, through `store` or through a new connection.
  func read(_ range: ClosedRange<Int>, part: Int, _ store: CatalogStore?, _ isCancelled: () -> Bool)
  {
    do throws(CatalogError) {
      let store = if let store { store } else { try CatalogStore(file, access: .read) }
      let read = try store.reading { () throws(CatalogError) -> Part? in
        guard try store.generation() == loaded.generation else { return nil }
        return try readRows(range, store, isCancelled)
      }
      state.withLock {
        $0.parts[part] = read
        if read == nil { $0.isStale = true }
      }
    } catch {
      state.withLock { $0.error = $0.error ?? error }
    }
  }

  private func readRows(
    _ range: ClosedRange<Int>, _ store: CatalogStore, _ isCancelled: () -> Bool
  ) throws(CatalogError) -> Part {
    var reader = ItemReader(fields: fields, origins: origins, now: now)
    do {
      let select = try store.statement(
        ItemReader.query(fields, where: "item BETWEEN ? AND ?"))
      try select.bind(1, range.lowerBound)
      try select.bind(2, range.upperBound)
      var rows = try ItemReader.rows(fields)
      // Reset the statement on every exit.
      defer { select.reset() }
      while try rows.fill(from: select) {
        try reader.read(rows)
        done.add(rows.count, ordering: .relaxed)
        if isCancelled() { throw CatalogError.cancelled }
      }
    } catch let error as DatabaseError {
      throw store.failure(error)
    } catch let error as ItemReadingError {
      throw store.failure(error)
    } catch let error as CatalogError {
      throw error
    } catch {
      throw .cancelled
    }
    let corpus = reader.assembler.finish(name: store.name)
    return Part(
      corpus: corpus, items: reader.items, expiries: reader.expiries,
      latestExcludedExpiry: reader.latestExcludedExpiry)
  }

  /// Combines the items that the threads have read; returns nil if the threads saw different
  /// generations.
  func finish(name: String) throws(CatalogError) -> CatalogSnapshot? {
    let state = state.withLock { $0 }
    if let error = state.error { throw error }
    if state.isStale { return nil }
    let parts = state.parts.sorted { $0.key < $1.key }.map(\.value)
    var corpus = parts[0].corpus
    do throws(CorpusError) {
      for part in parts.dropFirst() { corpus = try corpus.appending(part.corpus) }
    } catch {
      throw .corpus(error)
    }
    return CatalogSnapshot(
      corpus: corpus, items: parts.flatMap(\.items),
      expiries: parts.flatMap(\.expiries).sorted { $0.time < $1.time },
      latestExcludedExpiry: parts.reduce(.min) { max($0, $1.latestExcludedExpiry) },
      generation: loaded.generation, lastItem: loaded.items.upperBound)
  }
}

extension CatalogStore {
  /// The highest item number assigned so far.
  func lastItem() throws(CatalogError) -> Int {
    try nextItem() - 1
  }

  /// The error for a row that cannot become a record.
  func failure(_ error: ItemReadingError) -> CatalogError {
    switch error {
    case .damaged(let item):
      failure(.damaged("the row of item \(item) is malformed"))
    case .corpus(let error): .corpus(error)
    }
  }
}
