internal import Corpora

extension CatalogStore {
  /// The snapshot with all that has changed since, nil if nothing has.
  ///
  /// Only what has changed is read, unless that is too much, or comes back from behind: an item that had no record
  /// before and has one now without being new.
  func updated(_ old: CatalogSnapshot, now: Int) throws(CatalogError) -> CatalogSnapshot? {
    let generation = try generation()
    let isCurrent = generation == old.generation
    if isCurrent, !old.hasExpired(now: now), !old.hasRevived(now: now) { return nil }
    // The fields of a corpus without records say nothing, and would stay before the others.
    if old.items.isEmpty || old.hasRevived(now: now) { return try load(now: now) }
    let changes = try reading { () throws(CatalogError) -> SnapshotChanges? in
      try self.changes(since: old, now: now)
    }
    guard let changes else { return try load(now: now) }
    do throws(CorpusError) {
      return try old.applying(changes)
    } catch {
      throw .corpus(error)
    }
  }

  /// What has changed; nil if all is to be read again.
  private func changes(
    since old: CatalogSnapshot, now: Int
  ) throws(CatalogError) -> SnapshotChanges? {
    let generation = try generation()
    if old.generation < (try meta("oldest_generation") ?? 0) { return nil }
    let fields = ItemFields(names: try fieldNames())
    let origins = OriginPaths(try self.origins(), catalog: name)
    var changes = SnapshotChanges(
      generation: generation, lastItem: try lastItem())
    var rows = ItemReader.rows(fields)
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
      changes.lapsed = max(changes.lapsed, expiry.time)
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

  /// The items of the snapshot's numbers that were replaced or deleted since, ascending.
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

  /// Makes records of all rows of a statement.
  private func read(
    _ select: Statement, _ rows: inout RowBatch, into reader: inout ItemReader,
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

/// What is to be done to a snapshot to make the present one of it.
private struct SnapshotChanges {
  let generation: Int
  let lastItem: Int

  /// Ascending, as the next.
  var removed: [RecordID] = []
  var replaced: [RecordID] = []

  /// In the order of their expiry; they may be among the others.
  var expired: [RecordID] = []

  private(set) var replacements: Corpus?
  private(set) var added: Corpus?
  private(set) var addedItems: [Int] = []

  /// Of those replaced and added.
  private(set) var expiries: [Expiry] = []

  /// When the last has expired of all that are left out now.
  var lapsed = Int.min

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
    lapsed = max(lapsed, reader.lapsed, addedReader.lapsed)
  }

  /// Every record that goes, ascending.
  var gone: [RecordID] {
    let known = Set(removed).union(replaced)
    return (removed + expired.filter { !known.contains($0) }).sorted()
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
      expiries: expiries.sorted { $0.time < $1.time }, lapsed: max(lapsed, changes.lapsed),
      generation: changes.generation,
      lastItem: changes.lastItem)
  }
}
