import Corpora
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Cataloguing

/// A folder with a catalog, files to index, and a clock that the test controls.
final class Shelf: Sendable {
  final class Clock: Sendable {
    private let seconds = Mutex(1_800_000_000)

    var time: Int {
      get { seconds.withLock { $0 } }
      set { seconds.withLock { $0 = newValue } }
    }
  }

  let folder: ScratchFolder
  let file: CatalogFile
  let clock = Clock()

  init(_ name: String = "test") throws {
    folder = try ScratchFolder()
    file = try CatalogFile(name, in: folder.path + "/catalogs")
    try file.create()
  }

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  func write(_ name: String, _ text: String) throws { try folder.write(text, to: name) }

  func store() throws -> CatalogStore { try CatalogStore(file, access: .write) }

  /// Writes `count` items, each with the title `text`, in one transaction; a later call replaces
  /// these items.
  static func write(_ count: Int, _ text: String, _ store: CatalogStore, expires: Int? = nil)
    throws
  {
    try store.batch { (writer) throws(CatalogError) in
      let origin = try store.origin(domain: "d", source: nil, path: "")
      for number in 0..<count {
        writer.begin(origin: origin, line: 0, expires: number % 7 == 0 ? expires : nil)
        try writer.set(.title, Array(text.utf8).span)
        if number % 3 == 0 {
          try writer.set(AttributeName("n\(number % 11)"), Array("\(number)".utf8).span)
        }
        if number % 50 == 49 { writer.fail("because") }
        _ = try writer.end(id: Array("k\(number)".utf8).span)
      }
    }
  }

  /// A store that never waits for a lock.
  func impatientStore() throws -> CatalogStore {
    try CatalogStore(file, migrations: Schema.migrations, waiting: 0)
  }

  func indexer(batch: Int = 2) throws -> Indexer {
    var environment = Indexer.Environment(now: { [clock] in clock.time }, wait: { _ in })
    environment.batch = batch
    return Indexer(try store(), environment)
  }

  /// Another database connection, for changes that the catalog's API does not offer.
  func database() throws -> Database { try Database(path: file.path, mode: .readWrite) }

  func open() throws -> OpenCatalog {
    let store = try store()
    return OpenCatalog(store, try store.load(now: clock.time))
  }

  /// The catalog, opened through the public API with this folder's clock.
  func catalog() throws -> Catalog {
    try Catalog.open(file.name, in: file.folder, now: { [clock] in clock.time })
  }
}

extension Corpus {
  /// The non-empty texts of a record, by field name.
  func texts(of record: Int) -> [String: String] {
    var texts: [String: String] = [:]
    for field in fields.indices {
      let text = text(of: RecordID(UInt64(record)), field: field)
      if !text.isEmpty { texts[fields[field].name] = text }
    }
    return texts
  }

  /// The non-empty texts of every record.
  var texts: [[String: String]] { (0..<count).map(texts(of:)) }
}

/// Whether two snapshots have the same items, records, generation and expiry times.
func isSame(_ a: CatalogSnapshot, _ b: CatalogSnapshot) -> Bool {
  guard a.items == b.items, a.generation == b.generation, a.lastItem == b.lastItem,
    a.latestExcludedExpiry == b.latestExcludedExpiry,
    a.expiries.map(\.time) == b.expiries.map(\.time),
    a.corpus.fields == b.corpus.fields, a.corpus.count == b.corpus.count
  else { return false }
  return (0..<a.corpus.count).allSatisfy { index in
    let id = RecordID(UInt64(index))
    return a.corpus.withRecord(id) { one in
      b.corpus.withRecord(id) { two in
        one.count == two.count && one.indices.allSatisfy { one[$0] == two[$0] }
      }
    } && a.corpus.location(of: id) == b.corpus.location(of: id)
  }
}
