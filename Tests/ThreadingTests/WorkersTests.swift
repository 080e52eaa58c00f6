import Synchronization
import Testing
import Threading

struct WorkersTests {
  @Test("each task runs once, whatever the number of threads", arguments: [1, 2, 3, 16, 100])
  func eachTaskRunsOnce(threads: Int) {
    let runs = Mutex([Int](repeating: 0, count: 50))
    #expect(Workers.run(50, threads: threads) { task, _ in runs.withLock { $0[task] += 1 } })
    #expect(runs.withLock { $0 } == [Int](repeating: 1, count: 50))
  }

  @Test("there may be no tasks") func nothing() {
    #expect(Workers.run(0, threads: 4) { _, _ in Issue.record("there is no task") })
  }

  @Test("tasks are handed out in order") func order() {
    let order = Mutex<[Int]>([])
    #expect(Workers.run(20, threads: 1) { task, _ in order.withLock { $0.append(task) } })
    #expect(order.withLock { $0 } == Array(0..<20))
  }

  @Test("no task starts after cancellation", arguments: [1, 4]) func cancelled(threads: Int) {
    let runs = Atomic<Int>(0)
    func isEnough() -> Bool { runs.load(ordering: .relaxed) >= 10 }
    let isDone = Workers.run(1000, threads: threads, isCancelled: isEnough) { _, isCancelled in
      // The tenth and later tasks wait until the caller's thread notices the cancellation.
      if runs.wrappingAdd(1, ordering: .relaxed).newValue >= 10 { while !isCancelled() {} }
    }
    #expect(!isDone)
    #expect(runs.load(ordering: .relaxed) < 1000)
  }

  @Test("a task on any thread sees the cancellation") func tasksLearn() {
    // Each task runs until it is canceled; only the caller's thread calls the cancellation check.
    let checks = Atomic<Int>(0)
    func isEnough() -> Bool { checks.wrappingAdd(1, ordering: .relaxed).newValue > 100 }
    let isDone = Workers.run(3, threads: 3, isCancelled: isEnough) { _, isCancelled in
      while !isCancelled() {}
    }
    #expect(!isDone)
  }

  @Test("helpers run only if they are started, and are waited for", arguments: [false, true])
  func startedLater(starts: Bool) {
    let runs = Atomic<Int>(0)
    Workers.run(
      helpers: 3, { runs.wrappingAdd(1, ordering: .relaxed) },
      starter: { startHelpers in if starts { startHelpers() } })
    #expect(runs.load(ordering: .relaxed) == (starts ? 3 : 0))
  }

  @Test("there is always a processor") func processors() {
    #expect(Workers.processorCount >= 1)
  }
}

struct WorkersAsideTests {
  @Test("background work is waited for") func waits() {
    let isDone = Atomic<Bool>(false)
    Workers.runOnSeparateThread(
      { isDone.store(true, ordering: .relaxed) }, isCancelled: { false },
      cancel: { Issue.record("nobody cancelled") })
    let wasDone = isDone.load(ordering: .relaxed)
    #expect(wasDone)
  }

  @Test("background work is canceled once") func cancels() {
    let isStopped = Atomic<Bool>(false)
    let calls = Atomic<Int>(0)
    func cancel() {
      calls.wrappingAdd(1, ordering: .relaxed)
      isStopped.store(true, ordering: .relaxed)
    }
    func always() -> Bool { true }
    Workers.runOnSeparateThread(
      { while !isStopped.load(ordering: .relaxed) {} }, isCancelled: always, cancel: cancel)
    #expect(calls.load(ordering: .relaxed) == 1)
  }
}
