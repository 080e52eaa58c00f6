internal import Benchmarking
internal import Reporting
internal import Terminal

/// The command `bench overhead`.
struct BenchOverheadArguments: MemberCommand {
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "bench overhead", "measure the overhead of the benchmark harness", shared())

  func perform(in work: Measuring) throws {
    let overhead = HarnessOverhead.measure()
    var table = Table(["", ""], hasHeader: false)
    let absences = SystemMeter().absences.joined(separator: "; ")
    let counters = absences.isEmpty ? "instructions, cycles and peak memory" : absences
    for (label, value) in overhead.lines + [("counters", counters)] {
      table.append([StyledText(label, .label), StyledText(value)])
    }
    if Measuring.isDebugBuild {
      work.console.warn("this is a debug build: a release build has less overhead")
    }
    try work.console.write(table)
  }
}

/// The command `bench workload`.
struct BenchWorkloadArguments: MemberCommand {
  var name = ""
  var iterations: Int?
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "bench workload",
    "run a workload of known cost, so that another program can time this process",
    discussion: """
      scripts/bench-truth compares the times of the process with those that the harness measures.
      """,
    [
      .argument(
        "NAME", kind: .cases(KnownWorkload.self),
        help: "The workload: \(KnownWorkload.allCases.map(\.rawValue).joined(separator: ", ")).",
        change: { $0.name = $1 }),
      .number(
        "--iterations", help: "Run the workload N times without measuring it.",
        change: { $0.iterations = $1 }),
    ], shared())

  func perform(in work: Measuring) throws {
    guard let workload = KnownWorkload(rawValue: name) else {
      let names = KnownWorkload.allCases.map(\.rawValue)
      throw ShellError.usage(
        "there is no workload \(CommandWords.quoted(name))"
          + suggestion(
            for: name, among: names, else: "the workloads are \(names.joined(separator: " "))"))
    }
    if let iterations {
      return workload.run(iterations: iterations)
    }
    var plan = SamplingPlan()
    plan.seed = work.workspace.settings.seed
    let trial = workload.trial()
    let runner = BenchmarkRunner(plan, isCancelled: { Signals.isCancelled })
    guard let sampled = runner.run([trial]).first,
      let summary = Summary(blocks: sampled.blocks, seed: plan.seed), !Signals.isCancelled
    else { throw ShellError.interrupted }
    try work.console.writeLine("workload,samples,p50_s,ci_low_s,ci_high_s")
    try work.console.writeLine(
      "\(name),\(summary.count),\(summary.p50),\(summary.interval.lowerBound),"
        + "\(summary.interval.upperBound)")
  }
}

/// The command `bench truth`.
struct BenchTruthArguments: MemberCommand {
  var comparisons = 100
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "bench truth", "count right and wrong verdicts for equal and for 5 % slower workloads",
    [
      .option("--comparisons", value: "N", help: "The number of comparisons of each kind.") {
        $0.comparisons = try WholeNumber.parse($1, in: 1...10_000)
      }
    ], shared())

  func perform(in work: Measuring) throws {
    let bar = work.console.progress("comparing")
    defer { bar.finish() }
    let result = TruthCheck.run(
      comparisons: comparisons, seed: work.workspace.settings.seed,
      isCancelled: { Signals.isCancelled },
      progress: { bar.update(share: $0, remaining: nil, of: "") })
    bar.finish()
    guard let result else { throw ShellError.interrupted }
    for line in result.lines { try work.console.writeLine(line) }
  }
}
