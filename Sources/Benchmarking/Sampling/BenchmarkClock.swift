/// A monotonic clock.
package protocol BenchmarkClock: Sendable {
  /// The nanoseconds since a fixed time.
  func now() -> UInt64

  /// The smallest difference between two readings, in nanoseconds; at least 1.
  var tick: UInt64 { get }
}
