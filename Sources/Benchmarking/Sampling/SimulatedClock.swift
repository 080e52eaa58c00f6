internal import Synchronization

/// A clock that advances only if `advance(by:)` is called, so that tests can time work without
/// waiting.
package final class SimulatedClock: BenchmarkClock {
  package let tick: UInt64
  private let time = Mutex<UInt64>(0)

  package init(tick: UInt64 = 1) { self.tick = max(tick, 1) }

  package func now() -> UInt64 { time.withLock { $0 } }

  /// Advances the clock by `nanoseconds`.
  package func advance(by nanoseconds: UInt64) { time.withLock { $0 += nanoseconds } }
}
