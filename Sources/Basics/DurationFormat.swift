/// Formats durations for people.
package enum DurationFormat {
  /// A duration in a suitable unit: 840 ns, 12.4 µs, 12.4 ms, 1.2 s, 2 min 5 s.
  package static func text(nanoseconds: Int) -> String {
    let value = Double(nanoseconds)
    if nanoseconds < 1000 { return "\(nanoseconds) ns" }
    if value < 999_500 { return measured(value / 1e3) + " µs" }
    if value < 999.5e6 { return measured(value / 1e6) + " ms" }
    if value < 59.95e9 { return measured(value / 1e9) + " s" }
    let seconds = Int((value / 1e9).rounded())
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    let minutes = Int((value / 60e9).rounded())
    return "\(minutes / 60) h \(minutes % 60) min"
  }

  /// `value` with up to two decimals; larger values have fewer decimals: 240, 12.4, 0.5, 0.02,
  /// <0.01.
  package static func measured(_ value: Double) -> String {
    if value >= 99.95 { return NumberFormat.fixed(value, decimals: 0) }
    if value >= 0.095 { return NumberFormat.fixed(value, decimals: 1) }
    if value >= 0.005 { return NumberFormat.fixed(value, decimals: 2) }
    return value > 0 ? "<0.01" : "0"
  }
}

/// A unit for showing a measured time, and an interval around that time.
package enum TimeUnit: Double, CaseIterable {
  case nanoseconds = 1e9
  case microseconds = 1e6
  case milliseconds = 1e3
  case seconds = 1

  /// The smallest unit in which `seconds` has at most three digits before the decimal point;
  /// `.seconds` if no unit fits.
  package init(for seconds: Double) {
    self = Self.allCases.first { seconds * $0.rawValue < 999.95 } ?? .seconds
  }

  /// The symbol of the unit; `us` for microseconds if `isUTF8` is false.
  package func symbol(isUTF8: Bool = true) -> String {
    switch self {
    case .nanoseconds: "ns"
    case .microseconds: isUTF8 ? "µs" : "us"
    case .milliseconds: "ms"
    case .seconds: "s"
    }
  }

  /// `seconds` converted to this unit, with four significant digits.
  package func number(_ seconds: Double) -> String { NumberFormat.fourDigits(seconds * rawValue) }

  /// A time with its unit: 12.34 ms.
  package static func text(_ seconds: Double, isUTF8: Bool = true) -> String {
    let unit = TimeUnit(for: seconds)
    return "\(unit.number(seconds)) \(unit.symbol(isUTF8: isUTF8))"
  }

  /// Formats the bounds of an interval in the unit for the time `middle`: [12.30, 12.41].
  ///
  /// The text does not contain the symbol of the unit.
  package static func interval(_ ends: ClosedRange<Double>, around middle: Double) -> String {
    let unit = TimeUnit(for: middle)
    return "[\(unit.number(ends.lowerBound)), \(unit.number(ends.upperBound))]"
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The duration in days, hours, minutes and seconds, without zero units: `30d`, `1d12h`, `0s`.
  package var description: String {
    var rest = seconds
    var text = ""
    for (letter, length) in Self.letters where rest >= length {
      text += "\(rest / length)\(Character(Unicode.Scalar(letter)))"
      rest %= length
    }
    return text.isEmpty ? "0s" : text
  }

  /// An approximate duration in words, rounded to the largest unit that fits: `40 seconds`,
  /// `1 hour`, `3 days`.
  package var spoken: String {
    func nearest(_ unit: Int) -> Int { seconds / unit + (seconds % unit * 2 >= unit ? 1 : 0) }
    func counted(_ number: Int, _ noun: String) -> String {
      number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
    if seconds < 60 { return counted(seconds, "second") }
    if nearest(60) < 60 { return counted(nearest(60), "minute") }
    if nearest(3_600) < 24 { return counted(nearest(3_600), "hour") }
    return counted(nearest(86_400), "day")
  }

  /// The duration in a suitable unit, with one decimal if the number is below 10: `200 ms`, `12 s`,
  /// `2.5 s`.
  package var brief: String {
    let value = Double(nanoseconds)
    return switch nanoseconds {
    case ..<1_000: "\(nanoseconds) ns"
    case ..<1_000_000: Self.rounded(value / 1e3) + " us"
    case ..<1_000_000_000: Self.rounded(value / 1e6) + " ms"
    case ..<600_000_000_000: Self.rounded(value / 1e9) + " s"
    default: Int(min(value / 60e9, 1e15).rounded()).grouped + " min"
    }
  }

  private static func rounded(_ value: Double) -> String {
    if value >= 10 { return "\(Int(value.rounded()))" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
