internal import Benchmarking
internal import Reporting
internal import Synchronization
internal import System
internal import Terminal

/// The state of a benchmark that runs on its own thread: the run, and whether to stop.
///
/// The run is stored after each group of trials. Within a group, the run is stored after each block
/// of samples, but at most once a second. If the process is killed, only the latest samples are
/// lost.
///
/// An invocation does not store its run; it reports each change to its parent process, which stores
/// the run.
final class MeasuringState: Sendable {
  private struct Kept {
    var run: BenchmarkRun
    var progress: SamplingProgress?
    var problem: OutputError?
    var isAbandoned = false
    var isOver = false
    /// The earliest monotonic time, in nanoseconds, for storing the run again within a group of
    /// trials.
    var nextStep: UInt64 = 0
    /// The state of the run at the last report to the parent process; nil before the first report.
    var reported: BenchmarkRun?
  }

  private let kept: Mutex<Kept>
  private let store: RunStore?
  private let onPart: (@Sendable (InvocationPart) -> Void)?

  /// Creates the state of a benchmark that starts with `run`.
  ///
  /// - Parameters:
  ///   - run: The run, still without measurements.
  ///   - store: The store of the run; nil if this process does not store it.
  ///   - onPart: Receives the changes since the previous call. This closure is called whenever the
  ///     run is due to be stored, even if `store` is nil. It is nil if no parent process collects
  ///     the samples.
  init(
    _ run: BenchmarkRun, store: RunStore?, onPart: (@Sendable (InvocationPart) -> Void)? = nil
  ) {
    kept = Mutex(Kept(run: run))
    self.store = store
    self.onPart = onPart
  }

  /// The run so far.
  var run: BenchmarkRun { kept.withLock { $0.run } }

  var progress: SamplingProgress? { kept.withLock { $0.progress } }

  /// The first failure to store the run.
  var problem: OutputError? { kept.withLock { $0.problem } }

  /// Whether the benchmark should stop.
  var isCancelled: Bool { Signals.isCancelled || kept.withLock { $0.isAbandoned } }

  /// Whether the benchmark's thread has finished.
  var isOver: Bool { kept.withLock { $0.isOver } }

  func report(_ progress: SamplingProgress) { kept.withLock { $0.progress = progress } }

  /// Changes the run and stores it; does nothing after `abandon()` was called.
  ///
  /// If `isStep` is true, the run is stored only if a second has passed since it was last stored.
  /// Without this limit, storing all samples of a large run could take longer than measuring a
  /// block.
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

  /// Stores the current run; changes that the thread makes later are ignored.
  func abandon() {
    let run = kept.withLock {
      $0.isAbandoned = true
      return $0.run
    }
    save(run)
  }

  private func save(_ run: BenchmarkRun) {
    guard !run.measurements.isEmpty else { return }
    if let onPart {
      let part = kept.withLock {
        let part = InvocationPart(of: run, since: $0.reported)
        if !part.isEmpty { $0.reported = run }
        return part
      }
      if !part.isEmpty { onPart(part) }
    }
    guard let store else { return }
    do throws(OutputError) {
      try store.save(run)
    } catch {
      kept.withLock { if $0.problem == nil { $0.problem = error } }
    }
  }

  func end() { kept.withLock { $0.isOver = true } }
}
