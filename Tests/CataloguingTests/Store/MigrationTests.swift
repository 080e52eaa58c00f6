import Corpora
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct MigrationTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.write("a.txt", "alpha\nbeta\n")
    _ = try shelf.indexer().add([shelf.path("a.txt")], options: SourceOptions())
  }

  private var bytes: [UInt8]? { TestFile.bytes(shelf.file.path) }

  @Test func `an older catalogue is brought up to date with its items`() throws {
    let steps = Schema.migrations + ["ALTER TABLE items ADD COLUMN rank INTEGER"]
    let store = try CatalogStore(shelf.file, migrations: steps)
    #expect(try store.database.integer("PRAGMA user_version") == 2)
    #expect(try store.database.integer("SELECT count(*) FROM items WHERE rank IS NULL") == 2)
    #expect(try store.load(now: 0).corpus.count == 2)
  }

  @Test func `a step that fails undoes all of them`() throws {
    let steps = Schema.migrations + ["CREATE TABLE more(x)", "CREATE TABLE more(x)"]
    #expect(throws: CatalogError.self) { try CatalogStore(shelf.file, migrations: steps) }
    let store = try shelf.store()
    #expect(try store.database.integer("PRAGMA user_version") == 1)
    #expect(
      try store.database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'more'") == 0)
  }

  @Test func `one that a later version wrote is refused, and left as it is`() throws {
    do {
      let database = try shelf.database()
      try database.execute("PRAGMA user_version = 9; PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let before = bytes
    let error = CatalogError.newerSchema(path: shelf.file.path, found: 9, known: 1)
    #expect(throws: error) { try shelf.store() }
    #expect(error.message.contains("schema 9") && error.message.contains("use a later version"))
    #expect(bytes == before)
    #expect(!shelf.file.companions.contains { Platform.exists($0) })
    #expect(throws: error) { try shelf.file.drop() }
    #expect(bytes == before)
  }

  @Test func `what is no catalogue is refused, and left as it is`() throws {
    let file = try CatalogFile("other", in: shelf.file.folder)
    let database = try Database(path: file.path, mode: .create)
    try database.execute("CREATE TABLE theirs(x); PRAGMA user_version = 1")
    let others: [([UInt8]?, String)] = [
      (nil, "a database of another program"), ([], "it is empty"),
      (Array("hello".utf8), "not a database"),
      ([UInt8](repeating: 7, count: 4_096), "not a database"),
    ]
    for (content, reason) in others {
      if let content { try shelf.folder.write(content, to: "catalogs/other.sqlite") }
      let before = TestFile.bytes(file.path)
      let error = #expect(throws: CatalogError.self) { try CatalogStore(file, access: .create) }
      #expect(error?.message.contains(reason) == true)
      #expect(throws: CatalogError.self) { try file.drop() }
      #expect(throws: CatalogError.exists("other")) { try file.create() }
      #expect(TestFile.bytes(file.path) == before)
    }
  }
}

@Suite struct RetryTests {
  /// Notes the waits, and does something at one of them.
  private final class Waits {
    var all: [Int] = []
    var last: () throws -> Void = {}
  }

  private func indexer(_ shelf: Shelf, _ waits: Waits) throws -> Indexer {
    var environment = Indexer.Environment(now: { [clock = shelf.clock] in clock.time }) {
      waits.all.append($0)
      if waits.all.count == 3 { try? waits.last() }
    }
    environment.batch = 2
    return Indexer(try shelf.impatientStore(), environment)
  }

  @Test func `a batch is tried again after growing times, and goes through`() throws {
    let shelf = try Shelf()
    try shelf.write("a.txt", "a\nb\nc\n")
    let waits = Waits()
    let other = try shelf.database()
    let indexer = try indexer(shelf, waits)
    // The announcement comes first: the lock is taken when the first batch is about to be written.
    var isLocked = false
    var environment = indexer.environment
    environment.progress = { progress in
      if progress.phase == .indexing, !isLocked {
        isLocked = true
        try? other.execute("BEGIN IMMEDIATE")
      }
    }
    waits.last = { try other.execute("ROLLBACK") }
    let report = try Indexer(indexer.store, environment).add(
      [shelf.path("a.txt")], options: SourceOptions())
    #expect(waits.all == [100, 400, 1_600])
    #expect(report.added == 3 && report.retries == 1 && report.problems.isEmpty)
  }

  @Test func `one that is refused four times is given up, the rest goes on, and comes later`()
    throws
  {
    let shelf = try Shelf()
    try shelf.write("a.txt", "a\nb\nc\nd\ne\n")
    let waits = Waits()
    let other = try shelf.database()
    let indexer = try indexer(shelf, waits)
    var batches = 0
    var environment = indexer.environment
    environment.progress = { progress in
      guard progress.phase == .indexing else { return }
      batches += 1
      if batches == 2 { try? other.execute("BEGIN IMMEDIATE") }
      if batches == 3 { try? other.execute("ROLLBACK") }
    }
    let report = try Indexer(indexer.store, environment).add(
      [shelf.path("a.txt")], options: SourceOptions())
    #expect(waits.all == [100, 400, 1_600])
    #expect(report.added == 3 && report.problems.count == 1)
    #expect(report.problems.first?.contains("items 3 to 4 of") == true)
    #expect(report.problems.first?.contains("another program is writing") == true)
    let status = try shelf.store().status(now: shelf.clock.time)
    #expect(status.indexed == nil)
    let again = try shelf.indexer().add([shelf.path("a.txt")], options: SourceOptions())
    #expect(again.added == 2 && again.unchanged == 3)
    #expect(try shelf.open().corpus.count == 5)
  }
}
