import Synchronization
import Terminal
import Testing

@Suite struct BackgroundWorkTests {
  @Test func `work runs on another thread, and its result can be awaited`() throws {
    let work = try #require(BackgroundWork { (1...1_000).reduce(0, +) })
    while work.result == nil { work.wait(milliseconds: 1_000) }
    #expect(work.result == 500_500)
  }

  @Test func `a wait can time out, and the work still completes`() throws {
    let gate = Gate()
    let work = try gate.whileClosed {
      let work = try #require(BackgroundWork { gate.pass() })
      work.wait(milliseconds: 0)
      #expect(work.result == nil)
      return work
    }
    while work.result == nil { work.wait(milliseconds: 1_000) }
    #expect(work.result == 1)
  }

  @Test func `concurrent work items keep separate results`() throws {
    let all = try (0..<50).map { number in try #require(BackgroundWork { number * number }) }
    for (number, work) in all.enumerated() {
      while work.result == nil { work.wait(milliseconds: 1_000) }
      #expect(work.result == number * number)
    }
  }
}

/// A gate that blocks `pass()` while it is closed.
private final class Gate: Sendable {
  private let passed = Mutex(0)

  func whileClosed<R>(_ body: () throws -> R) rethrows -> R {
    try passed.withLock { _ in try body() }
  }

  /// Waits until the gate is open; returns the number of passes so far.
  func pass() -> Int {
    passed.withLock {
      $0 += 1
      return $0
    }
  }
}
