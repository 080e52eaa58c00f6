internal import System

/// The system's monotonic clock.
public struct SystemClock: BenchmarkClock {
  /// The larger of the resolution that the system tells and of the smallest difference above 0 that a thousand pairs of
  /// readings showed, in nanoseconds.
  public let tick: UInt64

  public init() {
    var least = UInt64.max
    for _ in 0..<1_000 {
      let first = Platform.monotonicNanoseconds()
      var next = Platform.monotonicNanoseconds()
      while next == first { next = Platform.monotonicNanoseconds() }
      least = min(least, next - first)
    }
    tick = max(least, Platform.monotonicResolution())
  }

  public func now() -> UInt64 { Platform.monotonicNanoseconds() }
}
