internal import ArgumentParser
internal import Benchmarking
internal import Reporting
internal import Terminal

/// `bench overhead`.
struct BenchOverheadArguments: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench overhead", abstract: "Measure what measuring itself costs.")

  @OptionGroup(title: "Settings") var settings: SettingArguments
  @OptionGroup(title: "Output") var common: CommonArguments

  func perform(in session: Session) throws {
    let overhead = HarnessOverhead.measure()
    var table = Table(["", ""], hasHeader: false)
    let absences = SystemMeter().absences.joined(separator: "; ")
    let counters = absences.isEmpty ? "instructions, cycles and peak memory" : absences
    for (label, value) in overhead.lines + [("counters", counters)] {
      table.append([StyledText(label, .label), StyledText(value)])
    }
    if Session.isDebugBuild {
      session.console.warn("this is a debug build: the release build costs less")
    }
    try session.console.write(table)
  }
}

/// `bench workload`.
struct BenchWorkloadArguments: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench workload",
    abstract: "Run a workload of known cost plainly, for timing the process from outside.",
    discussion: "scripts/bench-truth compares such times with what the harness says.")

  @Argument(help: "\(KnownWorkload.allCases.map(\.rawValue).joined(separator: ", ")).")
  var name: String

  @Option(
    parsing: .unconditional, help: "Run it so often and write nothing; without it, measure it.")
  var iterations: Int?

  @OptionGroup(title: "Settings") var settings: SettingArguments
  @OptionGroup(title: "Output") var common: CommonArguments

  func perform(in session: Session) throws {
    guard let workload = KnownWorkload(rawValue: name) else {
      let names = KnownWorkload.allCases.map(\.rawValue)
      throw ShellError.usage(
        "there is no workload \(CommandWords.quoted(name))"
          + suggestion(
            for: name, among: names, else: "the workloads are \(names.joined(separator: " "))"))
    }
    if let iterations {
      guard iterations >= 0 else {
        throw ShellError.usage("--iterations cannot be \(iterations): it takes a number from 0")
      }
      return workload.run(iterations: iterations)
    }
    var plan = SamplingPlan()
    plan.seed = session.settings.seed
    let trial = workload.trial()
    let runner = BenchmarkRunner(plan, isCancelled: { Signals.isCancelled })
    guard let sampled = runner.run([trial]).first,
      let summary = Summary(blocks: sampled.blocks, seed: plan.seed), !Signals.isCancelled
    else { throw ShellError.interrupted }
    try session.console.writeLine("workload,samples,p50_s,ci_low_s,ci_high_s")
    try session.console.writeLine(
      "\(name),\(summary.count),\(summary.p50),\(summary.interval.lowerBound),"
        + "\(summary.interval.upperBound)")
  }
}

/// `bench truth`.
struct BenchTruthArguments: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench truth",
    abstract: "Compare equal workloads, and one made 5 % slower, and count the verdicts.")

  @Option(parsing: .unconditional, help: "How many comparisons of each kind.") var comparisons:
    Int = 100

  @OptionGroup(title: "Settings") var settings: SettingArguments
  @OptionGroup(title: "Output") var common: CommonArguments

  func perform(in session: Session) throws {
    guard (1...10_000).contains(comparisons) else {
      throw ShellError.usage(
        "--comparisons cannot be \(comparisons): it takes a whole number from 1 to 10000")
    }
    let bar = session.console.progress("comparing")
    defer { bar.finish() }
    let result = TruthCheck.run(
      comparisons: comparisons, seed: session.settings.seed,
      isCancelled: { Signals.isCancelled },
      progress: { bar.update(share: $0, remaining: nil, of: "") })
    bar.finish()
    guard let result else { throw ShellError.interrupted }
    for line in result.lines { try session.console.writeLine(line) }
  }
}
