import Testing

@testable import Benchmarking

@Suite struct RunDiffTests {
  private let base = SampleRuns.run()

  private func isPassed(_ diff: RunDiff) -> Bool {
    if case .passed = diff.judgement { true } else { false }
  }

  private func regressed(_ diff: RunDiff) -> [String] {
    if case .regressed(let rows) = diff.judgement { rows.map(\.name) } else { [] }
  }

  private func doubt(_ diff: RunDiff) -> String {
    if case .inconclusive(let sentence) = diff.judgement { sentence } else { "" }
  }

  @Test func `equal runs pass without a warning`() throws {
    let diff = RunDiff(base, SampleRuns.run("b"))
    #expect(diff.warnings == [])
    #expect(diff.rows.count == 2 && diff.onlyInBase.isEmpty && diff.onlyInChanged.isEmpty)
    #expect(diff.rows.allSatisfy { $0.comparison?.verdict == .same })
    #expect(isPassed(diff))
  }

  @Test func `a row that takes 50 % longer is a regression, and an unchanged row is not`() throws {
    let diff = RunDiff(base, SampleRuns.run("b", contains: 0.0015))
    #expect(regressed(diff) == ["array-contains int ascending 0 1000"])
    let ratio = try #require(diff.rows[0].comparison?.ratio)
    #expect(abs(ratio - 1.5) < 0.01)
    #expect(
      diff.rows[0].columns.map(\.name) == ["contender", "element", "order", "duplicates", "n"])
    #expect(diff.rows[1].comparison?.verdict == .same)
    #expect(isPassed(RunDiff(base, SampleRuns.run("b", contains: 0.0005))))
  }

  @Test func `a row with 2 % more instructions is a regression, even if no time is comparable`() {
    func counted(_ id: String, _ instructions: Double, cores: Int = 2) -> BenchmarkRun {
      var run = SampleRuns.run(id)
      run.settings[BenchmarkRun.counter] = "valgrind"
      run.environment.cores = cores
      for index in run.measurements.indices {
        run.measurements[index].instructions = index == 0 ? instructions : 500
      }
      return run
    }
    let base = counted("a", 1_000)
    let more = RunDiff(base, counted("b", 1_020))
    #expect(more.rows.map(\.instructionRatio) == [1.02, 1])
    #expect(regressed(more) == ["array-contains int ascending 0 1000"])
    let apart = RunDiff(base, counted("b", 1_020, cores: 4))
    #expect(apart.doubt != nil && regressed(apart) == regressed(more))
    #expect(isPassed(RunDiff(base, counted("b", 1_009))))
    #expect(isPassed(RunDiff(base, counted("b", 500))))
    // Counts are compared only if the same counter counted the same work.
    for counter in [nil, "processor"] {
      var other = counted("b", 2_000)
      other.settings[BenchmarkRun.counter] = counter
      let diff = RunDiff(base, other)
      #expect(diff.rows.allSatisfy { $0.instructionRatio == nil } && isPassed(diff))
    }
    var debug = counted("b", 2_000)
    debug.environment.optimization = "debug"
    let other = RunDiff(base, debug)
    #expect(regressed(other) == [] && doubt(other).contains("debug build"))
  }

  @Test func `the total of a file that Callgrind wrote is its last line with a total`() {
    let text = "version: 1\nevents: Ir\nsummary: 12\n\nfn=(1) main\n7 12\n\ntotals: 12345678901\n"
    #expect(CallgrindMeter.total(text) == 12_345_678_901)
    #expect(CallgrindMeter.total("summary: 12\n") == nil)
    #expect(CallgrindMeter.total("totals: many\n") == nil)
    // The tests do not run in Valgrind, so there is no meter.
    #expect(CallgrindMeter(path: "/nowhere") == nil)
  }

  @Test func `rows are matched by their names, not by results or positions`() {
    var changed = SampleRuns.run("b")
    changed.measurements.reverse()
    changed.measurements[1].counts["unique"] = 999
    changed.measurements.append(SampleRuns.unique("array-contains", 2_000, 0.004))
    var base = base
    base.measurements.append(SampleRuns.unique("uniqued", 1_000, 0.1))
    let diff = RunDiff(base, changed)
    #expect(diff.rows.map { $0.base.labels["contender"] } == ["array-contains", "set-then-array"])
    #expect(diff.rows.allSatisfy { $0.base.labels == $0.changed.labels })
    #expect(diff.onlyInBase.map { $0.labels["contender"] } == ["uniqued"])
    #expect(diff.onlyInChanged.map { $0.counts["n"] } == [2_000])
    #expect(
      diff.warnings == [
        "array-contains int ascending 0 1000 gives a different answer: 999 unique instead of 1000"
      ])
  }

  @Test func `rows with the same name are matched in order`() {
    var base = base
    base.measurements = [1.0, 2.0, 4.0].map { SampleRuns.unique("uniqued", 10, $0) }
    var changed = base
    changed.measurements.removeLast()
    let diff = RunDiff(base, changed)
    #expect(diff.rows.count == 2 && diff.rows.allSatisfy { $0.base == $0.changed })
    #expect(diff.onlyInBase == [base.measurements[2]])
  }

  @Test func `a run of an unknown experiment is matched by all labels and counts`() {
    var base = base
    base.experiment = "later"
    var changed = base
    changed.measurements[0].counts["memory_bytes"] = 5
    let diff = RunDiff(base, changed)
    #expect(diff.rows.count == 2)
    #expect(diff.rows[0].name == "array-contains int ascending 0 1000")
  }

  @Test func `runs of different experiments have no comparable rows`() {
    var changed = base
    changed.experiment = "load"
    let diff = RunDiff(base, changed)
    #expect(diff.rows.isEmpty && diff.onlyInBase.count == 2 && diff.onlyInChanged.count == 2)
    #expect(
      diff.warnings == [
        "the runs are of different experiments, unique and load: no row can be compared"
      ])
    #expect(doubt(diff) == diff.warnings[0])
  }

  @Test func `a changed status is reported, and a row that no longer has a time is a regression`() {
    var changed = SampleRuns.run("b")
    changed.measurements[0].status = .cutOff
    changed.measurements[1].status = .disagrees
    var diff = RunDiff(base, changed)
    #expect(diff.rows.allSatisfy { $0.comparison == nil })
    #expect(
      diff.warnings == [
        "the status of array-contains int ascending 0 1000 differs: cut-off instead of ok",
        "the status of set-then-array int ascending 0 1000 differs: disagrees instead of ok",
      ])
    #expect(regressed(diff).count == 2)
    changed.settings["cutoff"] = "1 s"
    diff = RunDiff(base, changed)
    #expect(regressed(diff) == ["set-then-array int ascending 0 1000"])
    #expect(diff.warnings.contains("the setting cutoff differs: 1 s instead of 10 s"))
    #expect(isPassed(RunDiff(changed, base)))
  }

  @Test func `a different machine makes the comparison inconclusive`() {
    var changed = SampleRuns.run("b", contains: 9)
    changed.environment.cores = 4
    changed.environment.kernel = "Linux 7.0"
    let diff = RunDiff(base, changed)
    #expect(
      doubt(diff)
        == "the runs are from different machines: the number of cores differs: 4 instead of 2")
    #expect(diff.warnings.count == 2)
    changed.environment.cores = 2
    #expect(regressed(RunDiff(base, changed)).count == 1)
    changed.environment.optimization = "debug"
    #expect(
      doubt(RunDiff(base, changed))
        == "the base run used a release build, but the other run used a debug build")
  }

  @Test func `a changed reference workload makes the comparison inconclusive`() {
    for reference in [0.025, 0.015] {
      let diff = RunDiff(base, SampleRuns.run("b", contains: 0.0015, reference: reference))
      let percent = reference == 0.025 ? "125.0 %" : "75.0 %"
      #expect(doubt(diff).hasPrefix("the reference workload took \(percent) of its time"))
    }
    var changed = SampleRuns.run("b")
    changed.references = []
    let sentence = "the reference workload was not timed before and after the row"
    #expect(doubt(RunDiff(base, changed)) == sentence)
    #expect(RunDiff(changed, base).referenceRatio == nil)
    // A reference time that was measured only before the group does not show whether the machine
    // slowed down during the group.
    changed.references = SampleRuns.references(0.02).filter { $0.group == 0 }
    #expect(doubt(RunDiff(base, changed)) == sentence)
  }

  @Test func `invocations on a busy machine are omitted, and too few remaining are inconclusive`()
    throws
  {
    var changed = SampleRuns.run("b")
    func disturb(_ invocations: Range<Int>) {
      for index in changed.measurements[0].blocks.indices where invocations.contains(index / 2) {
        changed.measurements[0].blocks[index] = SampleRuns.blocks(0.005)[index]
      }
      for index in changed.references.indices
      where invocations.contains(changed.references[index].invocation) && index % 2 == 1 {
        changed.references[index].blocks = [[0.03]]
      }
    }
    disturb(0..<2)
    let diff = RunDiff(base, changed)
    #expect(isPassed(diff))
    let ratio = try #require(diff.rows[0].comparison?.ratio)
    #expect(abs(ratio - 1) < 0.01)
    disturb(2..<3)
    #expect(
      doubt(RunDiff(base, changed)).hasPrefix(
        "the machine was unsteady: the reference workload was within 10 % of its usual time in "
          + "only 2"))
  }

  @Test
  func `a change below 5 % gets a verdict only if the two programs ran alternately`() {
    var base = base
    var changed = SampleRuns.run("b", contains: 0.00104)
    #expect(isPassed(RunDiff(base, changed)))
    base.settings[RunDiff.partner] = changed.id
    changed.settings[RunDiff.partner] = base.id
    changed.references = []
    changed.environment.commit = "other"
    let diff = RunDiff(base, changed)
    #expect(diff.isInterleaved && diff.warnings == [])
    #expect(regressed(diff) == ["array-contains int ascending 0 1000"])
    changed.settings[RunDiff.partner] = "another"
    #expect(!RunDiff(base, changed).isInterleaved)
  }

  @Test func `a row that cannot be compared does not prevent verdicts on other rows`() {
    var changed = SampleRuns.run("b", contains: 0.0015)
    changed.measurements[1].group = 7
    let diff = RunDiff(base, changed)
    #expect(diff.rows[1].doubt != nil && diff.doubt == nil)
    #expect(regressed(diff).count == 1)
    #expect(
      diff.warnings == [
        "1 of 2 rows cannot be compared: the reference workload was not timed before and after the row"
      ])
  }

  @Test func `runs without a common row are inconclusive`() {
    var changed = base
    changed.measurements = []
    #expect(doubt(RunDiff(base, changed)) == "no row is in both runs")
  }

  @Test func `a different corpus, seed or setting is reported`() {
    var changed = base
    changed.corpora[0].sha256 = "cd"
    changed.seed = 2
    changed.settings["time"] = nil
    changed.isFinished = false
    var diff = RunDiff(base, changed)
    #expect(
      diff.warnings == [
        "the run \(base.id) did not finish",
        "the corpus words differs: its SHA-256 is different",
        "the seed differs: 2 instead of \(UInt64.max)",
        "the setting time differs: not set instead of 2 s",
      ])
    #expect(doubt(diff) == "the corpus words differs: its SHA-256 is different")
    changed.corpora[0].sha256 = nil
    diff = RunDiff(base, changed)
    #expect(!diff.warnings.contains { $0.contains("corpus") })
    changed.corpora[0].bytes = 100
    diff = RunDiff(base, changed)
    #expect(
      doubt(diff) == "the corpus words differs: 10 records and 100 bytes instead of 10 and 99")
  }
}
