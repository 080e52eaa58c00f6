/// Compares work with itself, and with work made 5 % slower: how often the verdict is right.
public struct TruthCheck: Hashable, Sendable {
  /// Of each kind.
  public let comparisons: Int

  /// Verdicts where there is no difference; each is wrong.
  public let falseVerdicts: Int

  /// Of the comparisons with a slowdown, those that were found.
  public let found: Int

  /// Of the comparisons with a slowdown, those that were called faster.
  public let foundFaster: Int

  /// The length of the work, and of the same work made slower.
  private static let lengths = (equal: 100, slower: 105)

  /// A comparison takes about a fifth of a second at most.
  static let plan: SamplingPlan = {
    var plan = SamplingPlan()
    plan.budget = 90_000_000
    plan.warmup = 5_000_000
    plan.maximumSamples = 300
    return plan
  }()

  /// Runs so many comparisons of each kind on real work; pairs are interleaved in this process.
  ///
  /// - Parameters:
  ///   - comparisons: How many of each kind.
  ///   - seed: Of the order of the trials and of resampling.
  ///   - clock: What the work is timed with.
  ///   - isCancelled: Asked between samples.
  ///   - progress: Told the share that is done, from 0 to 1.
  /// - Returns: nil if it was cancelled.
  public static func run(
    comparisons: Int, seed: UInt64, clock: any BenchmarkClock = SystemClock(),
    isCancelled: @escaping () -> Bool = { false }, progress: (Double) -> Void = { _ in }
  ) -> TruthCheck? {
    let work = KnownWorkload.mix.prepared()
    return run(comparisons, seed, clock, isCancelled, progress) { name, length in
      Trial(name, clock: clock) { work(length) }
    }
  }

  /// As above, of any work whose cost is proportional to its length.
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
          sampled[0].blocks, sampled[1].blocks, pairing: .interleaved, seed: plan.seed)?.verdict
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

  /// The figures as CSV.
  public var lines: [String] {
    [
      "comparison,pairs,slower_or_faster,slower,faster", "equal,\(comparisons),\(falseVerdicts),,",
      "5 % slower,\(comparisons),\(found + foundFaster),\(found),\(foundFaster)",
    ]
  }
}
