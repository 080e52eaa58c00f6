internal import Benchmarking
internal import Reporting
internal import Synchronization
internal import Terminal

/// A benchmark on a thread of its own: what it has measured so far, and whether it is to go on.
///
/// Each time something new is known the run is stored, so that what ends the process loses only the block at hand.
final class MeasuringState: Sendable {
  private struct Kept {
    var run: BenchmarkRun
    var progress: SamplingProgress?
    var problem: OutputError?
    var isAbandoned = false
    var isOver = false
  }

  private let kept: Mutex<Kept>
  private let store: RunStore?

  init(_ run: BenchmarkRun, store: RunStore?) {
    kept = Mutex(Kept(run: run))
    self.store = store
  }

  /// The run as it is known now.
  var run: BenchmarkRun { kept.withLock { $0.run } }

  var progress: SamplingProgress? { kept.withLock { $0.progress } }

  /// The first failure to store the run.
  var problem: OutputError? { kept.withLock { $0.problem } }

  /// Whether the benchmark should stop.
  var isCancelled: Bool { Signals.isCancelled || kept.withLock { $0.isAbandoned } }

  /// Whether the thread is done.
  var isOver: Bool { kept.withLock { $0.isOver } }

  func report(_ progress: SamplingProgress) { kept.withLock { $0.progress = progress } }

  /// Takes over all measurements known so far; once the benchmark is abandoned nothing is taken any more.
  func update(_ change: (inout BenchmarkRun) -> Void) {
    let run: BenchmarkRun? = kept.withLock {
      guard !$0.isAbandoned else { return nil }
      change(&$0.run)
      return $0.run
    }
    guard let run, let store, !run.measurements.isEmpty else { return }
    do throws(OutputError) {
      try store.save(run)
    } catch {
      kept.withLock { if $0.problem == nil { $0.problem = error } }
    }
  }

  /// From now on nobody waits for the thread.
  func abandon() { kept.withLock { $0.isAbandoned = true } }

  func end() { kept.withLock { $0.isOver = true } }
}
