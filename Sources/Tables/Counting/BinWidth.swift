/// The width of the bins of a histogram: a unit of time, or a number.
package enum BinWidth: Equatable, Sendable {
  case second, minute, hour, day, month, year, decade, century
  case number(Double)

  /// Parses a width that the user wrote, such as `hour` or `0.5`.
  package init?(_ text: String) {
    switch text {
    case "second": self = .second
    case "minute": self = .minute
    case "hour": self = .hour
    case "day": self = .day
    case "month": self = .month
    case "year": self = .year
    case "decade": self = .decade
    case "century": self = .century
    default:
      guard let number = Double(text), number > 0, number.isFinite else { return nil }
      self = .number(number)
    }
  }

  package static let names = [
    "second", "minute", "hour", "day", "month", "year", "decade", "century",
  ]

  /// The number of months in a bin; nil for widths that are not a number of months.
  var months: Int? {
    switch self {
    case .month: 1
    case .year: 12
    case .decade: 120
    case .century: 1_200
    default: nil
    }
  }
}
