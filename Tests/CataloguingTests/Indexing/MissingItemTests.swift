import Corpora
import TestSupport
import Testing

@testable import Cataloguing

/// Tests how items are restored if they are missing from the catalog although their file is
/// unchanged.
@Suite struct MissingItemTests {
  private static func withID(domain: String = "") -> SourceOptions {
    var options = SourceOptions()
    options.idField = "id"
    options.domain = domain
    return options
  }

  @discardableResult
  private func add(
    _ names: String..., to shelf: Shelf, options: SourceOptions = MissingItemTests.withID()
  ) throws -> IndexingReport {
    try shelf.indexer().add(names.map(shelf.path), options: options)
  }

  /// The titles of all items, by the id of the item.
  private func names(_ shelf: Shelf) throws -> [String: String] {
    var names: [String: String] = [:]
    for texts in try shelf.open().corpus.texts { names[texts["id"] ?? ""] = texts["name"] }
    return names
  }

  /// A catalog with the files `a.csv` and `b.csv`, which each have a record with the id 2.
  private func overlapping(domain: String = "") throws -> Shelf {
    let shelf = try Shelf()
    try shelf.write("a.csv", "id,name\n1,one\n2,two of a\n")
    try shelf.write("b.csv", "id,name\n2,two of b\n9,nine\n")
    try add("a.csv", to: shelf, options: Self.withID(domain: domain.isEmpty ? "" : "a"))
    try add("b.csv", to: shelf, options: Self.withID(domain: domain))
    #expect(try names(shelf) == ["1": "one", "2": "two of b", "9": "nine"])
    return shelf
  }

  @Test func `an item that another file had replaced returns when that file loses it`() throws {
    let shelf = try overlapping()
    try shelf.write("b.csv", "id,name\n9,nine\n")
    #expect(try add("b.csv", to: shelf).removed == 1)
    #expect(try names(shelf) == ["1": "one", "9": "nine"])
    #expect(try shelf.store().status(now: shelf.clock.time).due == nil)
    #expect(try add("a.csv", to: shelf).added == 1)
    #expect(try names(shelf) == ["1": "one", "2": "two of a", "9": "nine"])
    #expect(try shelf.store().status(now: shelf.clock.time).due != nil)
  }

  @Test func `a refresh restores a replaced item at any age, and in the same run`() throws {
    let shelf = try overlapping()
    try shelf.write("b.csv", "id,name\n9,nine\n")
    try add("b.csv", to: shelf)
    let refreshed = try shelf.indexer().refresh()
    #expect(refreshed.added == 1 && refreshed.notDue?.count == 1)
    #expect(try names(shelf)["2"] == "two of a")
    // One refresh removes the item of one file and restores the item of the other file.
    try shelf.write("b.csv", "id,name\n2,two of b\n9,nine\n")
    try add("b.csv", to: shelf)
    try shelf.write("b.csv", "id,name\n9,nine\n")
    let both = try shelf.indexer().refresh(maximumAge: 0)
    #expect(both.added == 1 && both.removed == 1 && both.unchangedFiles == 1)
    #expect(try names(shelf)["2"] == "two of a")
  }

  @Test func `an item that another domain had replaced returns when the domain is deleted`()
    throws
  {
    let shelf = try overlapping(domain: "b")
    #expect(try shelf.store().delete(domains: ["b"]) == 2)
    #expect(try names(shelf) == ["1": "one"])
    #expect(try shelf.indexer().refresh().added == 1)
    #expect(try names(shelf) == ["1": "one", "2": "two of a"])
  }

  @Test func `files with the same ids are not read again at every refresh`() throws {
    let shelf = try overlapping()
    for _ in 0..<2 {
      let report = try shelf.indexer().refresh(maximumAge: 0)
      #expect(report.unchangedFiles == 2 && report.replaced == 0)
      #expect(try names(shelf)["2"] == "two of b")
    }
    // Adding `a.csv` again reads that file, and its item with the id 2 replaces the item of
    // `b.csv`.
    #expect(try add("a.csv", to: shelf).replaced == 1)
    #expect(try names(shelf)["2"] == "two of a")
    #expect(try shelf.indexer().refresh(maximumAge: 0).unchangedFiles == 2)
    #expect(try names(shelf)["2"] == "two of a")
  }

  @Test func `adding a folder restores what one of its files loses to another`() throws {
    let shelf = try Shelf()
    try shelf.write("all/a.csv", "id,name\n1,one\n2,two of a\n")
    try shelf.write("all/b.csv", "id,name\n2,two of b\n")
    try add("all", to: shelf)
    #expect(try names(shelf)["2"] == "two of b")
    #expect(try add("all", to: shelf).unchangedFiles == 2)
    #expect(try names(shelf)["2"] == "two of b")
    try shelf.write("all/b.csv", "id,name\n3,three\n")
    try add("all", to: shelf)
    #expect(try names(shelf) == ["1": "one", "2": "two of a", "3": "three"])
  }

  @Test func `an item deleted by id returns when its file is added, but not at a refresh`() throws {
    let shelf = try Shelf()
    try shelf.write("a.csv", "id,name\n1,one\n2,two\n")
    try add("a.csv", to: shelf)
    #expect(try shelf.store().delete(ids: ["1", "none"]) == 1)
    #expect(try shelf.indexer().refresh().notDue?.count == 1)
    #expect(try shelf.indexer().refresh(maximumAge: 0).unchangedFiles == 1)
    #expect(try names(shelf) == ["2": "two"])
    let report = try add("a.csv", to: shelf)
    #expect(report.added == 1 && report.unchanged == 1 && report.unchangedFiles == 0)
    #expect(try names(shelf) == ["1": "one", "2": "two"])
    #expect(try add("a.csv", to: shelf).unchangedFiles == 1)
    _ = try shelf.store().delete(ids: ["1"])
    #expect(try shelf.indexer().refresh(isForced: true).added == 1)
  }

  @Test func `an item that a program had replaced returns after the program's item is deleted`()
    async throws
  {
    let shelf = try Shelf()
    try shelf.write("a.csv", "id,name\n1,one\n")
    try add("a.csv", to: shelf)
    let catalog = try shelf.catalog()
    try await catalog.index([CatalogItem(id: "1", domain: "program")])
    #expect(try shelf.indexer().refresh(maximumAge: 0).unchangedFiles == 1)
    #expect(try names(shelf)["1"] == nil)
    #expect(try await catalog.delete(domains: ["program"]) == 1)
    #expect(try shelf.indexer().refresh().added == 1)
    #expect(try names(shelf) == ["1": "one"])
  }

  @Test func `a change that keeps the size and the modification time is noticed`() throws {
    let shelf = try Shelf()
    func write(_ text: String) throws {
      try shelf.write("s.csv", text)
      try shelf.folder.run("touch -d @1600000000 s.csv")
    }
    try write("id,name\n1,one\n2,two\n")
    try add("s.csv", to: shelf)
    try write("id,name\n1,ONE\n2,two\n")
    #expect(try shelf.indexer().refresh(maximumAge: 0).replaced == 1)
    try write("id,name\n1,ONE\n2,TWO\n")
    #expect(try add("s.csv", to: shelf).replaced == 1)
    #expect(try names(shelf) == ["1": "ONE", "2": "TWO"])
    // A file is treated as unchanged if only its metadata has changed.
    try shelf.folder.run("cp -p s.csv t.csv; mv t.csv s.csv; chmod go-r s.csv")
    #expect(try add("s.csv", to: shelf).unchangedFiles == 1)
  }

  @Test func `binary files in a folder are skipped and counted, but a named one is read`() throws {
    let shelf = try Shelf()
    try shelf.write("all/a.csv", "id,name\n1,needle\0x\n2,needle\n")
    try shelf.write("all/c.csv", "id,name\n3,text\n")
    try shelf.folder.run("gzip -kc all/a.csv > all/z.csv.gz; cp all/a.csv all/b.dat")
    let report = try add("all", to: shelf, options: SourceOptions())
    #expect(report.notices.contains("\(shelf.path("all")): skipped: 2 binary"))
    #expect(report.problems.isEmpty && report.added == 1)
    var options = SourceOptions()
    options.unit = .record
    let records = try add("all", to: shelf, options: options)
    #expect(records.notices == ["\(shelf.path("all")): skipped: 3 binary"])
    #expect(try shelf.open().corpus.texts.compactMap { $0["name"] } == ["text"])
    // The items of a file that becomes binary are removed.
    try shelf.write("all/c.csv", "id,name\n3,te\0xt\n")
    let refreshed = try shelf.indexer().refresh(maximumAge: 0)
    #expect(refreshed.removed == 1)
    #expect(refreshed.notices == ["\(shelf.path("all")): skipped: 4 binary"])
    #expect(try shelf.open().corpus.count == 0)
    #expect(try add("all/a.csv", to: shelf, options: SourceOptions()).added == 2)
  }
}
