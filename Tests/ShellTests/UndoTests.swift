import Corpora
import Searching
import Testing

@testable import Shell

@Suite struct UndoTests {
  @Test func `at most twenty changes can be undone`() throws {
    let bench = Bench()
    for limit in 1...21 { try bench.run(":set limit \(limit)") }
    for limit in (1...20).reversed() {
      try bench.run(":undo")
      #expect(bench.session.workspace.settings.limit == limit)
    }
    #expect(
      bench.failure(":undo")?.message
        == "nothing to undo: no setting, scope or result was changed")
  }

  @Test func `undo restores drops, scope, settings and strategy in reverse order`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":prefix", ":set case smart", ":use *", ":drop cities")
    #expect(bench.session.workspace.scope == ["fruit"])
    try bench.run(":undo")
    #expect(bench.session.workspace.corpora.map(\.name) == ["cities", "fruit"])
    #expect(bench.session.workspace.scope == ["cities", "fruit"])
    try bench.run(":undo")
    #expect(bench.session.workspace.scope == ["fruit"])
    try bench.run(":undo")
    #expect(bench.session.workspace.settings.searchOptions.caseMode == .ignore)
    #expect(bench.session.workspace.settings.origins["case"] == nil)
    try bench.run(":undo")
    #expect(bench.session.workspace.settings.strategy == "substring")
  }

  @Test func `a refused change is not recorded for undo`() throws {
    let bench = Bench.withCorpora()
    for line in [":set limit x", ":set nothing 1", ":use nobody", ":drop nobody", ":set fields no"]
    {
      _ = bench.failure(line)
    }
    #expect(bench.failure(":undo") != nil)
  }

  @Test func `undo reports what it did`() throws {
    let bench = Bench.withCorpora(isInteractive: true)
    _ = try bench.reports(":prefix")
    #expect(try bench.reports(":undo") == "strategy substring\n")
    _ = try bench.reports(":use cities")
    #expect(try bench.reports(":undo") == "in scope: fruit\n")
    _ = try bench.reports(":drop *")
    #expect(try bench.reports(":undo") == "restored cities, fruit\n")
    #expect(bench.session.workspace.scope == ["fruit"])
  }

  @Test func `undoing a drop keeps a corpus that was loaded in the meantime`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":drop cities")
    bench.add("nuts", [("text", false)], [["hazel"]])
    try bench.run(":undo")
    #expect(bench.session.workspace.corpora.map(\.name) == ["cities", "fruit", "nuts"])
  }

  @Test func `undoing a drop does not replace a new corpus of the same name`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":drop fruit")
    bench.add("fruit", [("text", false)], [["fig"]])
    #expect(
      bench.failure(":undo")?.message
        == "cannot restore fruit: another corpus of that name was loaded since; :load its file "
        + "--as another name")
    #expect(bench.session.workspace.corpora.map(\.source.recordCount) == [2, 1])
  }

  @Test func `building and dropping indexes cannot be undone`() throws {
    let bench = Bench.withCorpora()
    try bench.run(":paths build", ":paths drop")
    #expect(bench.failure(":undo") != nil)
  }
}
