#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The system's monotonic clock.
@safe public struct SystemClock: BenchmarkClock {
  /// The tick in nanoseconds: the larger of the resolution that the system reports and of the smallest difference above
  /// 0 in a thousand pairs of readings.
  public let tick: UInt64

  public init() {
    var least = UInt64.max
    for _ in 0..<1_000 {
      let first = Self.read()
      var next = Self.read()
      while next == first { next = Self.read() }
      least = min(least, next - first)
    }
    tick = max(least, Self.resolution())
  }

  public func now() -> UInt64 { Self.read() }

  private static func read() -> UInt64 {
    var time = timespec()
    // SAFETY: The call fills in the given structure; `CLOCK_MONOTONIC` always exists.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return nanoseconds(time)
  }

  private static func resolution() -> UInt64 {
    var time = timespec()
    // SAFETY: The call fills in the given structure; `CLOCK_MONOTONIC` always exists.
    _ = unsafe clock_getres(CLOCK_MONOTONIC, &time)
    return nanoseconds(time)
  }

  private static func nanoseconds(_ time: timespec) -> UInt64 {
    UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
