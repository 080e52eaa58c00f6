internal import CSystem

/// Reads the clocks of the system.
extension Platform {
  /// The time of the monotonic clock, in nanoseconds from an unspecified start.
  package static func monotonicNanoseconds() -> UInt64 { csys_monotonic() }

  /// The resolution of the monotonic clock, in nanoseconds.
  package static func monotonicResolution() -> UInt64 { csys_monotonic_resolution() }

  /// The time of the monotonic clock, in seconds.
  package static func seconds() -> Double { Double(monotonicNanoseconds()) / 1e9 }

  /// The current time in seconds since the start of 1970, in UTC.
  package static func secondsSince1970() -> Int { Int(csys_seconds()) }

  /// The current time in nanoseconds since the start of 1970, in UTC.
  package static func nanosecondsSince1970() -> Int64 { csys_nanoseconds() }
}
