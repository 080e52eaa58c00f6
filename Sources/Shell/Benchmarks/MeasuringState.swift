internal import Benchmarking
internal import Reporting
internal import Synchronization
internal import System
internal import Terminal

/// The state of a benchmark that runs on its own thread: the run so far, and whether to stop.
///
/// The run is stored after each group of trials. Within a group, the run is stored after a block if
/// a second has passed since it was last stored. A process that is killed therefore loses only the
/// latest samples of the current group.
final class MeasuringState: Sendable {
  private struct Kept {
    var run: BenchmarkRun
    var progress: SamplingProgress?
    var problem: OutputError?
    var isAbandoned = false
    var isOver = false
    /// The monotonic time, in nanoseconds, from which a finished block stores the run again.
    var nextStep: UInt64 = 0
  }

  private let kept: Mutex<Kept>
  private let store: RunStore?

  init(_ run: BenchmarkRun, store: RunStore?) {
    kept = Mutex(Kept(run: run))
    self.store = store
  }

  /// The run so far.
  var run: BenchmarkRun { kept.withLock { $0.run } }

  var progress: SamplingProgress? { kept.withLock { $0.progress } }

  /// The first failure to store the run.
  var problem: OutputError? { kept.withLock { $0.problem } }

  /// Whether the benchmark should stop.
  var isCancelled: Bool { Signals.isCancelled || kept.withLock { $0.isAbandoned } }

  /// Whether the thread has finished.
  var isOver: Bool { kept.withLock { $0.isOver } }

  func report(_ progress: SamplingProgress) { kept.withLock { $0.progress = progress } }

  /// Changes the run and stores it; does nothing after `abandon()` was called.
  ///
  /// If `isStep` is true, the run is stored at most once a second: writing all samples after each
  /// block of a large run would take longer than some blocks.
  func update(isStep: Bool = false, _ change: (inout BenchmarkRun) -> Void) {
    let now = Platform.monotonicNanoseconds()
    let run: BenchmarkRun? = kept.withLock {
      guard !$0.isAbandoned else { return nil }
      change(&$0.run)
      if isStep, now < $0.nextStep { return nil }
      $0.nextStep = now + 1_000_000_000
      return $0.run
    }
    if let run { save(run) }
  }

  /// Stores the run so far, and ignores later changes by the thread.
  func abandon() {
    let run = kept.withLock {
      $0.isAbandoned = true
      return $0.run
    }
    save(run)
  }

  private func save(_ run: BenchmarkRun) {
    guard let store, !run.measurements.isEmpty else { return }
    do throws(OutputError) {
      try store.save(run)
    } catch {
      kept.withLock { if $0.problem == nil { $0.problem = error } }
    }
  }

  func end() { kept.withLock { $0.isOver = true } }
}
