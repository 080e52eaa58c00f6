/// The unit of time, or the width in numbers, of the bins of a histogram.
package enum BinWidth: Equatable, Sendable {
  case second, minute, hour, day, month
  case number(Double)

  /// Reads a width as a user writes it: `hour`, `0.5`.
  package init?(_ text: String) {
    switch text {
    case "second": self = .second
    case "minute": self = .minute
    case "hour": self = .hour
    case "day": self = .day
    case "month": self = .month
    default:
      guard let number = Double(text), number > 0, number.isFinite else { return nil }
      self = .number(number)
    }
  }

  package static let names = ["second", "minute", "hour", "day", "month"]
}
