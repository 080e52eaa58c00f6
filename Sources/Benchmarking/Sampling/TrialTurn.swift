/// The samples, batch size and resource counts of a trial that is being sampled.
struct TrialTurn {
  let trial: Trial
  var result: SampledTrial

  /// The total number of samples to take.
  var samples = 1

  /// The time per iteration, as measured in the warm-up.
  var nanosecondsPerIteration = 0.0

  private var use = ResourceUse()
  private var countedIterations = 0

  init(_ trial: Trial) {
    self.trial = trial
    result = SampledTrial(trial.name)
  }

  var isRunning: Bool { !result.isCutOff && result.error == nil }

  /// The estimated time of the remaining samples, in nanoseconds.
  var remainingNanoseconds: Double {
    guard isRunning else { return 0 }
    let taken = result.blocks.reduce(0) { $0 + $1.count }
    return Double(max(0, samples - taken) * result.batch) * nanosecondsPerIteration
  }

  /// Runs a batch and returns its duration in nanoseconds; nil if the batch threw, or if its mean
  /// time per iteration exceeded the cut-off.
  mutating func time(_ batch: Int, cutoff: UInt64) -> UInt64? {
    do {
      let elapsed = try trial.sample(batch)
      guard elapsed / UInt64(batch) > cutoff else { return elapsed }
      result.isCutOff = true
    } catch {
      result.error = error
    }
    return nil
  }

  /// Adds the resources that a block used.
  ///
  /// If a counter has no value in one block, its total is nil.
  mutating func add(_ more: ResourceUse, iterations: Int) {
    guard iterations > 0 else { return }
    func sum(_ a: UInt64?, _ b: UInt64?) -> UInt64? {
      countedIterations == 0 ? b : a.flatMap { a in b.map { a + $0 } }
    }
    use.instructions = sum(use.instructions, more.instructions)
    use.cycles = sum(use.cycles, more.cycles)
    countedIterations += iterations
    result.instructions = use.instructions.map { Double($0) / Double(countedIterations) }
    result.cycles = use.cycles.map { Double($0) / Double(countedIterations) }
    result.peakMemoryBytes = [result.peakMemoryBytes, more.peakMemoryBytes].compactMap { $0 }.max()
  }
}

extension SamplingProgress {
  /// Estimates the progress from the elapsed time and the remaining samples.
  init(_ turns: [TrialTurn], current: String, elapsed: UInt64) {
    let remaining = turns.reduce(0) { $0 + $1.remainingNanoseconds }
    let all = Double(elapsed) + remaining
    self.init(
      done: all > 0 ? Double(elapsed) / all : 0,
      remainingNanoseconds: UInt64(min(remaining, 1e18)), current: current)
  }
}
