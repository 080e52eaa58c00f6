import Benchmarking
import Synchronization

/// A clock that advances by a millisecond whenever it is read.
final class TickingClock: BenchmarkClock {
  private let milliseconds = Mutex<UInt64>(0)

  let tick: UInt64 = 1

  func now() -> UInt64 {
    milliseconds.withLock {
      $0 += 1
      return $0 * 1_000_000
    }
  }
}

/// Records the notes and the measurements that an experiment reports.
final class Listener {
  var notes: [String] = []
  var saved: [[Measurement]] = []
  var progress: [SamplingProgress] = []

  /// A context that takes only a few samples of each trial.
  func context(
    _ clock: any BenchmarkClock = TickingClock(), cutoff: UInt64 = 10_000_000_000,
    memoryBytes: Int? = nil, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> ExperimentContext {
    var plan = SamplingPlan()
    plan.budget = 10_000_000
    plan.warmup = 1_000_000
    plan.maximumSamples = 10
    plan.blocks = 5
    plan.cutoff = cutoff
    var context = ExperimentContext(
      plan: plan, clock: clock, memoryBytes: memoryBytes, isCancelled: isCancelled,
      progress: { self.progress.append($0) }, onMeasurements: { self.saved.append($0) },
      onNote: { self.notes.append($0) })
    context.onBlock = { self.saved.append($0) }
    return context
  }
}
