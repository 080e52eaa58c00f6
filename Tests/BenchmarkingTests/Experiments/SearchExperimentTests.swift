import Corpora
import Searching
import TestSupport
import Testing

@testable import Benchmarking

@Suite struct SearchExperimentTests {
  static let texts = ["up arrow", "down arrow", "left ARROW", "upward", "a (b", "arrow"]

  static func target(
    _ name: String = "signs", _ texts: [String] = texts, grammar: Grammar = .classic
  ) -> SearchTarget {
    let corpus = Corpus(name: name, fields: [Field("text")], rows: texts.map { [$0] })
    return SearchTarget(
      name: name, searcher: Searcher(corpus), options: SearchOptions(grammar: grammar))
  }

  private func request(_ queries: String..., strategies: [String] = []) -> SearchExperiment.Request
  {
    var request = SearchExperiment.Request(queries: queries, targets: [Self.target()])
    request.strategies = strategies
    request.paths = ["scan"]
    return request
  }

  private func error(_ body: () throws(BenchmarkError) -> Void) -> BenchmarkError? {
    do throws(BenchmarkError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test func `every strategy is timed with every access path`() throws {
    let listener = Listener()
    var request = request("arrow", "up")
    request.contenders = .none
    request.paths = []
    let rows = try SearchExperiment.run(request, process: nil, listener.context())
    let strategies = StrategyCatalog.all.map(\.name)
    let left = listener.notes.count
    #expect(rows.count + left == 2 * strategies.count * AccessPathCatalog.names.count)
    #expect(listener.notes.allSatisfy { $0.hasSuffix("it cannot be used for this query") })
    #expect(rows.count { $0.labels["path"] == "scan" } == 2 * strategies.count)
    for row in rows {
      #expect(row.status == .ok && row.samples.count >= 5)
      #expect(Set(row.labels.keys) == ["contender", "strategy", "path", "query", "corpus"])
      #expect(row.labels["contender"] == "searchbench" && row.labels["corpus"] == "signs")
      #expect(row.counts["records"] == 6 && row.counts["bytes"] == 49)
      let found = NaiveCount.records(holding: row.labels["query"] ?? "", in: Self.texts)
      #expect(row.counts["matches"] == found)
    }
  }

  @Test func `auto is timed next to the named paths and reports its choice`() throws {
    let listener = Listener()
    var request = request("arrow", strategies: ["substring"])
    request.contenders = .none
    request.paths = ["scan", "auto"]
    let rows = try SearchExperiment.run(request, process: nil, listener.context())
    #expect(rows.map { $0.labels["path"] } == ["scan", "auto"])
    #expect(rows.allSatisfy { $0.status == .ok && $0.counts["matches"] == 4 })
    #expect(listener.notes == ["auto uses scan for substring 'arrow' in signs"])
  }

  @Test func `searchbench and the contenders are measured in interleaved blocks`() throws {
    let fakes = FakeContenders()
    fakes.add("naive", ["substring"], FakeContenders.contains)
    fakes.add("other", ["substring", "prefix"], FakeContenders.contains)
    fakes.add("unasked", ["regex"], FakeContenders.contains)
    let rows = try SearchExperiment.run(
      request("up", strategies: ["substring"]), process: fakes, Listener().context())
    #expect(rows.map { $0.labels["contender"] } == ["searchbench", "naive", "other"])
    #expect(rows.allSatisfy { $0.status == .ok && $0.counts["matches"] == 2 })
    #expect(rows[1].samples.allSatisfy { abs($0 - 0.002) < 1e-12 } && rows[1].samples.count >= 5)
    #expect(rows[1].labels["path"] == nil && rows[1].labels["strategy"] == "substring")
    #expect(fakes.loads == ["signs 6"])
    // The order of the contenders changes from block to block, so consecutive samples often come
    // from different contenders.
    #expect(fakes.answers.count > 2)
    #expect(SearchExperiment.faults(in: rows, contenders: fakes.contenders).isEmpty)
  }

  @Test func `differing answers are reported, and explained if the dialect is known`() throws {
    let fakes = FakeContenders()
    fakes.add("strict", ["substring"], dialect: "case counts.", FakeContenders.contains)
    fakes.add("broken", ["substring"]) { _, _ throws(ContenderError) in [0, 3, 4] }
    let rows = try SearchExperiment.run(
      request("arrow", strategies: ["substring"]), process: fakes, Listener().context())
    #expect(rows.map(\.status) == [.ok, .disagrees, .disagrees])
    #expect(
      rows[1].note
        == "the answer differs from searchbench's scan in record 3 (missing); "
        + "known difference: case counts.")
    #expect(
      rows[2].note
        == "the answer differs from searchbench's scan in 5 records: 2 (missing), 3 (missing), "
        + "4 (extra), 5 (extra), 6 (missing)")
    #expect(rows.dropFirst().allSatisfy { $0.blocks.isEmpty })
    let faults = SearchExperiment.faults(in: rows, contenders: fakes.contenders)
    #expect(faults.map { $0.labels["contender"] } == ["broken"])
    #expect(fakes.samples.isEmpty)
  }

  @Test func `failures of a contender affect only its own row`() throws {
    let fakes = FakeContenders()
    fakes.add("refuses", ["regex"]) { _, _ throws(ContenderError) in throw .refused("no groups") }
    fakes.add("explodes", ["regex"], FakeContenders.slow)
    fakes.add("dies", ["regex"], dialect: "none of note", FakeContenders.dies)
    fakes.add("late", ["regex"], FakeContenders.contains)
    fakes.failures["late"] = .cutOff
    fakes.add("breaks", ["regex"], dialect: "none of note", FakeContenders.contains)
    fakes.failures["breaks"] = .died("ended")
    fakes.add("good", ["regex"], FakeContenders.contains)
    let listener = Listener()
    let rows = try SearchExperiment.run(
      request("up", strategies: ["regex"]), process: fakes, listener.context())
    let names = rows.map { $0.labels["contender"] ?? "" }
    #expect(names == ["searchbench", "explodes", "dies", "late", "breaks", "good"])
    #expect(rows.map(\.status) == [.ok, .cutOff, .disagrees, .cutOff, .disagrees, .ok])
    #expect(rows[4].blocks.isEmpty && rows[4].note == ContenderError.died("ended").message)
    #expect(rows[1].note == "cut off: one run takes longer than 10 s")
    #expect(rows[3].note == "cut off: one run takes longer than 10 s")
    #expect(listener.notes == ["refuses is left out for regex 'up' in signs: no groups"])
    let faults = SearchExperiment.faults(in: rows, contenders: fakes.contenders)
    #expect(faults.map { $0.labels["contender"] } == ["dies", "breaks"])
  }

  @Test func `a sample is evenly spaced, scaled by bytes and reported`() throws {
    let fakes = FakeContenders()
    fakes.add("naive", ["substring"], FakeContenders.contains)
    var request = request("x", strategies: ["substring"])
    request.targets = [Self.target("many", (0..<1_000).map { $0 % 2 == 0 ? "x" : "yyyyy" })]
    request.sample = 250
    let rows = try SearchExperiment.run(request, process: fakes, Listener().context())
    #expect(fakes.loads == ["many 250"])
    #expect(rows.map { $0.counts["matches"] } == [500, 250])
    #expect(
      rows[1].note
        == "timed on 250 evenly spaced records; times are multiplied by 8.0 (bytes of the corpus / "
        + "bytes of the sample); only the sample's matches are counted")
    #expect(rows[1].samples.allSatisfy { abs($0 - 0.016) < 1e-9 } && rows[0].note == nil)
    request.sample = 5_000
    let whole = try SearchExperiment.run(request, process: fakes, Listener().context())
    #expect(whole[1].note == nil && fakes.loads.last == "many 1000")
    request.sample = 0
    #expect(
      error { () throws(BenchmarkError) in
        _ = try SearchExperiment.run(request, process: fakes, Listener().context())
      } == .notPositive("records in a sample", 0))
  }

  @Test func `corpora are loaded into the process one after another`() throws {
    let fakes = FakeContenders()
    fakes.add("naive", ["substring"], FakeContenders.contains)
    var request = request("up", "arrow", strategies: ["substring"])
    request.targets = [Self.target("one", ["up", "arrow"]), Self.target("two", ["up arrow"])]
    let rows = try SearchExperiment.run(request, process: fakes, Listener().context())
    #expect(rows.count == 8 && rows.allSatisfy { $0.status == .ok })
    #expect(fakes.loads == ["one 2", "two 1"])
    #expect(
      rows.map { $0.labels["corpus"] ?? "" } == [
        "one", "one", "one", "one", "two", "two", "two", "two",
      ])
  }

  @Test func `without a contender process, only searchbench is timed, and a note says so`() throws {
    let listener = Listener()
    let rows = try SearchExperiment.run(
      request("up", strategies: ["prefix"]), process: nil, listener.context())
    #expect(rows.count == 1)
    #expect(listener.notes == [BenchmarkError.contendersNotInstalled.message])
    let failing = FakeContenders()
    failing.add("naive", ["prefix"], FakeContenders.contains)
    failing.loadFailure = .absent
    let other = Listener()
    let again = try SearchExperiment.run(
      request("up", strategies: ["prefix"]), process: failing, other.context())
    #expect(again.count == 1)
    #expect(other.notes.first?.hasPrefix("contenders are left out for signs: ") == true)
  }

  @Test func `a strategy that refuses the query causes a note, or an error if it was requested`()
    throws
  {
    let listener = Listener()
    var request = request("a (b")
    request.targets = [Self.target(grammar: .standard)]
    request.contenders = .none
    let rows = try SearchExperiment.run(request, process: nil, listener.context())
    #expect(rows.map { $0.labels["strategy"] } == ["substring", "prefix"])
    #expect(listener.notes.count == 2)
    #expect(listener.notes[0].hasPrefix("skipped: the strategy bool does not accept 'a (b': this"))
    request.strategies = ["substring", "regex"]
    let refusal = error { () throws(BenchmarkError) in
      _ = try SearchExperiment.run(request, process: nil, Listener().context())
    }
    guard case .query("regex", "a (b", _) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test func `invalid requests are refused with the nearest name`() {
    let fakes = FakeContenders()
    fakes.add("naive", ["substring"], FakeContenders.contains)
    func error(
      process: FakeContenders? = fakes, _ change: (inout SearchExperiment.Request) -> Void
    ) -> BenchmarkError? {
      var request = request("up")
      change(&request)
      let changed = request
      return self.error { () throws(BenchmarkError) in
        _ = try SearchExperiment.run(changed, process: process, Listener().context())
      }
    }
    #expect(
      error { $0.strategies = ["prefx"] }
        == .unknown(kind: "strategy", "prefx", nearest: "prefix"))
    #expect(
      error { $0.paths = ["scna"] } == .unknown(kind: "access path", "scna", nearest: "scan"))
    #expect(
      error { $0.contenders = .named(["naiv"]) }
        == .unknown(kind: "contender", "naiv", nearest: "naive"))
    #expect(error { $0.contenders = .named([]) } == .nothing("contender"))
    #expect(
      error {
        $0.contenders = .named(["naive"])
        $0.strategies = ["regex"]
      } == .unsupportedStrategies(contender: "naive", strategies: ["regex"]))
    #expect(error(process: nil) { $0.contenders = .named(["naive"]) } == .contendersNotInstalled)
    #expect(error { $0.queries = [] } == .nothing("query"))
    #expect(error { $0.targets = [] } == .nothing("corpus"))
  }

  @Test func `canceling returns the rows that are finished`() throws {
    let fakes = FakeContenders()
    fakes.add("naive", ["substring"], FakeContenders.contains)
    let request = request("up", strategies: ["substring"])
    let rows = try SearchExperiment.run(
      request, process: fakes, Listener().context(isCancelled: { true }))
    #expect(rows.isEmpty && fakes.answers.isEmpty)
  }
}

/// A naive count of the records that match.
private enum NaiveCount {
  static func records(holding query: String, in texts: [String]) -> Int {
    texts.count { $0.lowercased().contains(query) }
  }
}

extension FakeContenders {
  static let slow: Search = { _, _ throws(ContenderError) in throw .cutOff }
  static let dies: Search = { _, _ throws(ContenderError) in throw .died("it crashed") }
}
