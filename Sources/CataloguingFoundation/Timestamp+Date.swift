public import Cataloguing
public import Foundation

extension Timestamp {
  /// Creates the timestamp of a date, rounded down to seconds and clamped to the range of `Int`.
  ///
  /// - Complexity: O(1).
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    self.init(secondsSince1970: Int(exactly: seconds) ?? (seconds < 0 ? .min : .max))
  }
}

extension Date {
  /// Creates the date of a timestamp.
  ///
  /// - Complexity: O(1).
  public init(_ timestamp: Timestamp) {
    self.init(timeIntervalSince1970: TimeInterval(timestamp.secondsSince1970))
  }
}
