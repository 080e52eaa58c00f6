import Basics
import Corpora
import Searching
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct CatalogTests {
  private let shelf: Shelf

  init() throws { shelf = try Shelf() }

  private func item(_ id: String?, _ title: String, domain: String = "d") -> CatalogItem {
    CatalogItem(id: id, domain: domain, attributes: ItemAttributes(title: title))
  }

  private func titles(_ catalog: Catalog) async throws -> [String] {
    let corpus = try await catalog.snapshot().corpus
    return (0..<corpus.count).map { corpus.texts(of: $0)["title"] ?? "" }
  }

  @Test func `items are added, replaced whole and found by every strategy`() async throws {
    let catalog = try shelf.catalog()
    var first = item("a", "The white whale", domain: "account.inbox")
    first.attributes.contentDescription = "of a ship"
    first.attributes.keywords = ["sea", "captain ahab"]
    first.attributes.others = [NamedAttribute(name: "author", value: "Melville")]
    let ids = try await catalog.index([first, item(nil, "no id"), item(nil, "none")])
    #expect(ids == ["a", "item-2", "item-3"])
    var snapshot = try await catalog.snapshot()
    #expect(
      snapshot.corpus.fields
        == [
          Field("title"), Field("description"), Field("keywords", isAlias: true), Field("author"),
        ])
    for (query, strategy) in [
      ("WHITE", "substring"), ("cap ah", "prefix"), ("whale AND melville", "bool"),
      ("^The .* whale$", "regex"),
    ] {
      let found = try Searcher(snapshot.corpus).run(Query(query, by: strategy)).results
      #expect(found.count == 1)
      let id = try await catalog.id(of: try #require(found.first(1).first), in: snapshot)
      #expect(id == "a")
    }
    try await catalog.index([item("a", "Another")])
    snapshot = try await catalog.snapshot()
    let record = try #require(try await catalog.record(ofID: "a", in: snapshot))
    #expect(snapshot.corpus.texts(of: Int(record.rawValue)) == ["title": "Another"])
  }

  @Test func `a wrong item keeps the whole call away`() async throws {
    let catalog = try shelf.catalog()
    await #expect(throws: CatalogError.item(.emptyID)) {
      try await catalog.index([item("a", "fine"), item("", "wrong")])
    }
    #expect(try await titles(catalog).isEmpty)
  }

  @Test func `a batch is there as a whole, with its state, or not at all`() async throws {
    let catalog = try shelf.catalog()
    await #expect(throws: CatalogError.batch(isOpen: false)) {
      try await catalog.endBatch(clientState: [])
    }
    try await catalog.beginBatch()
    await #expect(throws: CatalogError.batch(isOpen: true)) { try await catalog.beginBatch() }
    try await catalog.index([item("a", "one")])
    await #expect(throws: CatalogError.clientStateTooLong(251)) {
      try await catalog.endBatch(clientState: [UInt8](repeating: 1, count: 251))
    }
    let other = try shelf.catalog()
    #expect(try await titles(other).isEmpty)
    await #expect(throws: CatalogError.indexing("test", pid: Platform.processID)) {
      try await other.index([item("b", "two")])
    }
    let state = [UInt8](repeating: 2, count: 250)
    try await catalog.endBatch(clientState: state)
    #expect(try await titles(other) == ["one"])
    #expect(try await other.lastClientState == state)
    try await catalog.beginBatch()
    try await catalog.index([item("c", "three")])
    await catalog.cancelBatch()
    #expect(try await titles(catalog) == ["one"])
    #expect(try await catalog.lastClientState == state)
    try await other.index([item("b", "two")])
    #expect(try await titles(catalog) == ["one", "two"])
  }

  @Test func `domains hold those inside them, whatever signs they are made of`() async throws {
    let catalog = try shelf.catalog()
    let domains = [
      "account", "account.mail", "account.mail.x", "accounts", "account-2", "", "a'b", "a'b.\"c\"",
      "a%", "a%.b", "\u{1F433}", "\u{1F433}.\0", "x'; DROP TABLE items; --",
    ]
    for outer in domains {
      try await catalog.index(domains.enumerated().map { item("\($0)", $1, domain: $1) })
      let count = try await catalog.delete(domains: [outer])
      let rest = domains.filter { !CatalogDomain.contains($0, in: outer) }
      #expect(count == domains.count - rest.count)
      #expect(try await titles(catalog) == rest)
      try await catalog.deleteAll()
    }
  }

  @Test func `an item that has expired is in no snapshot, before it is purged and after`()
    async throws
  {
    let catalog = try shelf.catalog()
    var mortal = item("m", "mortal")
    mortal.expires = UTCTime(secondsSince1970: shelf.clock.time + 10)
    try await catalog.index([item("a", "first"), mortal, item("b", "last")])
    #expect(try await titles(catalog) == ["first", "mortal", "last"])
    shelf.clock.time += 10
    #expect(try await titles(catalog) == ["first", "last"])
    #expect(try await catalog.status().expired == 1)
    #expect(try await catalog.purgeExpired() == 1)
    #expect(try await catalog.purgeExpired() == 0)
    #expect(try await titles(catalog) == ["first", "last"])
    mortal.expires = UTCTime(secondsSince1970: shelf.clock.time + 1)
    try await catalog.index([mortal])
    #expect(try await titles(catalog) == ["first", "last", "mortal"])
  }

  @Test func `switched off it is empty and takes nothing`() async throws {
    let catalog = try shelf.catalog()
    try await catalog.index([item("a", "one")])
    #expect(await catalog.isIndexingAvailable)
    try await catalog.setOn(false)
    #expect(await !catalog.isIndexingAvailable)
    #expect(try await titles(catalog).isEmpty)
    await #expect(throws: CatalogError.off("test")) { try await catalog.index([item("a", "one")]) }
    await #expect(throws: CatalogError.off("test")) { try await catalog.beginBatch() }
    try await catalog.setOn(true)
    try await catalog.index([item("a", "again")])
    #expect(try await titles(catalog) == ["again"])
  }

  @Test func `an item waits for its content, and one without says why`() async throws {
    try shelf.write("a.txt", "text of a")
    try shelf.write("f/b.txt", "text of b")
    try shelf.write("f/c.txt", "text of c")
    let catalog = try shelf.catalog()
    var items = ["a", "f", "x", "n"].map { item($0, $0) }
    items[0].content = .file(shelf.path("a.txt"))
    items[1].content = .folder(shelf.path("f"))
    items[2].content = .file(shelf.path("x.txt"))
    items[3].content = .text("given")
    try await catalog.index(items)
    let corpus = try await catalog.snapshot().corpus
    #expect(corpus.texts.map { $0["content"] } == ["text of a", "text of b\ntext of c", "given"])
    let status = try await catalog.status()
    #expect(status.counts.ready == 3 && status.counts.failed == 1)
    #expect(status.problems.map(\.reason) == ["no such file"])
    try shelf.write("x.txt", "here now")
    try await catalog.index([items[2]])
    #expect(try await catalog.snapshot().corpus.texts.map { $0["content"] }.last == "here now")
    #expect(try await catalog.status().counts.failed == 0)
  }
}

@Suite struct CatalogLoadingTests {
  @Test func `many threads and one load the same, while another process writes`() async throws {
    let shelf = try Shelf()
    let text = (0..<24_000).map { "line \($0 % 977) of \($0)\n" }.joined()
    try shelf.write("many.txt", text)
    _ = try shelf.indexer(batch: 6_000).add([shelf.path("many.txt")], options: SourceOptions())
    let store = try shelf.store()
    let one = try store.load(now: shelf.clock.time, threads: 1)
    let writer = try shelf.database()
    // A transaction that is open and not ended: readers see the state before it, and do not wait.
    try writer.execute("BEGIN IMMEDIATE; DELETE FROM items WHERE item < 5000")
    let many = try store.load(now: shelf.clock.time, threads: 3)
    try writer.execute("ROLLBACK")
    #expect(one.corpus.count == 24_000 && one.items == many.items)
    #expect(one.corpus.fields == many.corpus.fields)
    for record in stride(from: 0, to: 24_000, by: 7) {
      let id = RecordID(UInt64(record))
      #expect(one.corpus.text(of: id, field: 0) == many.corpus.text(of: id, field: 0))
      #expect(one.corpus.location(of: id) == many.corpus.location(of: id))
    }
  }

  @Test func `loading can be ended`() throws {
    let shelf = try Shelf()
    try shelf.write("few.txt", (0..<3_000).map { "line \($0)\n" }.joined())
    _ = try shelf.indexer(batch: 1_000).add([shelf.path("few.txt")], options: SourceOptions())
    #expect(throws: CatalogError.cancelled) {
      try shelf.store().load(now: 0, isCancelled: { true })
    }
  }
}
