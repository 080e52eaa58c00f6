import Basics
import Corpora
import SQLite
import Searching
import System
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct CatalogTests {
  private func item(_ id: String?, _ title: String, domain: String = "d") -> CatalogItem {
    CatalogItem(id: id, domain: domain, attributes: ItemAttributes(title: title))
  }

  private func titles(_ catalog: Catalog) async throws -> [String] {
    try await catalog.snapshot().corpus.texts.compactMap { $0["title"] }
  }

  private func error(_ body: () async throws -> Void) async throws -> CatalogError? {
    do {
      try await body()
      return nil
    } catch let error as CatalogError { return error }
  }

  @Test func `items are found by their attributes, and a new version replaces all of them`()
    async throws
  {
    let shelf = try Shelf()
    let catalog = try shelf.catalog()
    var whale = item("w", "The whale")
    whale.attributes.keywords = ["sea", "ahab"]
    whale.content = .text("call me")
    let ids = try await catalog.index([whale, item(nil, "made"), item(nil, "too")])
    #expect(ids == ["w", "item-2", "item-3"])
    let snapshot = try await catalog.snapshot()
    for (text, strategy) in [
      ("whal", "prefix"), ("ahab AND call", "bool"), ("all m", "substring"), ("^a..b$", "regex"),
    ] {
      let found = try Searcher(snapshot.corpus).run(Query(text, by: strategy))
      #expect(found.results.count == 1, "\(strategy)")
    }
    try await catalog.index([item("w", "Other")])
    #expect(try await catalog.snapshot().corpus.texts[0] == ["title": "Other"])
    // The snapshot that was taken earlier does not change.
    #expect(snapshot.corpus.texts[0]["content"] == "call me")
    #expect(try await catalog.id(of: RecordID(2), in: snapshot) == "item-3")
    #expect(try await catalog.record(ofID: "item-3", in: snapshot) == RecordID(2))
    #expect(try await catalog.record(ofID: "x", in: snapshot) == nil)
    try await catalog.delete(ids: ["item-3"])
    #expect(try await catalog.id(of: RecordID(2), in: snapshot) == nil)
  }

  @Test func `a batch is atomic and stores the client's state with its items`() async throws {
    let shelf = try Shelf()
    let catalog = try shelf.catalog()
    #expect(try await catalog.lastClientState == nil)
    #expect(
      try await error { try await catalog.endBatch(clientState: []) } == .batch(isOpen: false))
    await catalog.cancelBatch()
    try await catalog.beginBatch()
    #expect(try await error { try await catalog.beginBatch() } == .batch(isOpen: true))
    try await catalog.index([item("a", "one")])
    for body in [
      { try await catalog.delete(ids: ["a"]) }, { try await catalog.deleteAll() },
      { try await catalog.delete(domains: ["d"]) }, { try await catalog.setOn(false) },
      { _ = try await catalog.add(["/"]) }, { _ = try await catalog.refresh() },
    ] as [() async throws -> Void] {
      #expect(try await error(body) == .batch(isOpen: true))
    }
    let long = [UInt8](repeating: 0, count: 251)
    #expect(
      try await error { try await catalog.endBatch(clientState: long) } == .clientStateTooLong(251))
    try await catalog.index([item("b", "two")])
    // The batch is not visible yet, not even to the program that writes it.
    #expect(try await catalog.snapshot().corpus.count == 0)
    #expect(try await catalog.status().counts.ready == 0)
    try await catalog.endBatch(clientState: Array(long.dropLast()))
    #expect(try await catalog.lastClientState == Array(long.dropLast()))
    #expect(try await titles(catalog) == ["one", "two"])
    try await catalog.beginBatch()
    try await catalog.index([item("a", "new"), item("c", "three")])
    #expect(try await titles(catalog) == ["one", "two"])
    #expect(try await catalog.lastClientState?.count == 250)
    await catalog.cancelBatch()
    #expect(try await titles(catalog) == ["one", "two"])
    try await catalog.beginBatch()
    try await catalog.endBatch(clientState: [])
    #expect(try await catalog.lastClientState == [])
    #expect(try await catalog.index([item(nil, "x")]) == ["item-3"])
  }

  @Test func `a refused batch is rolled back as a whole`() async throws {
    let shelf = try Shelf()
    let catalog = try shelf.catalog()
    try await catalog.index([item("a", "kept")])
    let database = try shelf.database()
    try database.execute(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON items WHEN new.title = 'bad'
      BEGIN SELECT raise(ROLLBACK, 'refused'); END
      """)
    try await catalog.beginBatch()
    try await catalog.index([item("b", "good")])
    let refused = try await error {
      try await catalog.index([item("c", "fine"), item("d", "bad")])
    }
    guard case .database(_, let cause)? = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(cause.detail == "refused")
    #expect(
      try await error { try await catalog.endBatch(clientState: [1]) } == .batch(isOpen: false))
    #expect(try await titles(catalog) == ["kept"])
    #expect(try await catalog.lastClientState == nil)
    let counts = try await catalog.status().counts
    #expect(counts.ready == 1)
    // The canceled batch does not block other programs.
    let other = try shelf.catalog()
    try await other.index([item("e", "after")])
    #expect(try await titles(catalog) == ["kept", "after"])
  }

  @Test func `if one batch of many items is refused, it is reported and the others are written`()
    async throws
  {
    let shelf = try Shelf()
    let catalog = try shelf.catalog()
    try shelf.database().execute(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON items WHEN new.title = 'bad'
      BEGIN SELECT raise(ABORT, 'refused'); END
      """)
    let items = (0..<2_500).map { item("k\($0)", $0 == 1_200 ? "bad" : "good") }
    guard case .unwritten(let range, _, _)? = try await error({ try await catalog.index(items) })
    else {
      Issue.record("no error")
      return
    }
    #expect(range == 1_000..<2_000)
    #expect(try await catalog.snapshot().corpus.count == 1_500)
  }

  @Test func `an invalid item rejects the whole batch`() async throws {
    let shelf = try Shelf()
    let catalog = try shelf.catalog()
    #expect(
      try await error { try await catalog.index([item("a", "x"), item("", "y")]) }
        == .item(.emptyID))
    #expect(try await catalog.snapshot().corpus.count == 0)
  }

  @Test func `a disabled catalog is empty and accepts no items`() async throws {
    let shelf = try Shelf()
    let catalog = try shelf.catalog()
    try shelf.write("list.txt", "a\nb\n")
    let path = shelf.path("list.txt")
    _ = try await catalog.add([path])
    try await catalog.index([item("x", "y")])
    try await catalog.setOn(false)
    #expect(await !catalog.isIndexingAvailable)
    for body in [
      { try await catalog.index([item("a", "b")]) }, { try await catalog.beginBatch() },
      { _ = try await catalog.add([path]) }, { _ = try await catalog.refresh() },
    ] as [() async throws -> Void] { #expect(try await error(body) == .off("test")) }
    #expect(
      CatalogError.off("test").message
        == "the catalog test is off and accepts no items; "
        + "searchbench catalog on test switches it on")
    let status = try await catalog.status()
    #expect(!status.isOn && status.counts.ready == 0 && status.sources.map(\.path) == [path])
    #expect(try await catalog.snapshot().corpus.count == 0)
    try await catalog.setOn(true)
    #expect(await catalog.isIndexingAvailable)
    #expect(try await catalog.refresh().added == 2)
    #expect(try await titles(catalog) == ["a", "b"])
  }

  @Test func `only one process indexes at a time, but others can read and delete`() async throws {
    let shelf = try Shelf()
    let (one, two) = (try shelf.catalog(), try shelf.catalog())
    try await one.index([item("a", "1"), item("b", "2")])
    let lock = try shelf.file.lock()
    let refused = try await error { try await two.index([item("c", "3")]) }
    #expect(refused == .indexing("test", pid: Platform.processID))
    #expect(
      refused?.message
        == "an indexer of test is already running, pid \(Platform.processID): wait for it, or stop it"
    )
    #expect(try await two.status().indexer == Platform.processID)
    #expect(try await titles(two) == ["1", "2"])
    #expect(try await two.delete(ids: ["a", "a", "none"]) == 1)
    _ = consume lock
    #expect(try await one.status().indexer == nil)
    try await one.beginBatch()
    #expect(
      try await error { try await two.beginBatch() } == .indexing("test", pid: Platform.processID))
    try await one.endBatch(clientState: [])
    try await two.index([item("c", "3")])
    #expect(try await titles(one) == ["2", "3"])
  }

  @Test func `an expired item is never shown, and is purged on request`() async throws {
    let shelf = try Shelf()
    let catalog = try shelf.catalog()
    var mortal = item("m", "mortal")
    mortal.expires = Timestamp(secondsSince1970: shelf.clock.time + 10)
    try await catalog.index([mortal, item("i", "immortal")])
    #expect(try await titles(catalog) == ["mortal", "immortal"])
    shelf.clock.time += 9
    #expect(try await titles(catalog) == ["mortal", "immortal"])
    shelf.clock.time += 1
    #expect(try await titles(catalog) == ["immortal"])
    #expect(try await catalog.status().expired == 1)
    #expect(try await catalog.purgeExpired() == 1)
    #expect(try await catalog.purgeExpired() == 0)
    #expect(try await catalog.status().counts.ready == 1)
    // Adding an item that has already expired succeeds, but searches do not find it.
    try await catalog.index([mortal])
    #expect(try await titles(catalog) == ["immortal"])
    mortal.expires = nil
    try await catalog.index([mortal])
    #expect(try await titles(catalog) == ["immortal", "mortal"])
  }

  @Test
  func `an item whose content cannot be read is reported with the reason`() async throws {
    let shelf = try Shelf()
    try shelf.write("all/a.txt", "alpha")
    try shelf.write("all/b.txt", "beta")
    try shelf.write("all/bin.txt", "x\0y")
    try shelf.folder.run("mkfifo pipe; : > empty.txt; mkdir none")
    let names: [(CatalogItem.Content, String?)] = [
      (.file(shelf.path("all/a.txt")), nil), (.folder(shelf.path("all")), nil),
      (.file(shelf.path("no")), "no such file"),
      (.file(shelf.path("all/bin.txt")), "a binary file"),
      (.file(shelf.path("pipe")), "not a regular file"),
      (.file(shelf.path("all")), "a folder, not a file"),
      (.folder(shelf.path("all/a.txt")), "not a folder"),
      (.folder(shelf.path("none")), "a folder without text files"),
      (.file(shelf.path("empty.txt")), nil), (.text("given"), nil),
    ]
    let items = names.enumerated().map { number, content in
      CatalogItem(id: "\(number)", content: content.0)
    }
    let catalog = try shelf.catalog()
    try await catalog.index(items)
    let snapshot = try await catalog.snapshot()
    #expect(
      snapshot.corpus.texts.map { $0["content"] } == ["alpha", "alpha\nbeta", nil, "given"])
    let reasons = try await catalog.status().problems.map(\.reason)
    #expect(Set(reasons) == Set(names.compactMap(\.1)))
    // After the content becomes readable and the item is indexed again, searches find the item.
    try shelf.write("no", "now")
    try await catalog.index([items[2]])
    #expect(try await catalog.snapshot().corpus.texts.last == ["content": "now"])
    #expect(try await catalog.status().counts.failed == 5)
  }

  @Test func `ten-megabyte attributes and unusual names are stored unchanged`() async throws {
    let shelf = try Shelf()
    let catalog = try shelf.catalog()
    let long = String(repeating: "wha\"le \\ 😀\0", count: 800_000)
    var whale = item("'); DROP TABLE items; --\0\u{1F433}", "x", domain: "it's\0.\"d\"")
    whale.attributes.contentDescription = long
    whale.attributes.others = [NamedAttribute(name: "a\"b\\\0\n", value: long)]
    try await catalog.index([whale])
    let snapshot = try await catalog.snapshot()
    let texts = snapshot.corpus.texts[0]
    #expect(texts["description"] == long && texts["a\"b\\\0\n"] == long)
    #expect(try await catalog.record(ofID: whale.id ?? "", in: snapshot) == RecordID(0))
    #expect(try await catalog.status().domains.map(\.name) == ["it's\0.\"d\""])
    #expect(try await catalog.delete(domains: ["it's\0"]) == 1)
    #expect(try await catalog.snapshot().corpus.count == 0)
  }

  @Test func `canonically equivalent names are the same field, but domains and ids stay distinct`()
    async throws
  {
    let shelf = try Shelf()
    let catalog = try shelf.catalog()
    for (id, spelling) in [("\u{E9}", "gr\u{F6}\u{DF}e"), ("e\u{301}", "gro\u{308}\u{DF}e")] {
      var item = item(id, "t", domain: id)
      item.attributes.others = [NamedAttribute(name: spelling, value: "7")]
      try await catalog.index([item, CatalogItem(id: id + "2", domain: "e\u{301}")])
    }
    let corpus = try await catalog.snapshot().corpus
    #expect(corpus.texts.map { $0["gr\u{F6}\u{DF}e"] } == ["7", nil, "7", nil])
    #expect(try await catalog.status().domains.map(\.counts.ready).sorted() == [1, 3])
    #expect(try await catalog.delete(domains: ["e\u{301}"]) == 3)
    #expect(try await catalog.delete(ids: ["e\u{301}"]) == 0)
    #expect(try await catalog.delete(ids: ["\u{E9}"]) == 1)
  }
}
