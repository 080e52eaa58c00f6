import Cataloguing
import Reporting
import TestSupport
import Testing

@testable import Shell

@Suite struct CatalogItemTests {
  @Test func `a record shows its link, and the link opens it with the same query`() throws {
    let bench = try CatalogBench.withShips()
    let shown = try bench.run(":prefix whal", ":show 2")
    let link = "searchbench://ships/rachel?query=whal&strategy=prefix"
    #expect(shown.hasSuffix("\nlink: \(link)\n"))
    let other = try CatalogBench(isInteractive: true)
    #expect(
      other.bench.failure(":catalog item \(link)")?.message.contains("is named ships") == true)
    let again = try bench.run(":drop ships", ":catalog item '\(link)'")
    #expect(again == shown)
    #expect(try bench.found == ["pequod", "rachel"])
    #expect(bench.session.cursor.outcome?.current == HitPlace(row: 1, hit: 0))
    #expect(bench.session.workspace.settings.strategy == "substring")
  }

  @Test func `showing an item keeps a last result with that item, or makes the item the result`()
    throws
  {
    let bench = try CatalogBench.withShips()
    try bench.run("whaler", ":catalog item ships rachel")
    #expect(try bench.found == ["pequod", "rachel"])
    #expect(bench.session.cursor.outcome?.current?.row == 1)
    let alone = try bench.run(":catalog item ships bachelor")
    #expect(alone.contains("hits: 0\n"))
    #expect(alone.hasSuffix("link: searchbench://ships/bachelor\n"))
    #expect(try bench.found == ["bachelor"])
    _ = try bench.store().delete(ids: ["pequod"])
    try bench.run(":show")
    #expect(try bench.found == ["bachelor"])
    try bench.run(":catalog item ships rachel")
    #expect(try bench.found == ["rachel"])
    try bench.run(":catalog item ships bachelor")
    _ = try bench.store().delete(ids: ["bachelor"])
    #expect(bench.bench.failure(":show")?.message.contains("no result") == true)
  }

  @Test func `a message explains why an item cannot be shown`() throws {
    let bench = try CatalogBench.withShips()
    func message(_ id: String) -> String? {
      bench.bench.failure(":catalog item ships \(id)")?.message
    }
    #expect(message("rachell") == "there is no item rachell in ships; did you mean rachel?")
    #expect(message("nobody")?.hasPrefix("there is no item nobody in ships; its id is") == true)
    #expect(
      message("''") == "the id of an item cannot be empty: searchbench catalog item NAME ID")
    try bench.addShips(options: "--expires 2027-01-15T08:00:10Z")
    try bench.run(":catalog item ships rachel")
    bench.time += 10
    #expect(
      message("rachel")
        == "the item rachel of ships has expired (2027-01-15T08:00:10Z): add it again to see it")
  }

  @Test(arguments: [
    ("http://x/y", "this is not an item URL"), ("searchbench://ships", "names no item"),
    ("searchbench://-x/y", "cannot name a catalog"),
    ("searchbench://ships/%zz", "not a percent escape"),
    ("searchbench://ships/%FF", "not UTF-8"),
    ("searchbench://ships/a#b", "cannot have a part after"),
    ("searchbench://ships/rachel?query=a&strategy=fuzzy", "the link's strategy cannot be fuzzy"),
    ("searchbench://nobody/rachel", "no catalog is named nobody"),
  ])
  func `an invalid item link is refused`(link: String, message: String) throws {
    let bench = try CatalogBench.withShips()
    let error = bench.bench.failure(":catalog item '\(link)'")
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.exitCode == 2)
  }

  @Test func `a link with an invalid query shows only the item, with a warning`() throws {
    let bench = try CatalogBench.withShips(isInteractive: true)
    let text = try bench.bench.reports(
      ":catalog item 'searchbench://ships/rachel?query=%28&strategy=regex'")
    #expect(text.contains("warning: the link's query is not run: "))
    #expect(try bench.found == ["rachel"])
  }

  @Test func `the editor opens an item's file at its line`() throws {
    let bench = try CatalogBench.withShips()
    try bench.run("whaler")
    let found = try #require(bench.session.cursor.outcome)
    let command = try bench.session.pages.editorArguments(for: try found.place(ofRow: 1))
    #expect(command.suffix(2) == ["+2", bench.folder.path + "/ships.jsonl"])
  }

  @Test func `opening an item without a file is refused and shows its link`() async throws {
    let bench = try CatalogBench()
    let catalog = try await Catalog.open(
      "loose", in: bench.folder.path + "/data/searchbench/catalogs")
    var item = CatalogItem(id: "a/b c", domain: "notes")
    item.attributes.title = "white whale"
    try await catalog.index([item])
    #expect(
      try bench.run(":catalog open loose", "whale") == "searchbench://loose:1:7:white whale\n")
    let error = bench.bench.failure(":open 1")
    #expect(
      error?.message
        == "row 1 has no file to open: its item is only in the catalog, as "
        + "searchbench://loose/a%2Fb%20c")
    #expect(
      try bench.run(":catalog item searchbench://loose/a/b%20c").contains("title: white whale"))
  }
}
