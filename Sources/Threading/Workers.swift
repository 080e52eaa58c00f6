internal import Synchronization
internal import System

/// Runs tasks on several threads.
package enum Workers {
  /// The number of processors that this process may use.
  package static var processorCount: Int { Platform.usableProcessors() }

  /// Runs the tasks `0..<count` on up to `threads` threads, including the caller's, and waits for
  /// all tasks.
  ///
  /// Tasks start in ascending order. `body` is called with the number of a task and a function that
  /// returns whether to stop. `isCancelled` is called only on the caller's thread. While the
  /// caller's thread waits, it calls `isCancelled` every few milliseconds. The other threads read a
  /// flag that the caller's thread sets. If the system cannot create enough threads, fewer threads
  /// run the tasks.
  ///
  /// - Returns: Whether all tasks ran; `false` after cancellation.
  /// - Complexity: About 30 µs for each started thread, plus the tasks.
  package static func run(
    _ count: Int, threads: Int, isCancelled: () -> Bool = { false },
    _ body: @escaping @Sendable (_ task: Int, _ isCancelled: () -> Bool) -> Void
  ) -> Bool {
    let work = SharedWork(count: count, body)
    let helpers = max(0, min(threads, count) - 1)
    let started = work.start(helpers)
    func shouldStop() -> Bool {
      if !work.isStopped, isCancelled() { work.stop() }
      return work.isStopped
    }
    while !shouldStop(), let task = work.next() { body(task, shouldStop) }
    work.wait(for: started) { _ = shouldStop() }
    return !work.isStopped
  }

  /// Runs `body` on each of up to `helpers` threads while `caller` runs on the caller's thread, and
  /// waits for all threads.
  ///
  /// If the system cannot create enough threads, there are fewer helpers, or none.
  ///
  /// - Complexity: About 30 µs for each started thread, plus the work.
  package static func run(
    helpers: Int, _ body: @escaping @Sendable () -> Void, caller: () -> Void
  ) {
    run(
      helpers: helpers, body,
      starter: { startHelpers in
        startHelpers()
        caller()
      })
  }

  /// Runs `starter` on the caller's thread, and waits for the threads that `starter` starts.
  ///
  /// `starter` receives a function that starts up to `helpers` threads, each of which runs `body`.
  /// `starter` may call this function at most once. If the system cannot create enough threads,
  /// there are fewer helpers, or none.
  ///
  /// - Complexity: About 30 µs for each started thread, plus the work.
  package static func run(
    helpers: Int, _ body: @escaping @Sendable () -> Void,
    starter: (_ startHelpers: () -> Void) -> Void
  ) {
    let ended = Latch()
    var started = 0
    starter {
      while started < helpers,
        Platform.startThread(
          number: started,
          {
            body()
            ended.signal()
          })
      { started += 1 }
    }
    while !ended.wait(for: started, milliseconds: 1_000, spinningMicroseconds: 300) {}
  }

  /// Pauses the current thread for `microseconds`.
  package static func pause(microseconds: Int) {
    Platform.pause(microseconds: UInt32(clamping: microseconds))
  }

  /// Pauses the current thread for `milliseconds`, to wait for another thread or process.
  package static func pause(milliseconds: Int = 1) {
    Platform.pause(microseconds: UInt32(clamping: milliseconds * 1_000))
  }

  /// Runs `body` on a separate thread and waits until `body` ends.
  ///
  /// While the caller's thread waits, it calls `isCancelled` every few milliseconds. If
  /// `isCancelled` returns true, the caller's thread calls `cancel` once; `cancel` must make `body`
  /// stop. If the system cannot create a thread, `body` runs on the caller's thread.
  package static func runOnSeparateThread(
    _ body: @escaping @Sendable () -> Void, isCancelled: () -> Bool, cancel: () -> Void
  ) {
    let ended = Latch()
    let isStarted = Platform.startThread {
      body()
      ended.signal()
    }
    guard isStarted else { return body() }
    var wasCancelled = false
    while !ended.wait(for: 1, milliseconds: SharedWork.checkInterval) {
      if !wasCancelled, isCancelled() {
        wasCancelled = true
        cancel()
      }
    }
  }
}

/// The counters and flags that the threads of one `run` call share.
private final class SharedWork: Sendable {
  /// The interval in milliseconds at which the waiting caller checks for cancellation.
  static let checkInterval: Int32 = 3

  private let count: Int
  private let body: @Sendable (Int, () -> Bool) -> Void
  private let nextTask = Atomic<Int>(0)
  private let stopped = Atomic<Bool>(false)
  private let ended = Latch()

  init(count: Int, _ body: @escaping @Sendable (Int, () -> Bool) -> Void) {
    self.count = count
    self.body = body
  }

  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  func stop() { stopped.store(true, ordering: .relaxed) }

  /// Returns the number of the next task; nil if no tasks are left.
  func next() -> Int? {
    let task = nextTask.wrappingAdd(1, ordering: .relaxed).oldValue
    return task < count ? task : nil
  }

  /// Starts up to `threads` threads, and returns the number of started threads.
  func start(_ threads: Int) -> Int {
    for index in 0..<threads where !Platform.startThread(number: index, { self.work() }) {
      return index
    }
    return threads
  }

  private func work() {
    let shouldStop = { self.isStopped }
    while !isStopped, let task = next() { body(task, shouldStop) }
    ended.signal()
  }

  func wait(for threads: Int, _ meanwhile: () -> Void) {
    while !ended.wait(for: threads, milliseconds: Self.checkInterval) { meanwhile() }
  }
}
