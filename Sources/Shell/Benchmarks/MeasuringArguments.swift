internal import ArgumentParser
internal import Basics
internal import Benchmarking

/// How long and how often is measured; shared by every benchmark.
struct MeasuringArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "Time budget of a trial, such as 500ms or 2s (a bare number is seconds).")
  var time: String?

  @Option(
    parsing: .unconditional, help: "Take at least N samples of each trial, whatever the budget.")
  var samples: Int?

  @Option(parsing: .unconditional, help: "Run each trial so long before it is timed.")
  var warmup: String?

  @Option(parsing: .unconditional, help: "Leave out what takes longer than this for one iteration.")
  var cutoff: String?

  @Flag(help: "A sensible result in about ten seconds.")
  var quick = false

  @Option(help: "Name the stored run.")
  var name: String?

  @Flag(name: .customLong("no-store"), help: "Do not keep the run.")
  var noStore = false

  @Option(
    name: .customLong("fail-on-regression"),
    help: "Compare with this stored run; exit with 1 if anything became slower.")
  var base: String?

  @Flag(
    name: .customLong("allow-debug"), help: "Measure a debug build, whose times mean little.")
  var allowsDebug = false

  /// What becomes of the run.
  var keeping: MeasuringJob.Keeping {
    MeasuringJob.Keeping(
      name: name, isStored: !noStore, base: base, allowsDebug: allowsDebug)
  }

  /// The plan for about so many trials.
  ///
  /// - Throws: a usage error for a bad duration or number.
  func plan(trials: Int, seed: UInt64) throws -> SamplingPlan {
    var plan = SamplingPlan()
    plan.seed = seed
    if quick {
      // Eight of the ten seconds; the rest is for inputs, answers and warming up.
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
      guard (1...1_000_000).contains(samples) else {
        throw ShellError.usage(
          "--samples cannot be \(samples): it takes a whole number from 1 to 1000000")
      }
      plan.minimumSamples = samples
      plan.maximumSamples = max(plan.maximumSamples, samples)
    }
    return plan
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
