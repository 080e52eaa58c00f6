import TestSupport
import Testing

@testable import Shell

@Suite struct CatalogSessionTests {
  @Test func `loading a saved session reopens its catalogs`() throws {
    let bench = try CatalogBench.withShips()
    try bench.run(":catalog open ships --as 'my ships'", ":use ships 'my ships'", "whaler")
    let script = SessionScript(bench.session.workspace)
    #expect(script.isWorthKeeping)
    #expect(script.lines.contains(":catalog open ships"))
    #expect(script.lines.contains(":catalog open ships --as 'my ships'"))
    #expect(script.omissions == [])
    let content = SavedContent(script.body)
    #expect(content.corpora == ["ships", "my ships"])
    let file = try bench.folder.write(script.body, to: "session")
    try bench.run(":drop *", ":source \(file)", "whaler")
    #expect(bench.session.workspace.scope == ["ships", "my ships"])
    #expect(try bench.found == ["pequod", "rachel", "pequod", "rachel"])
  }

  @Test func `a session with a missing catalog is refused and changes nothing`()
    throws
  {
    let bench = try CatalogBench.withShips()
    let other = try CatalogBench()
    let file = try bench.folder.write(SessionScript(bench.session.workspace).body, to: "session")
    let error = other.bench.failure(":source \(file)")
    #expect(error?.exitCode == 2)
    #expect(other.session.workspace.corpora.isEmpty)
  }

  @Test func `after showing an item, there is no query to save`() throws {
    let bench = try CatalogBench.withShips()
    try bench.run(":catalog item ships rachel")
    #expect(bench.bench.failure(":save it")?.message.contains("no query to save") == true)
    #expect(!SessionScript(bench.session.workspace).body.contains("The last query"))
  }

  @Test func `the subcommands catalog open and open work with scripts and pipes`() throws {
    let folder = try ScratchFolder()
    try folder.write(CatalogBench.ships, to: "ships.jsonl")
    let environment = [
      "HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data", "LC_ALL": "C.UTF-8",
    ]
    func run(_ words: [String], input: String = "") throws -> BinaryUnderTest.Result {
      try BinaryUnderTest().run(
        words, input: input, environment: environment, directory: folder.path)
    }
    #expect(try run(["catalog", "create", "ships"]).output == "")
    let added = try run(["catalog", "add", "ships", "ships.jsonl", "--id-field", "id", "--verbose"])
    #expect(added.error.hasPrefix("added 3 items to ships in "))
    #expect(added.output == "")
    let script = try run(["catalog", "open", "ships", "-c", ":set format count", "-c", "whaler"])
    #expect(script.output == "2\n")
    #expect(script.error == "")
    #expect(
      try run(["catalog", "open", "ships"], input: ":set format count\nship\n").output == "1\n")
    let named = try run(["catalog", "open", "ships", "--as", "x", "-c", ":corpora"])
    #expect(named.output.contains("*  x "))
    let link = "searchbench://ships/rachel?query=whaler&strategy=substring"
    let opened = try run(["open", link], input: "never read\n")
    #expect(opened.exitStatus == 0)
    #expect(opened.output.contains("hits: 1\n"))
    #expect(opened.output.hasSuffix("link: \(link)\n"))
    let counted = try run(["open", link, "--format", "json", "-c", ":export - --format count"])
    #expect(counted.output.hasSuffix("\n2\n"))
    #expect(try run(["open", "searchbench://ships/none"]).exitStatus == 2)
    #expect(try run(["open", "searchbench://none/none"]).exitStatus == 2)
    #expect(try run(["open", "x"]).exitStatus == 2)
    #expect(try run(["open"]).exitStatus == 64)
    #expect(try run(["catalog", "opn"]).exitStatus == 64)
    #expect(try run(["catalog", "open", "--help"]).output.contains("catalog open NAME"))
    let item = try run(["catalog", "item", "ships", "rachel", "--format", "csv"])
    #expect(item.output.hasPrefix("record,source,line,"))
  }

  @Test func `the second process opens a large catalog from an image, and finds the same`() throws {
    let folder = try ScratchFolder()
    let lines = (0..<5_000).map { "Größe \($0): " + String(repeating: "lion ", count: 180) }
    try folder.write(lines.joined(separator: "\n"), to: "lines.txt")
    let environment = [
      "HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data", "LC_ALL": "C.UTF-8",
    ]
    func run(_ words: String...) throws -> BinaryUnderTest.Result {
      try BinaryUnderTest().run(
        ["catalog"] + words, environment: environment, directory: folder.path)
    }
    _ = try run("create", "large")
    _ = try run("add", "large", "lines.txt")
    let catalogs = folder.path + "/data/searchbench/catalogs"
    let image = catalogs + "/large.image"
    #expect(TestFile.bytes(image) == nil)
    let query = ["open", "large", "--verbose", "-c", "GRÖSSE 4999: lion"]
    func open() throws -> BinaryUnderTest.Result {
      try BinaryUnderTest().run(
        ["catalog"] + query, environment: environment, directory: folder.path)
    }
    let first = try open()
    #expect(!first.error.contains("from its image"))
    #expect(TestFile.bytes(image) != nil)
    let second = try open()
    #expect(second.error.contains("5,000 items of catalog large in "))
    #expect(second.error.contains("from its image"))
    #expect(second.output == first.output)
    #expect(second.output.contains("Größe 4999"))
    let status = try run("status", "large").output
    #expect(status.split(separator: "\n").contains { $0.hasPrefix("image ") }, "\(status)")
    // If the image cannot be written, the program prints a warning, and the answer is the same.
    try folder.run("rm \"$1\"; mkdir -p \"$1\"/x", image)
    let third = try open()
    #expect(third.output == first.output)
    #expect(third.exitStatus == 0)
    #expect(third.error.contains("its image was not stored"), "\(third.error)")
  }
}
