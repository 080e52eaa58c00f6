import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests catalogs at a terminal: links, live search and Ctrl-C.
@Suite struct CatalogPromptTests {
  private func run(_ words: [String], in folder: ScratchFolder) throws -> BinaryUnderTest.Result {
    try BinaryUnderTest().run(
      words, environment: Prompt.environment(of: folder), directory: folder.path)
  }

  /// A folder with the catalog `fruit`, which has one item for each line of a CSV file.
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write("id,text\na,red apple\nb,green pear\nc,red cherry\n", to: "rows.csv")
    #expect(try run(["catalog", "create", "fruit"], in: folder).exitStatus == 0)
    let added = try run(["catalog", "add", "fruit", "rows.csv", "--id-field", "id"], in: folder)
    #expect(added.exitStatus == 0, "\(added.error)")
    return folder
  }

  @Test func `a link opens the prompt at its record, with its query`() throws {
    let link = "searchbench://fruit/c?query=red&strategy=substring"
    let prompt = try Prompt(["open", link], in: try folder())
    #expect(prompt.terminal.screen.lines.contains { $0.hasPrefix("id: c") })
    #expect(prompt.terminal.screen.lines.contains("link: " + link))
    let row = try prompt.run(":prev")
    #expect(row.contains("apple"))
    #expect(row.contains("hit 1 of 2"))
    #expect(try prompt.run(":catalog").contains("fruit"))
    #expect(try prompt.leave() == .exited(0))
  }

  @Test func `live search removes items that another process deletes, without a key press`() throws
  {
    let folder = try folder()
    let prompt = try Prompt(["catalog", "open", "fruit"], in: folder)
    prompt.terminal.enter(":live red")
    try prompt.terminal.expectScreen("two rows") {
      $0.isAlternate && $0.lines[1].hasPrefix("2 records · 2 hits")
    }
    prompt.terminal.press(Keys.down)
    try prompt.terminal.expectScreen("the second hit") { $0.lines[1].contains("hit 2") }
    #expect(try run(["catalog", "delete", "fruit", "--id", "a"], in: folder).exitStatus == 0)
    try prompt.terminal.expectScreen("one row") {
      $0.lines[1].hasPrefix("1 record · 1 hit · hit 1") && $0.lines[2].contains("red cherry")
        && $0.lines[3].isEmpty
    }
    prompt.terminal.press(Keys.escape)
    try prompt.terminal.expectScreen("the prompt") {
      !$0.isAlternate && $0.marksPastes && $0.textBeforeCursor == "fruit substring> "
    }
    #expect(try prompt.leave() == .exited(0))
  }

  @Test func `a catalog subcommand at a terminal reports what it changed`() throws {
    let folder = try folder()
    func said(_ words: String...) throws -> String {
      let terminal = try Pseudoterminal(
        try BinaryUnderTest(), ["catalog"] + words, environment: Prompt.environment(of: folder),
        directory: folder.path)
      #expect(try terminal.expectEnd() == .exited(0))
      return terminal.transcript
    }
    #expect(
      try said("add", "fruit", "rows.csv", "--id-field", "id").hasPrefix(
        "added 0 items to fruit, 1 file unchanged in "))
    #expect(try said("refresh", "fruit", "--force").hasPrefix("refreshed fruit, 3 unchanged in "))
    #expect(try said("delete", "fruit", "--id", "a", "b") == "deleted 2 items from fruit\r\n")
    #expect(try run(["catalog", "delete", "fruit", "--id", "c"], in: folder).error.isEmpty)
  }

  @Test func `Ctrl-C stops catalog add between batches, and the same command resumes it`() throws {
    let folder = try folder()
    try folder.run("seq 1000000 > large.txt")
    let words = ["catalog", "add", "fruit", "large.txt", "--domain", "numbers"]
    let terminal = try Pseudoterminal(
      try BinaryUnderTest(), words, environment: Prompt.environment(of: folder),
      directory: folder.path)
    // The progress bar first shows the bytes that were read, and then the items that were added.
    try terminal.expect(" items")
    terminal.press(Keys.control("c"))
    try terminal.expect("interrupted after ")
    #expect(try terminal.expectEnd() == .exited(130))
    let status = try run(["catalog", "status", "fruit", "--format", "csv"], in: folder).output
    #expect(status.contains("large.txt,numbers,"))
    let again = try run(words + ["--verbose"], in: folder)
    #expect(again.error.contains(" indexed before the interruption in "))
    let list = try run(["catalog", "list", "--format", "csv"], in: folder).output
    #expect(list.contains("\nfruit,1000003,0,0,"))
  }
}
