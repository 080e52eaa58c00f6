import Corpora
import Synchronization
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct UnfinishedSourceTests {
  private func status(_ shelf: Shelf) throws -> CatalogStatus {
    try shelf.store().status(now: shelf.clock.time)
  }

  private static func withID() -> SourceOptions {
    var options = SourceOptions()
    options.idField = "id"
    return options
  }

  @Test func `after a failed refresh, the next one is due immediately and says why`() throws {
    let shelf = try Shelf()
    try shelf.write("list.csv", "id,name\na,whale\n")
    let path = shelf.path("list.csv")
    _ = try shelf.indexer().add([path], options: Self.withID())
    #expect(try status(shelf).due != nil)
    try shelf.write("list.csv", "key,name\na,whale\nb,boat\n")
    let failed = try shelf.indexer().refresh(isForced: true)
    #expect(failed.problems.count == 1)
    let after = try status(shelf)
    #expect(after.due == nil && after.sources[0].isUnfinished)
    #expect(after.sources[0].problems == failed.problems)
    // The next refresh reads the repaired file, because the last attempt to read it failed.
    try shelf.write("list.csv", "id,name\na,whale\nb,boat\n")
    let again = try shelf.indexer().refresh()
    #expect(again.added == 1 && again.notDue == nil)
    #expect(
      again.notices == ["\(path): retrying, because the last attempt failed: \(failed.problems[0])"]
    )
    #expect(try status(shelf).due != nil)
    #expect(try shelf.indexer().refresh().notDue?.count == 1)
  }

  @Test func `after an interrupted refresh, the next one is due immediately`() throws {
    let shelf = try Shelf()
    try shelf.write("list.txt", "one\ntwo\nthree\nfour\n")
    _ = try shelf.indexer().add([shelf.path("list.txt")], options: SourceOptions())
    try shelf.write("list.txt", "one\ntwo\nthree\nfour\nfive\nsix\n")
    let checks = Mutex(0)
    var environment = Indexer.Environment(
      now: { shelf.clock.time },
      isCancelled: {
        checks.withLock {
          $0 += 1
          return $0 > 3
        }
      }, wait: { _ in })
    environment.batch = 2
    let cut = try Indexer(try shelf.store(), environment).refresh(isForced: true)
    #expect(!cut.isComplete)
    #expect(try status(shelf).sources[0].isUnfinished)
    let again = try shelf.indexer().refresh()
    #expect(again.notices.contains { $0.hasSuffix("the last attempt failed: it was interrupted") })
    #expect(try status(shelf).counts.ready == 6)
    #expect(try !status(shelf).sources[0].isUnfinished)
  }

  @Test func `a text file that is too large is retried, and a binary file is not`() throws {
    let shelf = try Shelf()
    try shelf.folder.run("mkdir notes")
    try shelf.write("notes/a.txt", "whale\n")
    try shelf.write("notes/b.txt", "bo\0at\n")
    let folder = shelf.path("notes")
    _ = try shelf.indexer().add([folder], options: SourceOptions())
    #expect(try !status(shelf).sources[0].isUnfinished)
    try shelf.folder.run("yes | head -c 64000001 > notes/c.txt")
    _ = try shelf.indexer().refresh(isForced: true)
    #expect(try status(shelf).sources[0].isUnfinished)
    try shelf.folder.run("rm notes/c.txt")
    #expect(try shelf.indexer().refresh().notDue == nil)
    #expect(try !status(shelf).sources[0].isUnfinished)
  }

  @Test func `all problems of a source are kept, up to a hundred`() throws {
    let shelf = try Shelf()
    let rows = String(repeating: ",x\n", count: 120)
    try shelf.write("list.csv", "id,name\n" + rows)
    _ = try shelf.indexer().add([shelf.path("list.csv")], options: Self.withID())
    #expect(try status(shelf).sources.map(\.problems.count) == [101])
    #expect(try status(shelf).sources[0].problems.last == "and 20 more problems")
  }

  @Test func `any change deletes expired items, and items added again are counted`() throws {
    let shelf = try Shelf()
    var options = Self.withID()
    options.timeToLive = .seconds(60)
    try shelf.write("list.csv", "id,name\na,whale\nb,boat\n")
    let path = shelf.path("list.csv")
    _ = try shelf.indexer().add([path], options: options)
    shelf.clock.time += 61
    try shelf.write("list.csv", "id,name\na,whale\n")
    let again = try shelf.indexer().add([path], options: options)
    #expect(again.revived == 1 && again.removed == 1 && again.purged == 0)
    shelf.clock.time += 61
    try shelf.write("other.txt", "one\n")
    let other = try shelf.indexer().add([shelf.path("other.txt")], options: SourceOptions())
    #expect(other.purged == 1 && other.revived == 0)
    #expect(try status(shelf).counts.ready == 1 && status(shelf).expired == 0)
  }

  @Test func `expired items of an unchanged file are renewed and counted`() throws {
    let shelf = try Shelf()
    var options = SourceOptions()
    options.timeToLive = .seconds(60)
    try shelf.write("list.txt", "one\ntwo\n")
    try shelf.folder.run("touch -d @1700000000 list.txt")
    let path = shelf.path("list.txt")
    _ = try shelf.indexer().add([path], options: options)
    shelf.clock.time += 61
    #expect(try shelf.indexer().add([path], options: options).revived == 2)
  }

  @Test func `a row's content is the text of the file that it names`() throws {
    let shelf = try Shelf()
    try shelf.folder.run("mkdir texts")
    try shelf.write("texts/a.txt", "call me Ishmael\n")
    try shelf.write(
      "list.csv", "id,path,content\na,texts/a.txt,first\nb,texts/b.txt,second\nc,,third\n")
    var options = Self.withID()
    options.contentField = "path"
    let path = shelf.path("list.csv")
    let report = try shelf.indexer().add([path], options: options)
    #expect(report.added == 2 && report.failed == 1)
    #expect(
      report.problems == [
        "\(path):3: \(shelf.path("texts/b.txt")): no such file; not searchable"
      ])
    #expect(
      try shelf.open().corpus.texts == [
        [
          "id": "a", "path": "texts/a.txt", "field.content": "first",
          "content": "call me Ishmael\n",
        ],
        ["id": "c", "field.content": "third"],
      ])
    #expect(try status(shelf).problems.map(\.reason) == ["no such file"])
    // The CSV file is unchanged, but the files that its rows name have changed.
    try shelf.write("texts/b.txt", "white whale\n")
    try shelf.write("texts/a.txt", "call me Ahab\n")
    let again = try shelf.indexer().refresh()
    #expect(again.added == 1 && again.replaced == 1 && again.problems.isEmpty)
    #expect(
      Set(try shelf.open().corpus.texts.compactMap { $0["content"] })
        == ["call me Ahab\n", "white whale\n"])
  }

  @Test func `the same field can be both title and keywords`() throws {
    let shelf = try Shelf()
    try shelf.write("list.csv", "name,x\nwhale,1\n")
    var options = SourceOptions()
    (options.titleField, options.keywordsField) = ("name", "name")
    _ = try shelf.indexer().add([shelf.path("list.csv")], options: options)
    try shelf.write("lines.txt", "boat\n")
    var plain = SourceOptions()
    plain.keywordsField = "text"
    _ = try shelf.indexer().add([shelf.path("lines.txt")], options: plain)
    #expect(
      try shelf.open().corpus.texts == [
        ["title": "whale", "keywords": "whale", "x": "1"],
        ["title": "boat", "keywords": "boat"],
      ])
  }
}
