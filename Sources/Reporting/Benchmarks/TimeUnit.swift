/// The unit for showing seconds; a time and the ends of its interval share one.
enum TimeUnit: Double, CaseIterable {
  case nanoseconds = 1e9
  case microseconds = 1e6
  case milliseconds = 1e3
  case seconds = 1

  /// The smallest unit in which `seconds` has at most three digits before the decimal point; otherwise seconds.
  init(for seconds: Double) {
    self = Self.allCases.first { seconds * $0.rawValue < 999.95 } ?? .seconds
  }

  /// The unit's symbol; microseconds are `us` unless `isUTF8`.
  func symbol(isUTF8: Bool = true) -> String {
    switch self {
    case .nanoseconds: "ns"
    case .microseconds: isUTF8 ? "µs" : "us"
    case .milliseconds: "ms"
    case .seconds: "s"
    }
  }

  /// The number of this unit in `seconds`, with four significant digits.
  func number(_ seconds: Double) -> String { NumberFormat.fourDigits(seconds * rawValue) }

  /// A time with its unit, such as `12.34 ms`.
  static func text(_ seconds: Double, isUTF8: Bool = true) -> String {
    let unit = TimeUnit(for: seconds)
    return "\(unit.number(seconds)) \(unit.symbol(isUTF8: isUTF8))"
  }

  /// The ends of an interval in the unit of `middle`, without the unit: `[12.30, 12.41]`.
  static func interval(_ ends: ClosedRange<Double>, around middle: Double) -> String {
    let unit = TimeUnit(for: middle)
    return "[\(unit.number(ends.lowerBound)), \(unit.number(ends.upperBound))]"
  }
}
