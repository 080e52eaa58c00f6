internal import Synchronization
internal import System

/// An executor that runs an actor's jobs on a separate thread.
///
/// A job that blocks does not block other actors. The thread ends when this value is destroyed.
package final class SerialThread: SerialExecutor {
  /// The queued jobs, shared by the thread and the enqueuing threads.
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

    /// Waits for jobs and returns them; nil after `end()` if no jobs are left.
    ///
    /// `count` is the number of signals of `arrivals` that earlier calls have waited for.
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

  /// Starts the thread; nil if the system cannot create a thread.
  package init?() {
    let queue = queue
    // The thread needs no strong reference to the executor: a queued job keeps its actor alive, and
    // the actor keeps the executor alive.
    let executor = unsafe UnownedSerialExecutor(ordinary: self)
    let isStarted = Platform.startThread {
      var count = 0
      while let jobs = queue.next(after: &count) {
        // SAFETY: Each job is run once, and only by this thread.
        for job in jobs { unsafe job.runSynchronously(on: executor) }
      }
    }
    if !isStarted { return nil }
  }

  deinit { queue.end() }

  package func enqueue(_ job: consuming ExecutorJob) { queue.append(UnownedJob(job)) }

  /// An unowned reference to this executor, for an actor that keeps the executor alive.
  @safe package var unowned: UnownedSerialExecutor { unsafe asUnownedSerialExecutor() }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    unsafe UnownedSerialExecutor(ordinary: self)
  }
}
