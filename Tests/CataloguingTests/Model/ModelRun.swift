import Basics
import Corpora
import SQLite
import TestSupport
import Testing

@testable import Cataloguing

/// Applies the same steps to a catalog and to its model.
final class ModelRun {
  /// A difference between the catalog and the model.
  struct Difference: Error { let text: String }

  private let shelf: Shelf
  private let catalog: Catalog
  private var model: CatalogModel

  /// An open catalog that the test updates at random moments.
  private let open: OpenCatalog
  private let database: Database
  private var writes = 0

  /// The number of corpora compared with the model.
  private(set) var compared = 0

  init() throws {
    shelf = try Shelf()
    catalog = try shelf.catalog()
    model = CatalogModel(now: shelf.clock.time)
    model.folders = Set(ModelStep.folders.map(shelf.path))
    open = try shelf.open()
    database = try shelf.database()
    for folder in ModelStep.folders { try shelf.folder.run("mkdir \"$1\"", folder) }
  }

  func run(_ steps: [ModelStep], seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for step in steps {
      try await apply(step)
      if !random.oneIn(3) { _ = try open.update(now: shelf.clock.time) }
      if random.oneIn(4), !model.visible.isEmpty {
        try shelf.writeImage()
        try expect(try shelf.openStored().stored != nil, true, "the new image is used")
      }
      try await check()
    }
    _ = try open.update(now: shelf.clock.time)
    try await check()
  }

  // MARK: Doing

  private func apply(_ step: ModelStep) async throws {
    switch step {
    case .index(let items):
      let items = items.map(placed)
      if !model.isOn { return try await expectOff { _ = try await self.catalog.index(items) } }
      let ids = try await catalog.index(items)
      try expect(ids.map { Array($0.utf8) }, items.map { Array(model.put($0).utf8) }, "ids")
      _ = model.purge()
    case .batch(let parts, let state):
      if !model.isOn { return try await expectOff { try await self.catalog.beginBatch() } }
      try await batch(parts.map { $0.map(placed) }, state)
    case .deleteIDs(let ids):
      try expect(try await catalog.delete(ids: ids), model.delete(ids: ids), "deleted by id")
      _ = model.purge()
    case .deleteDomain(let domain):
      try expect(
        try await catalog.delete(domains: [domain]), model.delete(domain: domain), "of a domain")
      _ = model.purge()
    case .purge: try expect(try await catalog.purgeExpired(), model.purge(), "purged")
    case .deleteAll: try expect(try await catalog.deleteAll(), model.deleteAll(), "all")
    case .setOn(let isOn):
      try await catalog.setOn(isOn)
      model.setOn(isOn)
    case .wait(let seconds):
      shelf.clock.time += seconds
      model.now = shelf.clock.time
    case .write(let name, let file):
      writes += 1
      // Set a unique modification time, because the file system's clock is too coarse for a test.
      try shelf.write(name, file.text)
      try shelf.folder.run("touch -d \"@$1\" \"$2\"", "\(1_700_000_000 + writes)", name)
      model.disk[shelf.path(name)] = file
    case .remove(let name):
      try shelf.folder.run("rm -f \"$1\"", name)
      model.disk[shelf.path(name)] = nil
    case .add(let name, let options):
      let path = shelf.path(name)
      if model.disk[path] == nil && !model.folders.contains(path) { return }
      if !model.isOn {
        return try await expectOff { _ = try self.shelf.indexer().add([path], options: options) }
      }
      _ = try shelf.indexer(batch: 3).add([path], options: options)
      model.add(path, options)
      _ = model.purge()
    case .refresh(let age, let isForced):
      if !model.isOn { return try await expectOff { _ = try self.shelf.indexer().refresh() } }
      _ = try shelf.indexer(batch: 3).refresh(maximumAge: age, isForced: isForced)
      model.refresh(maximumAge: age, isForced: isForced)
      _ = model.purge()
    }
  }

  /// A copy of the item, with its content path changed to a path in this folder.
  private func placed(_ item: CatalogItem) -> CatalogItem {
    var item = item
    if case .file(let name) = item.content { item.content = .file(shelf.path(name)) }
    return item
  }

  private func batch(_ parts: [[CatalogItem]], _ state: [UInt8]?) async throws {
    let before = model
    try await catalog.beginBatch()
    for items in parts {
      let ids = try await catalog.index(items)
      try expect(ids.map { Array($0.utf8) }, items.map { Array(model.put($0).utf8) }, "ids")
    }
    // A batch is invisible until it ends.
    let after = model
    model = before
    _ = try open.update(now: shelf.clock.time)
    try compare(open.corpus, "while a batch is open") { try self.open.id(of: $0) }
    let snapshot = try await catalog.snapshot()
    try compare(snapshot.corpus, "snapshot of the catalog that has an open batch", ids: nil)
    if let state {
      try await catalog.endBatch(clientState: state)
      model = after
      model.clientState = state
      _ = model.purge()
    } else {
      await catalog.cancelBatch()
    }
  }

  private func expectOff(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as CatalogError {
      return try expect(error, .off("test"), "the error of a catalog that is off")
    }
    throw Difference(text: "a catalog that is off accepts items")
  }

  // MARK: Comparing

  private func expect<T: Equatable>(_ found: T, _ wanted: T, _ what: String) throws {
    if found != wanted { throw Difference(text: "\(what): found \(found), wanted \(wanted)") }
  }

  private func check() async throws {
    let now = shelf.clock.time
    let fresh = try shelf.open()
    try compare(fresh.corpus, "loaded") { try fresh.id(of: $0) }
    let stored = try shelf.openStored()
    try compare(stored.corpus, "opened") { try stored.id(of: $0) }
    try expect(stored.corpus.fields, fresh.corpus.fields, "the fields of the opened catalog")
    // After an update, the open catalog must equal a newly loaded catalog.
    if try !open.update(now: now) {
      try compare(open.corpus, "updated") { try self.open.id(of: $0) }
    }
    let snapshot = try await catalog.snapshot()
    try compare(snapshot.corpus, "of the program", ids: nil)
    for entry in model.entries.values {
      let isVisible = entry.problem == nil && (entry.expires ?? .max) > now
      try expect(try fresh.record(ofID: entry.id) != nil, isVisible, "\(entry.id) is found")
    }
    try expect(try await catalog.lastClientState, model.clientState, "client state")
    try checkCounts(try await catalog.status())
    try expect(try database.text("PRAGMA integrity_check"), "ok", "integrity")
    try expect(try database.text("PRAGMA foreign_key_check"), "", "foreign keys")
  }

  private func compare(
    _ corpus: Corpus, _ what: String, ids: ((RecordID) throws -> String?)?
  ) throws {
    let wanted = model.visible
    try expect(corpus.count, wanted.count, "\(what): records")
    compared += 1
    for (index, entry) in wanted.enumerated() {
      let record = RecordID(UInt64(index))
      var texts: [String: [UInt8]] = [:]
      for (name, text) in entry.attributes { texts[name] = Array(text.utf8) }
      for (field, facts) in corpus.fields.enumerated() {
        let wanted = texts.removeValue(forKey: facts.name) ?? []
        let found = Array(corpus.text(of: record, field: field).utf8)
        if found != wanted {
          throw Difference(
            text: "\(what): \(facts.name) of \(entry.id): found "
              + "\(String(decoding: found, as: UTF8.self).debugDescription), wanted "
              + String(decoding: wanted, as: UTF8.self).debugDescription)
        }
      }
      try expect(texts.isEmpty, true, "\(what): all attributes of \(entry.id) are fields")
      let place = corpus.location(of: record)
      try expect(place.line, entry.line > 0 ? entry.line : entry.number, "\(what): line")
      let path =
        switch entry.origin {
        case .program(_, let path): String(decoding: path, as: UTF8.self)
        case .file(_, let path): path
        }
      try expect(place.source, path.isEmpty ? "searchbench://test" : path, "\(what): source")
      if let ids {
        try expect(try ids(record).map { Array($0.utf8) }, Array(entry.id.utf8), "\(what): id")
      }
    }
    let fields = corpus.fields.map(\.name)
    // A corpus without records can have any fields. In a corpus with records, each field occurs
    // once, in any order.
    if corpus.count > 0 { try expect(fields.count, Set(fields).count, "\(what): fields") }
  }

  private func checkCounts(_ status: CatalogStatus) throws {
    let entries = model.entries.values
    let now = shelf.clock.time
    try expect(status.counts.ready, entries.count { $0.problem == nil }, "ready")
    try expect(status.counts.failed, entries.count { $0.problem != nil }, "failed")
    try expect(status.counts.pending, 0, "pending")
    try expect(status.expired, entries.count { ($0.expires ?? .max) <= now }, "expired")
    try expect(status.isOn, model.isOn, "on")
    try expect(status.sources.map(\.path), model.sources.map(\.path), "sources")
    try expect(
      status.sources.map(\.indexed?.secondsSince1970), model.sources.map(\.indexed), "indexed")
    var domains: [[UInt8]: Int] = [:]
    for entry in entries { domains[model.domain(of: entry), default: 0] += 1 }
    var found: [[UInt8]: Int] = [:]
    for (name, counts) in status.domains where counts.ready + counts.failed > 0 {
      found[Array(name.utf8), default: 0] += counts.ready + counts.failed
    }
    try expect(found, domains, "domains")
    let wrong = try database.integer(
      """
      SELECT count(*) FROM origins AS o WHERE
      ready <> (SELECT count(*) FROM items AS i WHERE i.origin = o.origin AND problem IS NULL)
      OR failed <> (SELECT count(*) FROM items AS i WHERE i.origin = o.origin AND problem IS NOT NULL)
      OR (source IS NULL AND ready = 0 AND failed = 0)
      """)
    try expect(wrong, 0, "origins that miscount")
  }
}
