import Testing
import Threading

@Suite struct SerialThreadTests {
  private actor Worker {
    private let thread: SerialThread
    private var calls: [Int] = []
    private var isInside = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe thread.asUnownedSerialExecutor()
    }

    init(_ thread: SerialThread) { self.thread = thread }

    /// Records a call; returns true if no other call was running at the same time.
    func call(_ number: Int) -> Bool {
      let isAlone = !isInside
      isInside = true
      calls.append(number)
      isInside = false
      // This assertion crashes if the code does not run on the actor's own executor.
      assertIsolated()
      return isAlone
    }

    var count: Int { calls.count }
  }

  @Test func `the jobs of many tasks all run, one at a time`() async throws {
    let worker = Worker(try #require(SerialThread()))
    let alone = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<500 { group.addTask { await worker.call(number) } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(alone == 500)
    #expect(await worker.count == 500)
  }

  @Test func `the thread ends when its last owner is released`() async throws {
    weak var thread: SerialThread?
    do {
      let own = try #require(SerialThread())
      thread = own
      let worker = Worker(own)
      #expect(await worker.call(1))
    }
    // The last job can keep its actor alive for a short time after the call has returned.
    while thread != nil { await Task.yield() }
    #expect(thread == nil)
  }
}
