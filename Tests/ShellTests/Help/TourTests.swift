import Corpora
import Reporting
import Searching
import TestSupport
import Testing

@testable import Shell

@Suite struct TourTests {
  private static let package = TestFile.folder(of: #filePath) + "../../.."

  /// Starts the program in a folder that links to the bundled corpora, with another corpus and a
  /// changed setting.
  private func terminal(in folder: ScratchFolder) throws -> Pseudoterminal {
    try folder.run("ln -s \"$1/corpora\" corpora", Self.package)
    try folder.write("red apple\ngreen pear\n", to: "fruit.txt")
    let terminal = try Pseudoterminal(
      try BinaryUnderTest(), ["fruit.txt", "--format", "list"],
      environment: [
        "HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "LC_ALL": "C.UTF-8",
        "SEARCHBENCH_HISTORY": folder.path + "/history", "PAGER": "cat",
      ], directory: folder.path, columns: 90, rows: 40)
    try terminal.expect("fruit")
    return terminal
  }

  private func expectKeyRead(_ terminal: Pseudoterminal) throws {
    try terminal.expectScreen("a key is read") { _ in !terminal.isCooked }
  }

  @Test func `Space and Enter continue the tour to its end, and the session is unchanged`() throws {
    let folder = try ScratchFolder()
    let terminal = try terminal(in: folder)
    terminal.enter("pear")
    try terminal.expect("1 record · 1 hit")
    terminal.enter(":tour")
    for step in 1..<TourStep.all.count {
      try terminal.expect(
        "step \(step) of \(TourStep.all.count): Space or Enter continues, any other key leaves")
      try expectKeyRead(terminal)
      terminal.press(step.isMultiple(of: 2) ? " " : "\r")
    }
    try terminal.expect("That was the tour.")
    terminal.enter(":corpora")
    try terminal.expectRow("*  fruit        2  21 B    81 B  none   fruit.txt")
    terminal.enter(":set format")
    try terminal.expect("format list  (default hits, from command line")
    terminal.enter(":show 1")
    try terminal.expectRow("text: green pear")
    terminal.enter(":history")
    try terminal.expect("2  :tour")
    #expect(folder.text(of: "history")?.contains("double") == false)
    #expect(!terminal.screen.text.contains("unicode-names substring> :corpora"))
  }

  @Test(
    arguments: [
      "q", "\u{1B}", "\u{3}", "\u{1A}", "\u{4}", "x", PseudoterminalKeys.up, "é", "\u{7F}", "漢",
    ])
  func `any other key leaves the tour without typing anything`(key: String) throws {
    let folder = try ScratchFolder()
    let terminal = try terminal(in: folder)
    terminal.enter(":tour")
    try terminal.expect("step 1 of")
    try expectKeyRead(terminal)
    terminal.press("\r")
    try terminal.expect("step 2 of")
    try expectKeyRead(terminal)
    terminal.press(key)
    try terminal.expect("the tour has ended")
    try terminal.expectCursor(after: "fruit substring> ")
    terminal.enter("pear")
    try terminal.expect("1 record · 1 hit")
    try terminal.expectCursor(after: "fruit substring> ")
    terminal.press(PseudoterminalKeys.control("d"))
    #expect(try terminal.expectEnd() == .exited(0))
  }

  @Test func `SIGTERM during the tour ends the program and restores the terminal`() throws {
    let folder = try ScratchFolder()
    let terminal = try terminal(in: folder)
    terminal.enter(":tour")
    try terminal.expect("step 1 of")
    try expectKeyRead(terminal)
    terminal.signal(15)
    #expect(try terminal.expectEnd() == .killed(bySignal: 15))
    #expect(terminal.isCooked)
  }

  @Test func `a script shows the whole tour without pauses`() throws {
    let bench = Bench.withCorpora()
    let before = bench.session.workspace.settings
    let text = try bench.run("red", ":tour", ":show")
    for step in TourStep.all {
      #expect(text.contains(step.text))
      #expect(text.contains("unicode-names substring> \(step.line)\n"), "\(step.line)")
    }
    #expect(text.contains(TourStep.farewell))
    #expect(bench.session.workspace.settings == before)
    #expect(bench.session.workspace.corpora.map(\.name) == ["cities", "fruit"])
    #expect(bench.session.cursor.outcome?.query.text == "red")
    #expect(bench.session.workspace.undoStack.isEmpty)
  }

  @Test func `every step of the tour finds something in the generated corpus of names`() throws {
    let made = Tour.characterNames()
    #expect(made.count > 300)
    // Skip the steps that do not search, because they show a result or explain a query.
    for step in TourStep.all where !step.line.hasPrefix(":show") && !step.line.hasPrefix(":explain")
    {
      let bench = Bench()
      bench.session.workspace.corpora = [
        LoadedCorpus(name: made.name, corpus: made, paths: [], report: .init())
      ]
      bench.session.workspace.scope = [made.name]
      if step.line.hasPrefix(":within") || step.line.hasPrefix(":exp") { try bench.run("arrow") }
      try bench.run(step.line)
      #expect((bench.session.cursor.outcome?.rows.count ?? 0) > 0, "\(step.line)")
    }
  }

  @Test func `every step of the tour fits into 80 columns`() {
    for line in TourStep.all.flatMap({ $0.text.split(separator: "\n") }) {
      #expect(line.count <= 80, "\(line)")
    }
  }
}
