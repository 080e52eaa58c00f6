import Corpora
import Searching
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct IndexerTests {
  @Test func `the rows of a CSV file become items that every strategy finds`() throws {
    let shelf = try Shelf()
    try shelf.write("birds.csv", "code,name,note\n1,Sparrow,small\n2,Whale bird,\"big, grey\"\n")
    var options = SourceOptions()
    options.idField = "code"
    options.titleField = "name"
    options.domain = "birds"
    let report = try shelf.indexer().add([shelf.path("birds.csv")], options: options)
    #expect(report.added == 2 && report.isComplete && report.problems.isEmpty)
    let open = try shelf.open()
    #expect(open.corpus.count == 2)
    #expect(open.corpus.fields.map(\.name) == ["title", "code", "note"])
    let found = try Searcher(open.corpus).run(Query("whale", by: "substring"))
    #expect(found.results.count == 1)
    #expect(try open.id(of: RecordID(1)) == "2")
    #expect(try open.record(ofID: "1") == RecordID(0))
    #expect(open.corpus.location(of: RecordID(1)).line == 3)
  }

  @Test func `a refresh reads changed files and keeps the items of unchanged files`() throws {
    let shelf = try Shelf()
    try shelf.write("list.txt", "alpha\nbeta\ngamma\nbeta\n")
    let options = SourceOptions()
    _ = try shelf.indexer().add([shelf.path("list.txt")], options: options)
    let before = try shelf.open()
    #expect(before.corpus.count == 4)
    let ids = try (0..<4).map { try before.id(of: RecordID($0)) }
    try shelf.write("list.txt", "delta\ngamma\nbeta\nalpha\n")
    shelf.clock.time += 31 * 86_400
    let report = try shelf.indexer().refresh()
    #expect(report.added == 1 && report.unchanged == 3 && report.removed == 1)
    #expect(try before.update(now: shelf.clock.time))
    let texts = (0..<4).map { before.corpus.text(of: RecordID($0), field: 0) }
    #expect(texts == ["alpha", "beta", "gamma", "delta"])
    #expect(try before.id(of: RecordID(0)) == ids[0])
    #expect(before.corpus.location(of: RecordID(0)).line == 4)
    #expect(try shelf.indexer().refresh().notDue?.count == 1)
    #expect(try shelf.indexer().refresh(isForced: true).unchanged == 4)
  }

  @Test func `text files in a folder become items, and other files are reported`() throws {
    let shelf = try Shelf()
    try shelf.write("texts/a.txt", "a whale\nand more\n")
    try shelf.write("texts/sub/b.md", "nothing\n")
    try shelf.write("texts/c.csv", "k,v\n1,whale two\n")
    try shelf.write("texts/d.bin", "x\0\0\0y")
    let report = try shelf.indexer().add([shelf.path("texts")], options: SourceOptions())
    #expect(report.added == 3 && report.failed == 1)
    let status = try shelf.store().status(now: shelf.clock.time)
    #expect(status.counts.ready == 3 && status.counts.failed == 1 && status.counts.pending == 0)
    #expect(status.problems.map(\.reason) == ["a binary file"])
    let open = try shelf.open()
    #expect(try open.record(ofID: shelf.path("texts/sub/b.md")) != nil)
    #expect(try Searcher(open.corpus).run(Query("whale", by: "prefix")).results.count == 2)
    let again = try shelf.indexer().refresh(maximumAge: 0)
    #expect(again.unchangedFiles == 3)
  }
}
