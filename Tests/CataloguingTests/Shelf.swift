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
