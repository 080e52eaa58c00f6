/// A duration, which is written as text such as `30d`, `1d12h` or `600s`.
package struct TimeSpan: Hashable, Sendable {
  /// The number of whole seconds, which is not negative.
  package let seconds: Int

  /// The nanoseconds in addition to `seconds`: fewer than a billion.
  private let rest: UInt64

  /// Creates a span of whole seconds.
  ///
  /// - Precondition: `seconds` is not negative.
  package init(seconds: Int) {
    precondition(seconds >= 0, "a time span cannot be negative")
    self.seconds = seconds
    rest = 0
  }

  package init(nanoseconds: UInt64) {
    seconds = Int(nanoseconds / 1_000_000_000)
    rest = nanoseconds % 1_000_000_000
  }

  /// The duration in nanoseconds; `UInt64.max` if it is longer than 584 years.
  package var nanoseconds: UInt64 {
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : whole.addingReportingOverflow(rest).overflow ? .max : whole + rest
  }
}
