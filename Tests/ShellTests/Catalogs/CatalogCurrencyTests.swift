import Cataloguing
import Reporting
import Searching
import Terminal
import TestSupport
import Testing

@testable import Shell

/// Tests that an open catalog shows changes to its items, including changes by other processes.
@Suite struct CatalogCurrencyTests {
  private static let lines = ["whaler", ":show 1", ":export - --format csv", ":within e", ":show"]

  @Test(arguments: lines)
  func `no command shows a deleted item`(line: String) throws {
    let bench = try CatalogBench.withShips()
    try bench.run("whaler")
    #expect(try bench.store().delete(ids: ["pequod"]) == 1)
    let text = try bench.run(line)
    #expect(!text.contains("Nantucket"))
    #expect(text.contains("boats") || text.contains("Rachel"))
    #expect(try bench.found == ["rachel"])
  }

  @Test(arguments: lines)
  func `no command shows an expired item`(line: String) throws {
    let bench = try CatalogBench.withShips()
    try bench.run(":catalog create brief")
    let one = try bench.folder.write(CatalogBench.ship(0), to: "one.jsonl")
    let two = try bench.folder.write(CatalogBench.ship(1), to: "two.jsonl")
    try bench.run(
      ":catalog add brief \(one) --id-field id --ttl 600s",
      ":catalog add brief \(two) --id-field id",
      ":catalog open brief", "whaler")
    #expect(try bench.found == ["pequod", "rachel"])
    bench.time += 599
    try bench.run(":show")
    #expect(try bench.found == ["pequod", "rachel"])
    bench.time += 1
    let text = try bench.run(line)
    #expect(!text.contains("Nantucket"))
    #expect(text.contains("boats") || text.contains("Rachel"))
    #expect(try bench.found == ["rachel"])
  }

  @Test func `added items appear immediately, even in the last result`() throws {
    let bench = try CatalogBench.withShips()
    try bench.run("whaler")
    try bench.addShips(
      CatalogBench.ships
        + #"{"id": "jungfrau", "title": "Jungfrau", "text": "a whaler without oil"}"#)
    #expect(try bench.found == ["pequod", "rachel", "jungfrau"])
    #expect(try bench.run(":corpora").contains("4"))
  }

  @Test func `the current hit stays on its record when earlier records are deleted`() throws {
    let bench = try CatalogBench.withShips(isInteractive: true)
    try bench.run("whaler", ":next")
    #expect(bench.session.cursor.outcome?.current == HitPlace(row: 1, hit: 0))
    _ = try bench.store().delete(ids: ["pequod"])
    try bench.run(":show")
    #expect(try bench.found == ["rachel"])
    #expect(bench.session.cursor.outcome?.current == HitPlace(row: 0, hit: 0))
    _ = try bench.store().delete(ids: ["rachel"])
    try bench.run(":show")
    #expect(bench.session.cursor.outcome?.current == nil)
    #expect(try bench.found == [])
  }

  @Test func `a nested :within result is updated after a deletion`() throws {
    let bench = try CatalogBench.withShips()
    try bench.run("whaler", ":within a", ":within t")
    #expect(try bench.found == ["pequod", "rachel"])
    _ = try bench.store().delete(ids: ["pequod"])
    try bench.run(":show")
    #expect(try bench.found == ["rachel"])
    #expect(bench.session.cursor.outcome?.outer.count == 2)
  }

  @Test func `a deleted catalog is closed, and a recreated one stays open`() throws {
    let bench = try CatalogBench.withShips()
    try bench.run("whaler")
    let file = try bench.store().file
    try file.drop()
    #expect(throws: (any Error).self) { try bench.run("whaler") }
    #expect(bench.session.workspace.corpora.isEmpty)
    #expect(bench.session.cursor.outcome == nil)
    try bench.run(":catalog create ships")
    try bench.addShips()
    try bench.run(":catalog open ships", "whaler")
    try file.drop()
    try file.create()
    try bench.run(":show all")
    #expect(try bench.found == [])
    #expect(bench.session.workspace.corpora.map(\.name) == ["ships"])
  }

  @Test func `dropping the corpus keeps the catalog, and undo shows its current items`()
    throws
  {
    let bench = try CatalogBench.withShips()
    try bench.run(":drop ships")
    _ = try bench.store().delete(ids: ["pequod"])
    try bench.run(":undo", "whaler")
    #expect(try bench.found == ["rachel"])
    try bench.run(":catalog drop ships")
    #expect(bench.session.workspace.corpora.isEmpty)
    #expect(bench.bench.failure(":catalog open ships")?.exitCode == 2)
  }

  @Test func `an open catalog works with indexes, under a second name, and next to :load`() throws {
    let bench = try CatalogBench.withShips()
    try bench.run(":paths build", ":catalog open ships --as boats", ":use ships boats", "boats")
    #expect(try bench.found == ["rachel", "rachel"])
    #expect(bench.session.cursor.outcome?.rows.key(ofRow: 1).corpus == "boats")
    _ = try bench.store().delete(ids: ["rachel"])
    try bench.run(":show")
    #expect(try bench.found == [])
    try bench.run(":catalog open ships --as boats")
    #expect(bench.session.workspace.scope == ["boats"])
    let path = bench.folder.path + "/ships.jsonl"
    #expect(bench.bench.failure(":load \(path)")?.message.contains("already loaded") == true)
    let error = bench.bench.failure(":load \(path) --append")
    #expect(
      error?.message
        == "ships is a catalog; :catalog add ships adds to it, --as chooses another name")
    #expect(try bench.run(":corpora").contains("searchbench://ships"))
  }

  @Test func `live search keeps its current record after another item is deleted`() throws {
    let bench = try CatalogBench.withShips()
    var state = LiveState(
      "whaler", strategy: "substring", options: SearchOptions(),
      corpora: bench.session.workspace.corporaInScope, purpose: .result, rows: 5)
    func answer(_ number: Int) throws {
      let query = try CompiledQuery(state.query)
      let results = try state.corpora.map { try $0.source.search(query, ResultRequest(), .never) }
      state.show(
        LiveResult(
          query: state.query, number: number, searched: state.corpora, rows: ResultRows(results),
          isWhole: true))
    }
    try answer(1)
    _ = state.press(.down)
    #expect(state.place == HitPlace(row: 1, hit: 0))
    _ = try bench.store().delete(ids: ["pequod"])
    let moved = try #require(try bench.session.catalogs.update(following: state.anchors))
    state.replace(bench.session.workspace.corporaInScope, moved: moved)
    #expect(state.result == nil)
    try answer(2)
    #expect(state.rowCount == 1)
    #expect(state.place == HitPlace(row: 0, hit: 0))
    #expect(try bench.session.catalogs.update() == nil)
  }
}
