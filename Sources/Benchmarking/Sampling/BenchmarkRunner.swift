internal import Basics

/// Samples the trials of a group alternately.
///
/// The warm-up of a trial also finds the batch size: how many iterations take long enough for the
/// clock to measure precisely. In each block, every trial takes its share of the samples. The order
/// of the trials is shuffled for each block, so that a temporary slowdown of the machine affects
/// all trials.
///
///     let runner = BenchmarkRunner(SamplingPlan())
///     let trial = Trial("sort", clock: SystemClock()) { Blackhole.consume(numbers.sorted()) }
///     let sampled = runner.run([trial])
package struct BenchmarkRunner {
  /// The minimum length of a sample, in ticks of the clock.
  static let minimumTicks: UInt64 = 1_000

  /// The maximum number of iterations per batch, so that sampling ends even if an iteration takes
  /// no time.
  static let maximumIterations = 1_000_000_000

  private let plan: SamplingPlan
  private let clock: any BenchmarkClock
  private let meter: (any ResourceMeter)?
  private let isCancelled: () -> Bool

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - plan: How long to sample, and how many samples and blocks to take.
  ///   - clock: The clock that measures the elapsed time of the run. The tick of this clock
  ///     determines the batch sizes. Each trial is timed with its own clock.
  ///   - meter: Counts instructions, cycles and memory of the samples.
  ///   - isCancelled: Checked between samples; `true` ends the run and keeps the samples so far.
  package init(
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
  /// If a trial throws, or if its iterations exceed the cut-off, the trial ends with its samples so
  /// far. The other trials continue.
  ///
  /// - Parameters:
  ///   - group: Trials with unique names.
  ///   - progress: Called before a trial is sampled in a block.
  ///   - onBlock: Called with the results so far after each block.
  /// - Returns: One result per trial, in the order of `group`.
  package func run(
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

  /// The planned number of blocks, or fewer if the slowest trial has fewer samples than blocks.
  private func blocks(for turns: [TrialTurn]) -> Int {
    let slowest = turns.filter(\.isRunning).map(\.samples).min() ?? plan.blocks
    return max(1, min(plan.blocks, max(slowest, plan.minimumBlocks)))
  }

  /// Runs a trial until the warm-up time is over and the batch size is known.
  private func warmUp(_ turn: inout TrialTurn) {
    let minimum = Self.minimumTicks * clock.tick
    var batch = 1
    var spent: UInt64 = 0
    var fastest = Double.infinity
    repeat {
      guard !isCancelled(), let elapsed = turn.time(batch, cutoff: plan.cutoff) else { return }
      spent += elapsed
      if elapsed >= minimum || batch == Self.maximumIterations {
        fastest = min(fastest, Double(elapsed) / Double(batch))
      } else {
        // Always grow the batch: an iteration takes almost no time if the optimizer has removed the
        // workload.
        let needed = Self.batch(of: Double(elapsed) / Double(batch), minimum)
        batch = min(max(needed, batch + 1), batch * 100, Self.maximumIterations)
      }
    } while fastest == .infinity || (spent < plan.warmup && fastest > 0)
    turn.result.batch = Self.batch(of: fastest, minimum)
    turn.nanosecondsPerIteration = fastest
    turn.samples = samples(of: fastest * Double(turn.result.batch))
  }

  /// The batch size for a duration 25 % above `minimum`, so that even an unusually fast batch takes
  /// at least `minimum`.
  private static func batch(of nanoseconds: Double, _ minimum: UInt64) -> Int {
    let needed = (1.25 * Double(minimum) / nanoseconds).rounded(.up)
    return max(1, Int(min(needed, Double(maximumIterations))))
  }

  /// The total number of samples to take for a trial if each sample takes `nanoseconds` ns.
  private func samples(of nanoseconds: Double) -> Int {
    let affordable = Int(min(Double(plan.budget) / max(nanoseconds, 1), 1e9))
    let minimum = plan.minimumSamples ?? 1
    return max(1, minimum, min(affordable, plan.maximumSamples))
  }

  /// Takes the block's share of the trial's samples, but at least one sample.
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
    // The resources of a failed batch cannot be separated from those of the block's other batches,
    // so skip the resources of the whole block.
    if let use, turn.isRunning { turn.add(use, iterations: samples.count * turn.result.batch) }
    if !samples.isEmpty { turn.result.blocks.append(samples) }
  }
}
