import Benchmarking
import JSON
import TestSupport
import Testing

@Suite struct BenchmarkRunJSONTests {
  @Test func `a run is restored from its JSON with every sample`() throws {
    var run = SampleRuns.run()
    var dice = SeededGenerator(seed: 1)
    run.measurements[0].blocks = (0..<20).map { _ in
      (0..<50).map { _ in Double(dice.next() >> 1) * 0x1p-70 }
    }
    run.measurements[0].invocations = (0..<20).map { $0 / 4 }
    run.measurements[0].instructions = 1_234.5
    run.measurements[0].cycles = 99
    run.measurements[0].peakMemoryBytes = 1 << 40
    run.measurements[1].status = .cutOff
    run.measurements[1].note = "cut off at 64,000"
    run.measurements[1].blocks = []
    run.measurements[1].invocations = []
    run.measurements[1].group = nil
    let bytes = run.json().encoded(isIndented: true)
    #expect(try BenchmarkRun(JSON(parsing: bytes)) == run)
    #expect(try BenchmarkRun(JSON(parsing: run.json().encoded())) == run)
  }

  @Test func `a run in schema 1 loads as one invocation with one reference time`() throws {
    guard case .object(var members) = SampleRuns.run().json() else {
      Issue.record("a run is no object")
      return
    }
    members.removeAll { $0.name == "references" || $0.name == "schema" }
    members += [.init("schema", .integer(1)), .init("reference", .array([.array([.integer(2)])]))]
    var json = JSON.object(members)
    for row in ["0", "1"] {
      json = changing(json, ["measurements", row, "invocations"], nil)
      json = changing(json, ["measurements", row, "group"], nil)
    }
    let run = try BenchmarkRun(json)
    #expect(run.references == [.init(group: 0, blocks: [[2]])])
    #expect(run.measurements[0].group == nil && run.invocations == [0])
    #expect(run.measurements[0].blocksByInvocation.map(\.blocks.count) == [10])
    #expect(RunDiff(run, run).doubt?.hasPrefix("a run has only 1 invocation, ") == true)
  }

  @Test func `unknown facts about the system are restored as unknown`() throws {
    let run = BenchmarkRun(
      id: "a", experiment: "load", time: "", arguments: [], environment: Environment())
    #expect(try BenchmarkRun(run.json()) == run)
  }

  @Test func `the schema number is the first member of a run's JSON`() {
    let text = String(decoding: SampleRuns.run().json().encoded(), as: UTF8.self)
    #expect(text.hasPrefix(#"{"schema":2,"id":"20261121-050000-aaaaaa","#))
  }

  @Test func `a newer schema is refused with a one-sentence message`() {
    let error = #expect(throws: RunError.self) {
      try BenchmarkRun(.object([.init("schema", .integer(BenchmarkRun.schema + 1))]))
    }
    #expect(error == .newerSchema(found: 3, known: 2))
    #expect(error?.message.hasSuffix("use a newer version") == true)
  }

  @Test func `unknown JSON members of a run are skipped`() throws {
    guard case .object(let members) = SampleRuns.run().json() else {
      Issue.record("a run is no object")
      return
    }
    let json = JSON.object([.init("color", "blue")] + members)
    #expect(try BenchmarkRun(json) == SampleRuns.run())
  }

  /// A copy of `json` in which `value` replaces the value at `path`; nil removes the old value.
  private func changing(_ json: JSON, _ path: [String], _ value: JSON?) -> JSON {
    guard let first = path.first else { return value ?? .null }
    switch json {
    case .object(let members):
      return .object(
        members.compactMap { member in
          if member.name != first { return member }
          if path.count == 1 && value == nil { return nil }
          return .init(first, changing(member.value, Array(path.dropFirst()), value))
        })
    case .array(var values):
      guard let index = Int(first) else { return json }
      values[index] = changing(values[index], Array(path.dropFirst()), value)
      return .array(values)
    default: return json
    }
  }

  @Test(
    arguments: [
      (["schema"], nil, "schema is missing"), (["schema"], "1", "schema is not a whole number"),
      (["schema"], .integer(0), "schema is less than 1"), (["id"], .null, "id is missing"),
      (["id"], "../x", "id is not a run id"), (["name"], .integer(1), "name is not a string"),
      (["finished"], "yes", "finished is not true or false"),
      (["arguments", "1"], .null, "arguments[1] is not a string"),
      (["settings", "time"], .integer(2), "settings.time is not a string"),
      (["seed"], .integer(-1), "seed is less than 0"),
      (["seed"], .number(1.5), "seed is not a whole number"),
      (["environment"], .array([]), "environment is not an object"),
      (["environment", "cores"], .integer(0), "environment.cores is less than 1"),
      (["environment", "quota"], "1", "environment.quota is not a number"),
      (["corpora", "0", "bytes"], nil, "corpora[0].bytes is missing"),
      (["notes"], "x", "notes is not an array"),
      (
        ["references", "3", "blocks", "0", "1"], .null,
        "references[3].blocks[0][1] is not a number"
      ),
      (["references", "1", "group"], .integer(-1), "references[1].group is less than 0"),
      (
        ["measurements", "0", "invocations"], .array([.integer(0)]),
        "measurements[0].invocations is not an ascending array of numbers, one for each block"
      ),
      (
        ["measurements", "0", "invocations", "9"], .integer(0),
        "measurements[0].invocations is not an ascending array of numbers, one for each block"
      ),
      (
        ["measurements", "0", "invocations", "1"], "x",
        "measurements[0].invocations[1] is not a whole number"
      ),
      (["measurements", "1", "blocks"], .number(1), "measurements[1].blocks is not an array"),
      (["measurements", "1", "blocks", "0"], .null, "measurements[1].blocks[0] is not an array"),
      (
        ["measurements", "0", "blocks", "9", "3"], .number(-1),
        "measurements[0].blocks[9][3] is less than 0"
      ),
      (
        ["measurements", "0", "status"], "fine",
        "measurements[0].status is not ok, cut-off, disagrees"
      ),
      (["measurements", "0", "batch"], .integer(0), "measurements[0].batch is less than 1"),
      (
        ["measurements", "0", "counts", "n"], "1", "measurements[0].counts.n is not a whole number"
      ),
      (["measurements", "0", "labels"], nil, "measurements[0].labels is missing"),
    ] as [([String], JSON?, String)])
  func `an invalid JSON member is reported with its path`(
    path: [String], value: JSON?, message: String
  ) throws {
    let json = changing(SampleRuns.run().json(), path, value)
    let error = #expect(throws: RunError.self) { try BenchmarkRun(json) }
    #expect(error?.message == message)
  }

  @Test func `a JSON document that is not a run is refused`() {
    for json in [JSON.null, .array([]), .object([]), "x"] {
      #expect(throws: RunError.self) { try BenchmarkRun(json) }
    }
    #expect(throws: RunError.malformed(path: "", "is not an object")) { try BenchmarkRun(.null) }
    #expect(RunError.malformed(path: "", "is odd").message == "the document is odd")
  }
}
