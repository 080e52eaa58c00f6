import SQLite
import TestSupport
import Testing

@testable import Cataloguing
@testable import Shell

@Suite struct CatalogChangeTests {
  @Test func `several domains are deleted together, and an invalid one deletes nothing`() throws {
    let bench = try CatalogBench()
    try bench.run(":catalog create ships")
    for (number, domain) in ["north", "north.ice", "south", "east"].enumerated() {
      let path = try bench.folder.write("ship \(number)\n", to: "\(domain).txt")
      try bench.run(":catalog add ships \(path) --domain \(domain)")
    }
    try bench.run(":catalog open ships", "ship")
    let error = bench.bench.failure(":catalog delete ships --domain south --domain north..ice")
    #expect(error?.message.contains("has an empty part") == true)
    #expect(error?.exitCode == 64)
    #expect(try bench.found.count == 4)
    bench.session.console.isVerbose = true
    #expect(
      try bench.bench.reports(":catalog delete ships --domain south --domain north")
        .hasPrefix("deleted 3 items from ships\n"))
    #expect(try bench.store().status(now: bench.time).domains.map(\.name) == ["east"])
  }

  @Test func `an item shows its domain and its expiry`() throws {
    let bench = try CatalogBench.withShips()
    #expect(
      try bench.run(":catalog item ships rachel")
        .hasSuffix("\ndomain: fleet\nlink: searchbench://ships/rachel\n"))
    try bench.addShips(options: "--expires 2027-02-01")
    #expect(
      try bench.run(":catalog item ships rachel")
        .hasSuffix(
          "\ndomain: fleet\nexpires: 2027-02-01T00:00:00Z\nlink: searchbench://ships/rachel\n"))
  }

  @Test func `a change reports which expired items it added again or deleted`() throws {
    let bench = try CatalogBench.withShips()
    try bench.addShips(options: "--ttl 60s")
    bench.time += 61
    bench.session.console.isVerbose = true
    let path = bench.folder.path + "/ships.jsonl"
    let added = ":catalog add ships \(path) --domain fleet --id-field id --ttl 60s"
    #expect(try bench.bench.reports(added).contains(", 3 expired items added again in "))
    bench.time += 61
    #expect(
      try bench.bench.reports(":catalog delete ships --id nobody")
        .hasPrefix("deleted 0 items and 3 expired items from ships\n"))
  }

  @Test func `an item deleted by id returns when its file is added again`() throws {
    let bench = try CatalogBench.withShips()
    try bench.run(":catalog delete ships --id rachel", "whaler")
    #expect(try bench.found == ["pequod"])
    try bench.run(":catalog refresh ships --max-age 0", "whaler")
    #expect(try bench.found == ["pequod"])
    try bench.addShips()
    try bench.run("whaler")
    #expect(try bench.found == ["pequod", "rachel"])
  }

  @Test func `opening an item link of a disabled catalog reports that the catalog is off`() throws {
    let bench = try CatalogBench.withShips()
    try bench.run(":catalog off ships")
    #expect(
      bench.bench.failure(":catalog item searchbench://ships/rachel")?.message
        == "the catalog ships is off and has no items; "
        + "searchbench catalog on ships indexes its sources again")
  }

  @Test func `a refused batch is reported before it is retried`() throws {
    let bench = try CatalogBench.withShips(isInteractive: true)
    let database = try Database(
      path: bench.store().file.path, mode: .readWrite)
    try database.execute(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON items WHEN new.title = 'bad'
      BEGIN SELECT raise(ABORT, 'refused'); END
      """)
    let path = try bench.folder.write("good\nbad\n", to: "list.txt")
    bench.session.catalogs.wait = { _ in }
    _ = bench.bench.failure(":catalog add ships \(path) --batch 1")
    // Join the lines, because messages are wrapped at a terminal.
    let text = try bench.bench.reports(":# what was reported").replacing("\n", with: " ")
    #expect(text.contains("warning: items 2 to 2 of \(path): refused; trying again in 100 ms "))
    #expect(text.contains("refused; trying again in 1.6 s "))
    #expect(try bench.store().status(now: bench.time).counts.ready == 4)
  }
}
