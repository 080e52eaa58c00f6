internal import System

/// The system's monotonic clock.
package struct SystemClock: BenchmarkClock {
  /// The tick in nanoseconds.
  ///
  /// The tick is the larger of two values: the resolution that the system reports, and the smallest
  /// nonzero difference in a thousand pairs of readings.
  package let tick: UInt64

  package init() {
    var smallest = UInt64.max
    for _ in 0..<1_000 {
      let first = Platform.monotonicNanoseconds()
      var next = Platform.monotonicNanoseconds()
      while next == first { next = Platform.monotonicNanoseconds() }
      smallest = min(smallest, next - first)
    }
    tick = max(smallest, Platform.monotonicResolution())
  }

  package func now() -> UInt64 { Platform.monotonicNanoseconds() }
}
