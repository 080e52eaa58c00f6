internal import Basics

/// Samples a group of trials in turns.
///
/// Each trial is warmed up, which also tells how many iterations make a batch long enough for the clock. Then come the
/// blocks: in each, every trial gets its share of samples, in an order shuffled anew, so that a slow minute of the machine
/// falls on all of them.
///
///     let runner = BenchmarkRunner(SamplingPlan())
///     let sampled = runner.run([Trial("sort", clock: SystemClock()) { Blackhole.consume(numbers.sorted()) }])
public struct BenchmarkRunner {
  /// A sample is at least so many ticks of the clock long.
  static let leastTicks: UInt64 = 1_000

  /// A slow trial lowers the number of blocks to this one, not below.
  static let leastBlocks = 5

  /// The most iterations of a batch: one that takes no time at all must end too.
  static let mostIterations = 1_000_000_000

  private let plan: SamplingPlan
  private let clock: any BenchmarkClock
  private let meter: (any ResourceMeter)?
  private let isCancelled: () -> Bool

  /// - Parameters:
  ///   - plan: How long and how often.
  ///   - clock: Tells the tick, and how long the run has taken; the trials read their own.
  ///   - meter: Counts what the samples use beside time.
  ///   - isCancelled: Asked between samples; `true` ends the run with what is there.
  public init(
    _ plan: SamplingPlan, clock: any BenchmarkClock = SystemClock(),
    meter: (any ResourceMeter)? = nil, isCancelled: @escaping () -> Bool = { false }
  ) {
    self.plan = plan
    self.clock = clock
    self.meter = meter
    self.isCancelled = isCancelled
  }

  /// Samples the trials of a group.
  ///
  /// A trial that throws, or has an iteration beyond the cut-off, keeps the samples it had; the others go on.
  ///
  /// - Parameters:
  ///   - group: Trials with different names.
  ///   - progress: Told before each trial's turn.
  ///   - onBlock: Told after each block what there is until then.
  /// - Returns: one for each trial, in their order.
  public func run(
    _ group: [Trial], progress: (SamplingProgress) -> Void = { _ in },
    onBlock: ([SampledTrial]) -> Void = { _ in }
  ) -> [SampledTrial] {
    var turns = group.map { TrialTurn($0) }
    for index in turns.indices where !isCancelled() {
      progress(.init(done: 0, remainingNanoseconds: nil, current: turns[index].trial.name))
      warmUp(&turns[index])
    }
    let blocks = self.blocks(for: turns)
    var order = Array(turns.indices)
    var generator = SplitMix64(seed: plan.seed)
    let start = clock.now()
    for block in 0..<blocks where !isCancelled() && turns.contains(where: \.isRunning) {
      order.shuffle(using: &generator)
      for index in order where turns[index].isRunning && !isCancelled() {
        progress(.init(turns, current: turns[index].trial.name, elapsed: clock.now() - start))
        sample(&turns[index], in: block, of: blocks)
      }
      onBlock(turns.map(\.result))
    }
    return turns.map(\.result)
  }

  /// As many as planned, fewer where the slowest trial cannot afford a sample in each.
  private func blocks(for turns: [TrialTurn]) -> Int {
    let slowest = turns.filter(\.isRunning).map(\.samples).min() ?? plan.blocks
    return max(1, min(plan.blocks, max(slowest, Self.leastBlocks)))
  }

  /// Runs a trial until the warm-up is over and the size of a batch is known.
  private func warmUp(_ turn: inout TrialTurn) {
    let least = Self.leastTicks * clock.tick
    var batch = 1
    var spent: UInt64 = 0
    var fastest = Double.infinity
    repeat {
      guard !isCancelled(), let elapsed = turn.time(batch, cutoff: plan.cutoff) else { return }
      spent += elapsed
      if elapsed >= least || batch == Self.mostIterations {
        fastest = min(fastest, Double(elapsed) / Double(batch))
      } else {
        // Longer than the last in any case: an iteration that the optimiser left out takes next to nothing.
        let needed = Self.batch(of: Double(elapsed) / Double(batch), least)
        batch = min(max(needed, batch + 1), batch * 100, Self.mostIterations)
      }
    } while fastest == .infinity || (spent < plan.warmup && fastest > 0)
    turn.result.batch = Self.batch(of: fastest, least)
    turn.nanosecondsPerIteration = fastest
    turn.samples = samples(of: fastest * Double(turn.result.batch))
  }

  /// The iterations that take a quarter longer than `least`, so that a faster moment is still long enough.
  private static func batch(of nanoseconds: Double, _ least: UInt64) -> Int {
    let needed = (1.25 * Double(least) / nanoseconds).rounded(.up)
    return max(1, Int(min(needed, Double(mostIterations))))
  }

  /// How many samples of that length a trial gets in all.
  private func samples(of nanoseconds: Double) -> Int {
    let affordable = Int(min(Double(plan.budget) / max(nanoseconds, 1), 1e9))
    let least = plan.minimumSamples ?? 1
    return max(1, least, min(affordable, plan.maximumSamples))
  }

  /// A trial's turn in a block: its share of samples, which add up to what it gets in all, and are at least one.
  private func sample(_ turn: inout TrialTurn, in block: Int, of blocks: Int) {
    let share = turn.samples * (block + 1) / blocks - turn.samples * block / blocks
    var samples: [Double] = []
    samples.reserveCapacity(share)
    meter?.start()
    while samples.count < max(1, share), !isCancelled() {
      guard let elapsed = turn.time(turn.result.batch, cutoff: plan.cutoff) else { break }
      samples.append(Double(elapsed) / Double(turn.result.batch) / 1e9)
    }
    let use = meter?.stop()
    // What a batch used that did not end well cannot be told from the rest.
    if let use, turn.isRunning { turn.add(use, iterations: samples.count * turn.result.batch) }
    if !samples.isEmpty { turn.result.blocks.append(samples) }
  }
}
