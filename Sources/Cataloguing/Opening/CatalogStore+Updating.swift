internal import Corpora
internal import SQLite
internal import Threading

extension CatalogStore {
  /// Opens the catalog: from its image if possible, otherwise by reading all rows.
  ///
  /// - Parameters: the parameters of `load`.
  /// - Throws: `database`, `notACatalog`, `corpus`, `cancelled`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  package func open(
    now: Int, threads: Int? = nil, isCancelled: () -> Bool = { false },
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(CatalogError) -> OpenCatalog {
    if let image = CatalogImage(self, threads: threads ?? Workers.processorCount) {
      var snapshot: CatalogSnapshot? = image.snapshot
      switch try state(of: image.snapshot, now: now) {
      case .current: break
      case .changed(let next): snapshot = next
      case .obsolete: snapshot = nil
      }
      if let snapshot, try hasCurrentFields(snapshot.corpus) {
        return OpenCatalog(self, snapshot, stored: image.text)
      }
    }
    return OpenCatalog(
      self, try load(now: now, threads: threads, isCancelled: isCancelled, progress: progress))
  }

  /// Whether a corpus has the same fields, in the same order, as a corpus that would be loaded now.
  ///
  /// After an update that adds fields, the order of the fields can be different.
  func hasCurrentFields(_ corpus: Corpus) throws(CatalogError) -> Bool {
    // The assembler adds a field if the catalog has no fields.
    var assembler = CorpusAssembler(fields: ItemFields(names: try fieldNames()).fields)
    return corpus.fields == assembler.finish(name: name).fields
  }

  /// The snapshot with all later changes applied; nil if nothing has changed.
  ///
  /// Usually, only the changed items are read. All items are loaded again if there are too many
  /// changes, or if an item that had no record has a record now.
  func updated(_ old: CatalogSnapshot, now: Int) throws(CatalogError) -> CatalogSnapshot? {
    switch try state(of: old, now: now) {
    case .current: nil
    case .changed(let next): next
    case .obsolete: try load(now: now)
    }
  }

  /// Whether a snapshot is up to date; if not, how to update it.
  private enum SnapshotState {
    case current

    /// The snapshot is old; the value is the snapshot with all later changes applied.
    case changed(CatalogSnapshot)

    /// All items must be loaded again.
    case obsolete
  }

  private func state(
    of old: CatalogSnapshot, now: Int
  ) throws(CatalogError) -> SnapshotState {
    let generation = try generation()
    let isCurrent = generation == old.generation
    if isCurrent, !old.hasExpired(now: now), !old.hasRevived(now: now) { return .current }
    // If the corpus is empty, load all items again, because an update would keep obsolete fields
    // and append the new fields.
    if old.items.isEmpty || old.hasRevived(now: now) { return .obsolete }
    // Loading reads rows on all threads, so loading is faster if more than half of the rows are
    // new.
    let newItems = try lastItem() - old.lastItem
    if generation < old.generation || newItems > old.items.count { return .obsolete }
    let changes = try reading { () throws(CatalogError) -> SnapshotChanges? in
      try self.changes(since: old, now: now)
    }
    guard let changes else { return .obsolete }
    do throws(CorpusError) {
      return .changed(try old.applying(changes))
    } catch {
      throw .corpus(error)
    }
  }

  /// The changes since a snapshot; nil if all items must be loaded again.
  private func changes(
    since old: CatalogSnapshot, now: Int
  ) throws(CatalogError) -> SnapshotChanges? {
    let generation = try generation()
    if old.generation < (try meta("oldest_generation") ?? 0) { return nil }
    let fields = ItemFields(names: try fieldNames())
    let origins = OriginPaths(try self.origins(), catalog: name)
    var changes = SnapshotChanges(
      generation: generation, lastItem: try lastItem())
    var rows: StatementRows
    do throws(DatabaseError) {
      rows = try ItemReader.rows(fields)
    } catch {
      throw failure(error)
    }
    var replacements = ItemReader(fields: fields, origins: origins, now: now)
    let select = try attempt { () throws(DatabaseError) in
      try statement(ItemReader.query(fields, where: "item = ?"))
    }
    for item in try changedItems(since: old) {
      let count = replacements.items.count
      try read(select, &rows, into: &replacements) { (select) throws(DatabaseError) in
        try select.bind(1, item)
      }
      let isThere = replacements.items.count > count
      guard let record = old.record(ofItem: item) else {
        if isThere { return nil }
        continue
      }
      if isThere { changes.replaced.append(record) } else { changes.removed.append(record) }
    }
    for expiry in old.expiries {
      if expiry.time > now { break }
      changes.latestExcludedExpiry = max(changes.latestExcludedExpiry, expiry.time)
      if let record = old.record(ofItem: expiry.item) { changes.expired.append(record) }
    }
    var added = ItemReader(fields: fields, origins: origins, now: now)
    let selectAdded = try attempt { () throws(DatabaseError) in
      try statement(ItemReader.query(fields, where: "item > ?"))
    }
    try read(selectAdded, &rows, into: &added) { (select) throws(DatabaseError) in
      try select.bind(1, old.lastItem)
    }
    changes.adopt(replacements: &replacements, added: &added, name: name)
    return changes
  }

  /// The ascending numbers of the items that existed at the snapshot and have been replaced or
  /// deleted since then.
  private func changedItems(since old: CatalogSnapshot) throws(CatalogError) -> [Int] {
    try attempt { () throws(DatabaseError) in
      let select = try statement(
        """
        SELECT DISTINCT item FROM changes WHERE generation > ? AND item <= ? ORDER BY item
        """)
      try select.bind(1, old.generation)
      try select.bind(2, old.lastItem)
      var items: [Int] = []
      while try select.step() { items.append(select.integer(0)) }
      return items
    }
  }

  /// Reads all rows of a statement into records.
  private func read(
    _ select: Statement, _ rows: inout StatementRows, into reader: inout ItemReader,
    _ bind: (Statement) throws(DatabaseError) -> Void
  ) throws(CatalogError) {
    try attempt { () throws(DatabaseError) in try bind(select) }
    defer { select.reset() }
    while try attempt({ () throws(DatabaseError) in try rows.fill(from: select) }) {
      do throws(ItemReadingError) {
        try reader.read(rows)
      } catch {
        throw failure(error)
      }
    }
  }
}

/// The changes that update a snapshot to the current generation.
private struct SnapshotChanges {
  let generation: Int
  let lastItem: Int

  /// The deleted records and the replaced records; each list is in ascending order.
  var removed: [RecordID] = []
  var replaced: [RecordID] = []

  /// The expired records, in order of expiry; some of these records can also be in `removed` or
  /// `replaced`.
  var expired: [RecordID] = []

  private(set) var replacements: Corpus?
  private(set) var added: Corpus?
  private(set) var addedItems: [Int] = []

  /// The expiries of the replaced and added items.
  private(set) var expiries: [Expiry] = []

  /// The latest expiry of the items that are excluded as expired.
  var latestExcludedExpiry = Int.min

  init(generation: Int, lastItem: Int) {
    self.generation = generation
    self.lastItem = lastItem
  }

  mutating func adopt(
    replacements reader: inout ItemReader, added addedReader: inout ItemReader, name: String
  ) {
    replacements = reader.items.isEmpty ? nil : reader.assembler.finish(name: name)
    added = addedReader.items.isEmpty ? nil : addedReader.assembler.finish(name: name)
    addedItems = addedReader.items
    expiries = reader.expiries + addedReader.expiries
    latestExcludedExpiry = max(
      latestExcludedExpiry, reader.latestExcludedExpiry, addedReader.latestExcludedExpiry)
  }

  /// All records to remove from the corpus, in ascending order.
  var gone: [RecordID] {
    Set(removed).union(expired).subtracting(replaced).sorted()
  }
}

extension CatalogSnapshot {
  fileprivate func applying(_ changes: SnapshotChanges) throws(CorpusError) -> CatalogSnapshot {
    let gone = changes.gone
    let edit = CorpusEdit(
      removed: gone, replaced: changes.replaced, by: changes.replacements, appended: changes.added)
    let corpus = try corpus.applying(edit)
    var kept: [Int] = []
    kept.reserveCapacity(items.count - gone.count + changes.addedItems.count)
    var start = 0
    for record in gone {
      kept += items[start..<Int(record.rawValue)]
      start = Int(record.rawValue) + 1
    }
    kept += items[start...]
    let changed = Set((gone + changes.replaced).map { items[Int($0.rawValue)] })
    let expiries = expiries.filter { !changed.contains($0.item) } + changes.expiries
    return CatalogSnapshot(
      corpus: corpus, items: kept + changes.addedItems,
      expiries: expiries.sorted { $0.time < $1.time },
      latestExcludedExpiry: max(latestExcludedExpiry, changes.latestExcludedExpiry),
      generation: changes.generation,
      lastItem: changes.lastItem)
  }
}
