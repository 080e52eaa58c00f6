internal import Synchronization

/// A clock that stands still until it is moved: what lets tests time work without waiting.
public final class SimulatedClock: BenchmarkClock {
  public let tick: UInt64
  private let time = Mutex<UInt64>(0)

  public init(tick: UInt64 = 1) { self.tick = max(tick, 1) }

  public func now() -> UInt64 { time.withLock { $0 } }

  /// Lets so many nanoseconds pass.
  public func advance(by nanoseconds: UInt64) { time.withLock { $0 += nanoseconds } }
}
