import Cataloguing
import Terminal
import TestSupport
import Testing

@testable import Shell

@Suite struct CatalogCommandTests {
  @Test func `every strategy finds added items, and the list counts them`() throws {
    let bench = try CatalogBench.withShips()
    #expect(bench.session.workspace.scope == ["ships"])
    try bench.run("whaler")
    #expect(try bench.found == ["pequod", "rachel"])
    try bench.run(":prefix homew bou")
    #expect(try bench.found == ["bachelor"])
    try bench.run(":bool whaler AND NOT boats")
    #expect(try bench.found == ["pequod"])
    try bench.run(":regex ^R")
    #expect(try bench.found == ["rachel"])
    let list = try bench.run(":catalog list --format csv").split(separator: "\n")
    #expect(list[0].hasPrefix("name,items,failed,expired,bytes,state,indexed,due,problem,path"))
    #expect(list[1].hasPrefix("ships,3,0,0,"))
  }

  @Test func `each catalog command reports what it did`() throws {
    let bench = try CatalogBench(isInteractive: true)
    let path = try bench.folder.write(CatalogBench.ships, to: "ships.jsonl")
    #expect(
      try bench.bench.reports(":catalog create ships")
        == "created the catalog ships; :catalog add ships FILE... fills it\n")
    let add = ":catalog add ships \(path) --domain fleet --id-field id"
    #expect(try bench.bench.reports(add).hasPrefix("added 3 items to ships (domain fleet) in "))
    #expect(try bench.bench.reports(add).contains("added 0 items"))
    #expect(try bench.bench.reports(":catalog open ships").hasPrefix("ships: 3 items of catalog"))
    let deleted = ":catalog delete ships --id rachel nobody"
    #expect(try bench.bench.reports(deleted).hasPrefix("deleted 1 item from ships\n"))
    #expect(
      try bench.bench.reports(":catalog delete ships --id nobody").hasPrefix("deleted 0 items"))
    #expect(try bench.bench.reports(":catalog drop ships").contains("permanently"))
    #expect(try bench.bench.reports(":catalog").hasPrefix("there are no catalogs yet; "))
  }

  @Test func `a refresh that is not due reports its next date, and --force runs it`() throws {
    let bench = try CatalogBench.withShips()
    bench.session.console.isVerbose = true
    bench.time += 3 * 86_400
    let line = try bench.bench.reports(":catalog refresh ships").split(separator: "\n").last
    #expect(
      line == "ships was indexed 3 days ago; the next refresh is due after 2027-02-14T08:00:00Z")
    try bench.folder.write(CatalogBench.ship(0), to: "ships.jsonl")
    #expect(try bench.store().status(now: bench.time).counts.ready == 3)
    let forced = try bench.bench.reports(":catalog refresh ships --force")
    #expect(forced.contains("2 removed"))
    try bench.run("e")
    #expect(try bench.found == ["pequod"])
  }

  @Test func `a disabled catalog shows and accepts no items until it is enabled`() throws {
    let bench = try CatalogBench.withShips()
    try bench.run(":catalog off ships", "e")
    #expect(try bench.found == [])
    let error = bench.bench.failure(":catalog add ships \(bench.folder.path)/ships.jsonl")
    #expect(
      error?.message
        == "the catalog ships is off and accepts no items; "
        + "searchbench catalog on ships switches it on")
    #expect(error?.exitCode == 2)
    #expect(try bench.run(":catalog list --format csv").contains(",off,"))
    try bench.run(":catalog on ships", "whaler")
    #expect(try bench.found == ["pequod", "rachel"])
    try bench.run(":catalog on ships", ":catalog off ships", ":catalog off ships")
  }

  @Test func `status shows domains, sources, failures and expiry`() throws {
    let bench = try CatalogBench.withShips()
    try bench.addShips(options: "--ttl 600s")
    bench.time += 1_000
    let text = try bench.run(":catalog status ships")
    #expect(text.contains("items        3 ready, 0 pending, 0 failed, 3 expired\n"))
    #expect(text.contains("\ndomain  ready  pending  failed\nfleet       3"))
    #expect(text.contains("/ships.jsonl  fleet"))
    let json = try bench.run(":catalog status ships --format json")
    #expect(json.contains(#""kind": "domain""#))
    #expect(json.contains(#""maximum_age": 2592000"#))
  }

  @Test func `a file that is not a catalog is listed with its problem, and never changed`() throws {
    let bench = try CatalogBench.withShips()
    let path = bench.folder.path + "/data/searchbench/catalogs/notes.sqlite"
    try bench.folder.write("shopping list\n", to: "data/searchbench/catalogs/notes.sqlite")
    let list = try bench.run(":catalog list")
    #expect(list.contains("notes.sqlite is not a catalog (it is not a database)"))
    #expect(list.contains("ships"))
    for member in ["open", "drop", "status", "refresh", "off"] {
      let error = bench.bench.failure(":catalog \(member) notes")
      #expect(error?.message.contains("is not a catalog") == true, "\(member)")
      #expect(error?.exitCode == 2)
    }
    #expect(bench.bench.failure(":catalog create notes")?.message.contains("exists") == true)
    #expect(TestFile.bytes(path) == Array("shopping list\n".utf8))
  }

  @Test(arguments: [
    (":catalog open shps", "no catalog is named shps; did you mean ships?", 2),
    (":catalog status nobody", "no catalog is named nobody; searchbench catalog list shows", 2),
    (":catalog add shps x", "did you mean ships? (searchbench catalog create shps makes one)", 2),
    (":catalog create ships", "a catalog ships already exists", 2),
    (":catalog create ''", "the name of a catalog is empty", 64),
    (":catalog create ../x", "cannot name a catalog", 64),
    (":catalog create -- -x", "start it with a letter", 64),
    (":catalog opn ships", "there is no :catalog opn; did you mean open?", 64),
    (":catalog add ships", "FILE is missing", 64),
    (":catalog add ships -", "standard input cannot be a source", 64),
    (":catalog add ships x --expires 2026-02-30", "--expires cannot be 2026-02-30: write it", 64),
    (":catalog add ships x --ttl soon", "--ttl cannot be soon: write for example 90s", 64),
    (":catalog add ships x --ttl 0", "--ttl cannot be 0", 64),
    (":catalog add ships x --ttl 1d --expires 2030-01-01", "exclude each other", 64),
    (":catalog add ships x --each lin", "--each cannot be lin", 64),
    (":catalog add ships x --type cvs", "did you mean csv?", 64),
    (":catalog delete ships", "give exactly one of --id, --domain", 64),
    (":catalog delete ships --all --expired", "give exactly one of --id, --domain", 64),
    (":catalog refresh ships --max-age never", "--max-age cannot be never", 64),
    (":catalog list --format yaml", "--format cannot be yaml", 64),
  ])
  func `a message explains why a catalog command cannot run`(
    line: String, message: String, code: Int32
  ) throws {
    let bench = try CatalogBench.withShips()
    let error = bench.bench.failure(line)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.exitCode == code)
    try bench.run("whaler")
    #expect(try bench.found == ["pequod", "rachel"])
  }

  @Test func `files that cannot be indexed are reported, and the exit code is 2`() throws {
    let bench = try CatalogBench(isInteractive: true)
    let path = try bench.folder.write(CatalogBench.ships, to: "ships.jsonl")
    try bench.run(":catalog create ships")
    let missing = bench.bench.failure(":catalog add ships \(path) /nowhere/x --id-field id")
    #expect(missing?.exitCode == 2)
    #expect(missing?.message.contains("/nowhere/x") == true)
    let error = bench.bench.failure(":catalog add ships \(path) --id-field name")
    #expect(
      error?.message
        == "not everything was indexed: the warnings show what is missing from ships")
    #expect(error?.exitCode == 2)
    let warnings = try bench.bench.reports(":corpora")
    #expect(warnings.contains("warning: \(path): "))
  }

  @Test func `help and completion include subcommands and catalog names`() throws {
    let bench = try CatalogBench.withShips()
    func offers(_ line: String) -> [String] {
      Completer(workspace: bench.session.workspace).complete(line, line.utf8.count).candidates.map(
        \.text)
    }
    #expect(offers(":catalog re") == ["refresh"])
    #expect(offers(":catalog open s") == ["ships"])
    #expect(offers(":catalog create s") == [])
    #expect(
      offers(":catalog add ships \(bench.folder.path)/sh") == [bench.folder.path + "/ships.jsonl"])
    #expect(offers(":catalog add ships x --id") == ["--id-field"])
    #expect(offers(":catalog add ships x --each f") == ["file"])
    #expect(try bench.run(":catalog --help") == CommandFamily.catalog.overview(at: .prompt))
  }
}
