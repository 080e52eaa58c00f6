import Corpora
import SQLite
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct LoadingTests {
  @Test func `loading with many threads gives the same corpus as with one`() throws {
    let shelf = try Shelf()
    let store = try shelf.store()
    try Shelf.write(26_000, "alpha", store, expires: shelf.clock.time + 5)
    let one = try store.load(now: shelf.clock.time, threads: 1)
    #expect(one.corpus.count == 26_000 - 520)
    for threads in [2, 3, 8] {
      #expect(isSame(try store.load(now: shelf.clock.time, threads: threads), one))
    }
    // Compare the corpora again after some items are deleted and others have expired.
    _ = try store.delete(ids: stride(from: 0, to: 26_000, by: 5).map { "k\($0)" })
    let later = shelf.clock.time + 10
    let other = try store.load(now: later, threads: 1)
    #expect(isSame(try store.load(now: later, threads: 4), other))
    #expect(other.corpus.count < one.corpus.count * 4 / 5)
  }

  @Test func `an open write transaction does not block readers`() throws {
    let shelf = try Shelf()
    let writer = try shelf.store()
    try Shelf.write(21_000, "before", writer)
    let reader = try shelf.impatientStore()
    let open = OpenCatalog(reader, try reader.load(now: 0))
    try writer.beginBatch()
    let item = CatalogItem(id: "k1", attributes: ItemAttributes(title: "after"))
    _ = try writer.write([item], contents: [nil], try #require(writer.openBatch))
    for threads in [1, 4] {
      let loaded = try reader.load(now: 0, threads: threads)
      #expect(loaded.corpus.text(of: RecordID(1), field: 0) == "before")
    }
    #expect(try !open.update(now: 0))
    #expect(try reader.status(now: 0).counts.ready == 21_000 - 420)
    try writer.endBatch(ClientState(client: "", state: []))
    #expect(try open.update(now: 0))
    #expect(open.corpus.text(of: RecordID(1), field: 0) == "after")
  }

  @Test func `reading during writes gives a consistent snapshot`() async throws {
    let shelf = try Shelf()
    try Shelf.write(20_500, "0", shelf.store())
    let writes = Task.detached {
      let store = try shelf.store()
      for round in 1...8 {
        try Shelf.write(20_500, "\(round)", store)
        _ = try store.delete(ids: (0..<100).map { "k\(round * 150 + $0)" })
      }
    }
    let reads = Task.detached {
      let store = try shelf.store()
      let open = OpenCatalog(store, try store.load(now: 0, threads: 3))
      var seen = 0
      // Run a fixed number of iterations, because the writer and the reader can block each other.
      for _ in 0..<12 {
        _ = try open.update(now: 0)
        let loaded = try store.load(now: 0, threads: 3)
        for corpus in [open.corpus, loaded.corpus] {
          let texts = Set(
            (0..<corpus.count).map { corpus.text(of: RecordID(UInt64($0)), field: 0) })
          #expect(texts.count == 1)
          #expect([20_090, 19_992, 19_991, 19_990].contains { abs($0 - corpus.count) < 5 })
          seen += 1
        }
      }
      return seen
    }
    try await writes.value
    #expect(try await reads.value == 24)
    let store = try shelf.store()
    #expect(try store.database.text("PRAGMA integrity_check") == "ok")
  }

  @Test func `a catalog with more changes than it records is reloaded completely`() throws {
    let shelf = try Shelf()
    let store = try shelf.store()
    try Shelf.write(30_000, "a", store)
    let open = OpenCatalog(store, try store.load(now: 0))
    for text in ["b", "c", "d"] { try Shelf.write(30_000, text, store) }
    #expect(try store.database.integer("SELECT count(*) FROM changes") <= CatalogStore.changeLimit)
    #expect(try open.update(now: 0))
    #expect(Set((0..<100).map { open.corpus.text(of: RecordID(UInt64($0)), field: 0) }) == ["d"])
    _ = try store.delete(domains: ["d"])
    try Shelf.write(10, "e", store)
    #expect(try open.update(now: 0))
    #expect(open.corpus.count == 10)
  }

  @Test(arguments: [
    "UPDATE meta SET value = -9223372036854775808 WHERE key = 'next_item'",
    "UPDATE meta SET value = 9223372036854775807 WHERE key = 'next_item'",
    "UPDATE meta SET value = 'x' WHERE key = 'next_item'",
    "UPDATE meta SET value = -5 WHERE key = 'generation'",
    "UPDATE items SET line = -9223372036854775808", "UPDATE items SET line = 9223372036854775807",
    "UPDATE items SET item = -item", "UPDATE items SET item = item + 9223372036854775800",
    "UPDATE items SET attributes = '{'", "UPDATE items SET attributes = '{\"x\":\"y\"}'",
    "UPDATE items SET expires = 9223372036854775807",
    "UPDATE origins SET ready = 9223372036854775807",
    "UPDATE origins SET ready = -1, failed = -9223372036854775808",
    "DELETE FROM fields", "DELETE FROM meta WHERE key = 'is_on'",
    "UPDATE sources SET indexed = -9223372036854775808", "UPDATE sources SET options = ''",
    "UPDATE meta SET value = 9223372036854775807 WHERE key = 'generation'",
    "INSERT INTO meta VALUES ('maximum_age', 9223372036854775807)",
    "INSERT INTO meta VALUES ('maximum_age', -9223372036854775808)",
    "PRAGMA foreign_keys = OFF; DELETE FROM origins",
  ])
  func `invalid rows in the database cause an error or do not matter, but never a crash`(
    sql: String
  ) throws {
    let shelf = try Shelf()
    try shelf.write("list.csv", "k,name\n1,a\n2,b\n3,c\n")
    var options = SourceOptions()
    options.timeToLive = .seconds(Int.max)
    _ = try shelf.indexer().add([shelf.path("list.csv")], options: options)
    let open = try shelf.open()
    try shelf.database().execute(sql)
    func attempt(_ body: () throws -> Void) throws {
      do { try body() } catch is CatalogError {}
    }
    try attempt { _ = try shelf.open().corpus.texts }
    try attempt { _ = try open.update(now: 5) }
    try attempt { _ = try shelf.store().status(now: shelf.clock.time).due }
    try attempt { _ = try shelf.indexer().refresh() }
    try attempt { _ = try shelf.indexer().refresh(maximumAge: .max) }
    try attempt { _ = try shelf.store().status(now: .min).due }
    try attempt { _ = try shelf.store().purgeExpired(now: .max) }
    try attempt { _ = try shelf.store().delete(ids: ["item-1"]) }
    try attempt { _ = try shelf.indexer().add([shelf.path("list.csv")], options: SourceOptions()) }
    try attempt { _ = try shelf.store().deleteAll() }
  }
}
