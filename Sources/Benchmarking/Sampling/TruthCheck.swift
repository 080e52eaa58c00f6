/// Checks verdicts by comparing a workload with itself and with a 5 % slower workload.
package struct TruthCheck: Hashable, Sendable {
  /// The number of pairs of equal workloads, and also the number of pairs with a slower workload.
  package let comparisons: Int

  /// The number of wrong verdicts on equal workloads: "slower" or "faster".
  package let falseVerdicts: Int

  /// The number of comparisons that found the slower workload to be slower.
  package let found: Int

  /// The number of comparisons that wrongly found the slower workload to be faster.
  package let foundFaster: Int

  /// The amount of work of the two equal workloads, and the amount of work of the slower workload.
  private static let lengths = (equal: 100, slower: 105)

  /// The sampling plan; a comparison takes at most about a fifth of a second.
  static let plan: SamplingPlan = {
    var plan = SamplingPlan()
    plan.budget = 90_000_000
    plan.warmup = 5_000_000
    plan.maximumSamples = 300
    return plan
  }()

  /// Compares pairs of equal workloads, and pairs in which one workload is slower, with interleaved
  /// trials in this process.
  ///
  /// - Parameters:
  ///   - comparisons: The number of pairs of equal workloads, and also the number of pairs with a
  ///     slower workload.
  ///   - seed: Seeds the order of trials and the resampling.
  ///   - clock: The clock that times the work.
  ///   - isCancelled: Checked between samples.
  ///   - progress: Called with the completed fraction, from 0 to 1.
  /// - Returns: The counts of verdicts; nil if the check was canceled.
  package static func run(
    comparisons: Int, seed: UInt64, clock: any BenchmarkClock = SystemClock(),
    isCancelled: @escaping () -> Bool = { false }, progress: (Double) -> Void = { _ in }
  ) -> TruthCheck? {
    let work = KnownWorkload.mix.prepared()
    return run(comparisons, seed, clock, isCancelled, progress) { name, length in
      Trial(name, clock: clock) { work(length) }
    }
  }

  /// Runs the check with workloads whose cost is proportional to their length.
  static func run(
    _ comparisons: Int, _ seed: UInt64, _ clock: any BenchmarkClock,
    _ isCancelled: @escaping () -> Bool, _ progress: (Double) -> Void,
    of work: (_ name: String, _ length: Int) -> Trial
  ) -> TruthCheck? {
    var verdicts: [(equal: Comparison.Verdict, slower: Comparison.Verdict)] = []
    for number in 0..<comparisons {
      var plan = Self.plan
      plan.seed = seed &+ UInt64(number)
      let runner = BenchmarkRunner(plan, clock: clock, isCancelled: isCancelled)
      func verdict(_ length: Int) -> Comparison.Verdict {
        let sampled = runner.run([work("base", lengths.equal), work("changed", length)])
        return Comparison(
          sampled[0].blocks, sampled[1].blocks, seed: plan.seed)?.verdict
          ?? .same
      }
      verdicts.append((verdict(lengths.equal), verdict(lengths.slower)))
      if isCancelled() { return nil }
      progress(Double(number + 1) / Double(comparisons))
    }
    return TruthCheck(
      comparisons: comparisons, falseVerdicts: verdicts.count { $0.equal != .same },
      found: verdicts.count { $0.slower == .slower },
      foundFaster: verdicts.count { $0.slower == .faster })
  }

  /// The counts as lines of CSV.
  package var lines: [String] {
    [
      "comparison,pairs,slower_or_faster,slower,faster", "equal,\(comparisons),\(falseVerdicts),,",
      "5 % slower,\(comparisons),\(found + foundFaster),\(found),\(foundFaster)",
    ]
  }
}
