import Searching
import System
import Terminal
import TestSupport
import Testing

@testable import Shell

@Suite struct KeptQueryTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Starts a session with the usual test corpora; all sessions of a test have one session folder.
  private func bench(isInteractive: Bool = false) -> Bench {
    let bench = Bench(
      isInteractive: isInteractive,
      environment: ["SEARCHBENCH_SESSIONS": folder.path + "/sessions"])
    bench.add(
      "fruit", [("text", false)], [["red apple apple"], ["Green Pear"], ["red cherry, red plum"]])
    return bench
  }

  @Test func `a later session lists and runs a saved query with its settings`() throws {
    try bench().run(
      ":prefix", ":set case sensitive", ":save green Gre", ":set case ignore",
      ":save odd plum \"quoted\" \\ $1", ":regex", ":save red ^red")
    let later = bench(isInteractive: true)
    #expect(
      try later.reports(":saved").replacing("\n", with: " ")
        == "no saved queries; :saved --all lists 3 of other sessions; :save NAME QUERY makes one ")
    let all = try later.run(":saved --all").split(separator: "\n").map(String.init)
    #expect(all.count == 4 && all[0].hasPrefix("name"))
    #expect(all[1].contains("case sensitive") && all[2].hasSuffix("plum \"quoted\" \\ $1"))
    try later.run(":run green")
    #expect(later.session.cursor.outcome?.query.strategy.name == "prefix")
    #expect(later.session.cursor.outcome?.query.options.caseMode == .sensitive)
    #expect(later.session.workspace.settings.strategy == "substring")
    try later.run("red", ":diff red green")
    #expect(later.failure(":run grene")?.message.hasSuffix("did you mean green?") == true)
    #expect(
      Completer(workspace: later.session.workspace).complete(":run gr", 7).candidates.map(\.text)
        == ["green"])
  }

  @Test func `a saved query is replaced by saving the same name, and can be deleted`() throws {
    try bench().run(":save a one", ":save b two")
    let second = bench(isInteractive: true)
    try second.run(":save a three")
    #expect(
      try bench(isInteractive: true).run(":saved --all") == "name  strategy   query\n"
        + "b     substring  two\na     substring  three\n")
    #expect(try second.reports(":saved --drop b").hasSuffix("removed b\n"))
    #expect(
      second.failure(":saved --drop b")?.message.hasPrefix("no saved query is called b") == true)
    try second.run(":saved --drop a")
    #expect(try bench().run(":saved --all") == "")
  }

  @Test
  func `a loaded session or an unwritable folder saves no queries, and a broken line is skipped`()
    throws
  {
    let first = bench(isInteractive: true)
    try first.run(":save a one", ":session save work", ":saved --drop a")
    try first.run(":session load work")
    #expect(first.session.workspace.saved.map(\.name) == ["a"])
    #expect(try bench().run(":saved --all") == "")
    try folder.write(
      ":save fine x\n:set nothing 3\n:quit\n:load /x\n:save\n", to: "sessions/.queries")
    #expect(bench().session.workspace.savedNames == ["fine"])
    #expect(try bench().run(":session list").contains(".queries") == false)
    try folder.run("rm -r sessions; touch sessions")
    let blocked = bench(isInteractive: true)
    let text = try blocked.reports(":save b two")
    #expect(text.contains("the change is not stored for other sessions:"))
    #expect(text.hasSuffix("saved b: substring two\n"))
  }
}
