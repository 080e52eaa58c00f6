internal import Basics
internal import Benchmarking

/// The options for sampling and for storing runs, which all benchmarks share.
struct MeasuringArguments: Equatable {
  var time: String?
  var samples: Int?
  var warmup: String?
  var cutoff: String?
  var quick = false
  var name: String?
  var noStore = false
  var base: String?
  var against: String?
  var invocations: Int?
  var countsInstructions = false

  /// The number of this invocation, and the total number of invocations; nil if the user started
  /// this process.
  var invocation: InvocationPlace?

  /// The path to which Callgrind appends a number for each output file; nil to time the trials
  /// instead of counting instructions.
  var counts: String?
  var allowsDebug = false

  static let parameters: [Parameter<MeasuringArguments>] = [
    .option(
      "--time", value: "SPAN",
      help: "Time budget of a trial, such as 500ms or 2s (a bare number is seconds).",
      change: { $0.time = $1 }),
    .number(
      "--samples", in: 1...1_000_000,
      help: "Take at least N samples of each trial, even if the time budget is exceeded.",
      change: { $0.samples = $1 }),
    .option(
      "--warmup", value: "SPAN", help: "Run each trial this long before it is timed.",
      change: { $0.warmup = $1 }),
    .option(
      "--cutoff", value: "SPAN", help: "Skip trials whose iteration takes longer than this.",
      change: { $0.cutoff = $1 }),
    .flag(
      "--quick", help: "Get an approximate result in about ten seconds.",
      change: { $0.quick = true }),
    .number(
      "--invocations", in: 1...1_000,
      help: "Divide the samples among N fresh processes (default: 5).",
      change: { $0.invocations = $1 }),
    Parameter.option(
      "--invocation", value: "K/N", help: "Run as process K of N.",
      change: {
        guard let place = InvocationPlace($1) else {
          throw ArgumentProblem.takes("K/N, such as 2/5")
        }
        $0.invocation = place
      }
    ).hidden,
    .option(
      "--against", value: "PROGRAM", kind: .files,
      help: "Also measure another program or commit, alternating with this program.",
      change: { $0.against = $1 }),
    .option(
      "--count", value: "WHAT", kind: .words { ["instructions"] },
      help: "Also count instructions, which depend little on other load; needs Valgrind, or a "
        + "processor with an instruction counter.",
      change: {
        guard $1 == "instructions" else { throw ArgumentProblem.takes("instructions") }
        $0.countsInstructions = true
      }),
    Parameter.option(
      "--count-in", value: "PATH", help: "Count instructions in these files of Callgrind.",
      change: { $0.counts = $1 }
    ).hidden,
    .option("--name", value: "NAME", help: "Name the stored run.", change: { $0.name = $1 }),
    .flag("--no-store", help: "Do not store the run.", change: { $0.noStore = true }),
    .option(
      "--fail-on-regression", value: "OLD",
      help: "Compare with a program, commit or stored run; exit with 1 if slower.",
      change: { $0.base = $1 }),
    .flag(
      "--allow-debug", help: "Measure a debug build, whose times mean little.",
      change: { $0.allowsDebug = true }),
  ]

  /// How to store the run, and which baseline to compare it with.
  var keeping: MeasuringJob.Keeping {
    MeasuringJob.Keeping(
      name: name, isStored: !noStore, base: base, against: against, allowsDebug: allowsDebug,
      isInvocation: invocation != nil, counts: counts)
  }

  /// Creates the sampling plan for approximately `trials` trials.
  ///
  /// - Throws: a usage error for an invalid duration.
  func plan(trials: Int, seed: UInt64) throws -> SamplingPlan {
    var plan = SamplingPlan()
    plan.seed = seed
    if quick {
      // A quick run takes about ten seconds: eight seconds for sampling, and two seconds for
      // preparing inputs, checking answers and warming up.
      let share = 8_000_000_000 / UInt64(max(1, trials))
      plan.budget = min(max(share, 20_000_000), 500_000_000)
      plan.warmup = 10_000_000
      plan.blocks = 5
      plan.cutoff = 1_000_000_000
    }
    if let time { plan.budget = try Self.duration(time, of: "--time") }
    if let warmup { plan.warmup = try Self.duration(warmup, of: "--warmup", allowsZero: true) }
    if let cutoff { plan.cutoff = try Self.duration(cutoff, of: "--cutoff") }
    if let samples {
      plan.minimumSamples = samples
      plan.maximumSamples = max(plan.maximumSamples, samples)
    }
    return invocation.map(plan.at) ?? plan
  }

  private static func duration(
    _ text: String, of option: String, allowsZero: Bool = false
  ) throws -> UInt64 {
    do throws(BenchmarkError) {
      return try TimeSpan(option: text, allowsZero: allowsZero).nanoseconds
    } catch {
      throw ShellError.usage("\(option): \(error.message)")
    }
  }
}
