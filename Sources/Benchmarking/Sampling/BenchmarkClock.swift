/// A monotonic clock.
public protocol BenchmarkClock: Sendable {
  /// Nanoseconds since some fixed moment.
  func now() -> UInt64

  /// The smallest difference that two readings can show, in nanoseconds, at least 1.
  var tick: UInt64 { get }
}
