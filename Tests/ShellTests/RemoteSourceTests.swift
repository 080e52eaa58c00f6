import Corpora
import Reporting
import Searching
import TestSupport
import Testing

@testable import Shell

/// Tests commands on a remote source, which counts slowly, answers in pages, and can fail.
@Suite struct RemoteSourceTests {
  static func corpus(_ count: Int = 40) -> Corpus {
    Corpus(
      name: "far", fields: [Field("text")],
      rows: (0..<count).map { ["row \($0) of \($0 % 4 == 0 ? "week" : "day")"] },
      source: "node1:records")
  }

  /// Starts a session with a remote source in scope.
  static func bench(
    isInteractive: Bool = false, _ corpus: Corpus = corpus()
  ) throws -> (Bench, RemoteSource) {
    let bench = Bench(isInteractive: isInteractive)
    let source = RemoteSource(corpus)
    try bench.session.workspace.attach(source, as: "far", at: "http://node1/records")
    return (bench, source)
  }

  @Test func `a query gives the same rows as a corpus in memory`() throws {
    let (bench, _) = try Self.bench()
    let near = Bench()
    near.session.workspace.corpora.append(
      LoadedCorpus(name: "far", corpus: Self.corpus(), paths: ["far"], report: LoadReport())
    )
    near.session.workspace.scope = ["far"]
    for line in ["week", ":prefix we", ":bool day AND NOT 3", ":regex ^row [12] "] {
      let wanted = try near.run(line)
      #expect(!wanted.isEmpty)
      #expect(try bench.run(line) == wanted)
    }
    for format in EncoderCatalog.names {
      let wanted = try near.run(":set format \(format)", "week")
      #expect(try bench.run(":set format \(format)", "week") == wanted)
    }
  }

  @Test(arguments: [1, 10_000]) func `a page is shown before the count is known`(
    _ slowness: Int
  ) throws {
    let (bench, source) = try Self.bench(isInteractive: true)
    source.faults.slowness = slowness
    try bench.run("row")
    let calls = source.log.calls
    #expect(calls.first == .search("row"))
    #expect(source.log.pages.first == 0..<source.rowsPerPage)
    // The session requests the count only once, after all pages.
    #expect(source.log.counts == 1)
    #expect(calls.last == .count)
    #expect(bench.session.cursor.outcome?.rows.knownCount == 40)
    let reports = try bench.reports(":show")
    #expect(reports.contains(" of 40 "))
  }

  @Test func `if counting fails, the shown page stays available`() throws {
    let (bench, source) = try Self.bench(isInteractive: true)
    source.faults.failsToCount = true
    let error = #expect(throws: ShellError.self) { try bench.session.execute("row") }
    #expect(error?.message == "far: the count timed out")
    #expect(try bench.run().contains("0 of week"))
    // The result and its rows are still available.
    #expect(try bench.run(":show 5").contains("4 of week"))
  }

  @Test func `if fetching a page fails, the error is reported, and the next attempt works`() throws
  {
    let (bench, source) = try Self.bench()
    source.faults.pages = [2]
    let error = #expect(throws: (any Error).self) { try bench.session.execute("row") }
    #expect("\(String(describing: error))".contains("the connection was closed"))
    source.faults.pages = []
    #expect(try bench.run(":show").split(separator: "\n").count == 40)
  }

  @Test func `a failing source is an error and leaves the session unchanged`() throws {
    let (bench, source) = try Self.bench()
    try bench.run("week")
    source.faults.failsToSearch = true
    let error = #expect(throws: ShellError.self) { try bench.session.execute("day") }
    #expect(error?.message == "far: node 2 does not answer")
    #expect(error?.exitCode == ExitStatus.failure)
    #expect(bench.session.cursor.outcome?.query.text == "week")
  }

  @Test func `moving between hits fetches pages, not single rows`() throws {
    let (bench, source) = try Self.bench()
    try bench.run("week")
    let before = source.log.pages.count
    let moved = try bench.run(":next", ":next")
    #expect(moved.contains("row 8 of week"))
    #expect(try bench.run(":prev").contains("row 4 of week"))
    // Moving from row to row needs few requests, because a page contains several adjacent rows.
    #expect(source.log.pages.count - before < 8)
    #expect(try bench.run(":goto 3").contains("row 8 of week"))
  }

  @Test func `a result can be exported, shown and saved`() throws {
    let folder = try ScratchFolder()
    let (bench, _) = try Self.bench()
    try bench.run("week", ":export \(folder.path)/a.csv")
    let text = try #require(folder.text(of: "a.csv"))
    #expect(text.split(separator: "\n").count == 11)
    #expect(try bench.run(":show 2").contains("row 4 of week"))
    #expect(try bench.run(":show 2-3").contains("row 8 of week"))
    #expect(try bench.run(":corpora").contains("far"))
    #expect(try bench.run(":explain week").contains("asks another machine"))
    try bench.run(":save w")
    #expect(try bench.run(":run w").split(separator: "\n").count == 10)
  }

  @Test func `an export that fails halfway leaves no file`() throws {
    let folder = try ScratchFolder()
    let (bench, source) = try Self.bench()
    try bench.run("row")
    source.faults.pages = [source.log.pages.count + 2]
    #expect(throws: (any Error).self) {
      try bench.session.execute(":export \(folder.path)/a.csv")
    }
    #expect(folder.text(of: "a.csv") == nil)
  }

  @Test(arguments: [":diff substring prefix", ":compare", ":paths build", ":within day"])
  func `commands that need records in memory are refused; :within works`(_ line: String) throws {
    let (bench, _) = try Self.bench()
    try bench.run("row")
    if line.hasPrefix(":within") {
      // The result contains the rows that match both queries.
      #expect(try bench.run(line).split(separator: "\n").count == 30)
    } else {
      let error = #expect(throws: ShellError.self) { try bench.session.execute(line) }
      let message = try #require(error?.message)
      #expect(message.contains("in memory"))
      #expect(message.contains(":load"))
    }
  }

  @Test func `remote and loaded records are searched together`() throws {
    let (bench, _) = try Self.bench()
    bench.add("near", [("text", false)], [["near week"], ["none"]])
    try bench.run(":use near far")
    let rows = try bench.run("week").split(separator: "\n")
    #expect(rows.first == "near.txt:1:6:near week")
    #expect(rows.count == 11)
  }

  @Test func `attaching under a name in use is refused, and :drop removes the source`() throws {
    let (bench, source) = try Self.bench()
    #expect(throws: ShellError.self) {
      try bench.session.workspace.attach(source, as: "far", at: "http://node1/records")
    }
    try bench.run(":drop far")
    #expect(bench.session.workspace.corpora.isEmpty)
  }
}
