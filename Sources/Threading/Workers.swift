internal import Synchronization
internal import System

/// Spreads tasks over threads.
package enum Workers {
  /// The processors that this process may use.
  package static var processorCount: Int { Platform.usableProcessors() }

  /// Runs tasks `0..<count` on up to `threads` threads, the caller's among them, and waits for all.
  ///
  /// Tasks are handed out in ascending order. `body` gets the number of its task, and what tells whether it is to stop.
  /// `isCancelled` is only called on the caller's thread, which looks every few milliseconds even while it waits; the
  /// other threads see a flag. Where the system has no more threads, fewer do the work.
  ///
  /// - Returns: whether all tasks ran; `false` once it was cancelled.
  /// - Complexity: about 30 µs for each thread that is started, besides the tasks.
  package static func run(
    _ count: Int, threads: Int, isCancelled: () -> Bool = { false },
    _ body: @escaping @Sendable (_ task: Int, _ isCancelled: () -> Bool) -> Void
  ) -> Bool {
    let work = SharedWork(count: count, body)
    let helpers = max(0, min(threads, count) - 1)
    let started = work.start(helpers)
    func asks() -> Bool {
      if !work.isStopped, isCancelled() { work.stop() }
      return work.isStopped
    }
    while !asks(), let task = work.next() { body(task, asks) }
    work.wait(for: started) { _ = asks() }
    return !work.isStopped
  }

  /// Runs `body` on up to `helpers` threads beside `caller` on the caller's, and waits for all.
  ///
  /// Where the system has no more threads there are fewer helpers, perhaps none.
  ///
  /// - Complexity: about 30 µs for each thread that is started, besides the work.
  package static func run(
    helpers: Int, _ body: @escaping @Sendable () -> Void, caller: () -> Void
  ) {
    let ended = Latch()
    var started = 0
    while started < helpers,
      Platform.startThread({
        body()
        ended.signal()
      })
    { started += 1 }
    caller()
    while !ended.wait(for: started, milliseconds: 1_000) {}
  }

  /// Waits a moment for other threads, in microseconds.
  package static func pause(microseconds: Int) {
    Platform.pause(microseconds: UInt32(clamping: microseconds))
  }

  /// Waits for what another thread does, or another process.
  package static func pause(milliseconds: Int = 1) {
    Platform.pause(microseconds: UInt32(clamping: milliseconds * 1_000))
  }

  /// Runs `body` on a thread of its own and waits for its end.
  ///
  /// Meanwhile the caller's thread looks every few milliseconds whether to stop, and then calls `cancel`, once; how `body`
  /// learns of that is its own affair. Without a thread to be had, `body` runs on the caller's.
  package static func runAside(
    _ body: @escaping @Sendable () -> Void, isCancelled: () -> Bool, cancel: () -> Void
  ) {
    let ended = Latch()
    let isStarted = Platform.startThread {
      body()
      ended.signal()
    }
    guard isStarted else { return body() }
    var wasCancelled = false
    while !ended.wait(for: 1, milliseconds: SharedWork.patience) {
      if !wasCancelled, isCancelled() {
        wasCancelled = true
        cancel()
      }
    }
  }
}

/// What the threads of one run have in common.
private final class SharedWork: Sendable {
  /// How long the caller waits at a time before it looks whether to stop.
  static let patience: Int32 = 3

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

  /// The next task that nobody has taken.
  func next() -> Int? {
    let task = nextTask.wrappingAdd(1, ordering: .relaxed).oldValue
    return task < count ? task : nil
  }

  /// Starts threads, and returns how many there are.
  func start(_ threads: Int) -> Int {
    for index in 0..<threads where !Platform.startThread({ self.work() }) { return index }
    return threads
  }

  private func work() {
    let asks = { self.isStopped }
    while !isStopped, let task = next() { body(task, asks) }
    ended.signal()
  }

  func wait(for threads: Int, _ meanwhile: () -> Void) {
    while !ended.wait(for: threads, milliseconds: Self.patience) { meanwhile() }
  }
}
