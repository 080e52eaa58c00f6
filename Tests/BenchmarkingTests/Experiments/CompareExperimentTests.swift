import Corpora
import Searching
import Testing

@testable import Benchmarking

@Suite struct CompareExperimentTests {
  private static let target = SearchExperimentTests.target(
    "signs", ["up arrow", "arrow up", "upward arrow", "cup arrow", "down"], grammar: .standard)

  private func numbers(_ records: ResultSet?) -> [Int]? { records?.map { Int($0.rawValue) + 1 } }

  @Test func `compare has a row for each strategy`() throws {
    let result = try CompareExperiment.run(
      CompareExperiment.Request("arrow up", in: Self.target), process: nil, Listener().context())
    #expect(result.rows.map(\.name) == StrategyCatalog.all.map(\.name))
    #expect(result.rows.prefix(4).map(\.name) == ["substring", "prefix", "bool", "regex"])
    #expect(numbers(result.rows[0].records) == [2])
    #expect(numbers(result.rows[1].records) == [1, 2, 3])
    #expect(numbers(result.rows[2].records) == [1, 2, 3, 4])
    #expect(
      numbers(result.rows[2].exclusiveRecords) == [4]
        && numbers(result.rows[1].exclusiveRecords) == [])
    #expect(numbers(result.rows[0].missing) == [1, 3, 4])
    #expect(
      result.sentences.prefix(3) == [
        "answers differ: substring misses 3 records that other answers contain; "
          + "the first is record 1",
        "answers differ: prefix misses record 4, which another answer contains",
        "answers differ: regex misses 3 records that other answers contain; "
          + "the first is record 1",
      ])
    #expect(result.measurements.count == StrategyCatalog.all.count)
    #expect(result.measurements.allSatisfy { $0.status == .ok && !$0.samples.isEmpty })
  }

  @Test func `a strategy that refuses the query has a row with the reason`() throws {
    let result = try CompareExperiment.run(
      CompareExperiment.Request("up (", in: Self.target), process: nil, Listener().context())
    #expect(result.rows.prefix(4).map { $0.refusal == nil } == [true, true, false, false])
    #expect(result.rows[3].refusal?.hasPrefix("missing )") == true)
    #expect(result.rows[2].measurement == nil && result.rows[2].records == nil)
    #expect(result.measurements.count == result.rows.count { $0.refusal == nil })
  }

  @Test func `strategies that find the same records have no note`() throws {
    let result = try CompareExperiment.run(
      CompareExperiment.Request("down", in: Self.target), process: nil, Listener().context())
    #expect(result.sentences.isEmpty)
    #expect(result.rows.allSatisfy { numbers($0.records) == [5] && $0.missing?.isEmpty == true })
  }

  @Test func `one strategy runs with every access path and contender`() throws {
    let fakes = FakeContenders()
    fakes.add("same", ["substring"], FakeContenders.contains)
    fakes.add("other", ["substring"], dialect: "it is odd.") { _, _ throws(ContenderError) in
      [0, 4]
    }
    fakes.add("slow", ["substring"], FakeContenders.slow)
    var request = CompareExperiment.Request("up", in: Self.target)
    request.strategy = "substring"
    request.runs = 7
    let result = try CompareExperiment.run(request, process: fakes, Listener().context())
    // No index supports a two-letter query, so the only access path is a scan.
    let paths = ["scan"]
    #expect(result.rows.map(\.name) == paths + ["same", "other", "slow"])
    #expect(result.rows[0].measurement?.samples.count == 7)
    #expect(result.rows[paths.count].measurement?.samples.count == 7)
    let other = result.rows[paths.count + 1]
    #expect(other.measurement?.status == .disagrees)
    #expect(numbers(other.exclusiveRecords) == [5] && numbers(other.missing) == [2, 3, 4])
    #expect(result.rows.last?.measurement?.status == .cutOff)
    #expect(
      result.sentences.last
        == "answers differ: other misses 3 records that other answers contain; "
        + "the first is record 2")
  }

  @Test func `invalid requests are refused`() {
    func error(_ text: String, _ strategy: String?, runs: Int?) -> BenchmarkError? {
      var request = CompareExperiment.Request(text, in: Self.target)
      request.strategy = strategy
      request.runs = runs
      do throws(BenchmarkError) {
        _ = try CompareExperiment.run(request, process: nil, Listener().context())
        return nil
      } catch {
        return error
      }
    }
    #expect(error("up", nil, runs: 0) == .notPositive("runs", 0))
    #expect(error("up", "bol", runs: nil) == .unknown(kind: "strategy", "bol", nearest: "bool"))
    #expect(
      error("(", "bool", runs: nil)?.message.hasPrefix("the strategy bool does not accept '('")
        == true)
  }

  @Test func `a canceled comparison has the finished rows`() throws {
    var request = CompareExperiment.Request("up", in: Self.target)
    let context = Listener().context(isCancelled: { true })
    #expect(try CompareExperiment.run(request, process: nil, context).rows.isEmpty)
    request.strategy = "prefix"
    #expect(try CompareExperiment.run(request, process: nil, context).rows.isEmpty)
  }
}
