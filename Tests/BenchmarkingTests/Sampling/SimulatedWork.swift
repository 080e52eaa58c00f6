import Benchmarking

/// Work that takes only simulated time, and that records the batches in which it runs.
final class SimulatedWork {
  let clock: SimulatedClock

  /// The number of iterations of each batch, by trial.
  private(set) var batches: [String: [Int]] = [:]

  /// The names of the trials, in the order in which their batches ran.
  private(set) var turns: [String] = []

  init(tick: UInt64 = 1) { clock = SimulatedClock(tick: tick) }

  struct Failure: Error {}

  /// A trial with a constant time per iteration.
  func trial(_ name: String, nanoseconds: UInt64) -> Trial {
    trial(name) { _ in nanoseconds }
  }

  /// A trial whose iterations take `nanoseconds(batch)`, where `batch` is the index of the batch.
  func trial(_ name: String, nanoseconds: @escaping (_ batch: Int) throws -> UInt64) -> Trial {
    Trial(name) { iterations in
      let elapsed = try nanoseconds(self.batches[name]?.count ?? 0) * UInt64(iterations)
      self.batches[name, default: []].append(iterations)
      self.turns.append(name)
      self.clock.advance(by: elapsed)
      return elapsed
    }
  }

  /// A plan with ten blocks, in which the warm-up of each trial is its first batch.
  static func plan(_ change: (inout SamplingPlan) -> Void = { _ in }) -> SamplingPlan {
    var plan = SamplingPlan()
    plan.blocks = 10
    plan.warmup = 0
    plan.budget = 1_000_000_000
    change(&plan)
    return plan
  }

  func run(
    _ trials: [Trial], _ plan: SamplingPlan, isCancelled: @escaping () -> Bool = { false }
  ) -> [SampledTrial] {
    BenchmarkRunner(plan, clock: clock, isCancelled: isCancelled).run(trials)
  }
}

extension SampledTrial {
  /// The number of samples.
  var count: Int { blocks.reduce(0) { $0 + $1.count } }
}
