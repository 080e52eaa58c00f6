internal import Synchronization
internal import System

/// A thread that runs the jobs of an actor one after the other, so that what blocks keeps nobody else waiting.
///
/// The thread ends with this value.
package final class SerialThread: SerialExecutor {
  /// The jobs that wait, known to both the thread and whoever enqueues.
  private final class Queue: Sendable {
    private struct State {
      var jobs: [UnownedJob] = []
      var isOver = false
    }

    private let state = Mutex(State())
    private let arrivals = Latch()

    func append(_ job: UnownedJob) {
      state.withLock { $0.jobs.append(job) }
      arrivals.signal()
    }

    func end() {
      state.withLock { $0.isOver = true }
      arrivals.signal()
    }

    /// The jobs that came since, after the `count` signals before; nil at the end.
    func next(after count: inout Int) -> [UnownedJob]? {
      while true {
        while !arrivals.wait(for: count + 1, milliseconds: 60_000) {}
        count += 1
        let (jobs, isOver) = state.withLock { state in
          defer { state.jobs = [] }
          return (state.jobs, state.isOver)
        }
        if !jobs.isEmpty { return jobs }
        if isOver { return nil }
      }
    }
  }

  private let queue = Queue()

  /// Starts the thread; nil if the system has none left.
  package init?() {
    let queue = queue
    // Not held by the thread: whoever has a job here holds its actor, and that one this.
    let executor = unsafe UnownedSerialExecutor(ordinary: self)
    let isStarted = Platform.startThread {
      var count = 0
      while let jobs = queue.next(after: &count) {
        // SAFETY: each job is run once, by this thread alone.
        for job in jobs { unsafe job.runSynchronously(on: executor) }
      }
    }
    if !isStarted { return nil }
  }

  deinit { queue.end() }

  package func enqueue(_ job: consuming ExecutorJob) { queue.append(UnownedJob(job)) }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }
}
