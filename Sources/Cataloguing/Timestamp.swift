internal import System

/// A moment in UTC, with a precision of seconds.
///
/// ```swift
/// item.expires = .after(.seconds(30 * 86_400))
/// ```
///
/// `import CataloguingFoundation` adds conversions from and to Foundation's `Date`.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The seconds since the start of 1970, without leap seconds; negative for earlier moments.
  public let secondsSince1970: Int

  /// Creates the moment that is `secondsSince1970` seconds after the start of 1970.
  public init(secondsSince1970: Int) { self.secondsSince1970 = secondsSince1970 }

  /// The current time.
  public static var now: Timestamp {
    Timestamp(secondsSince1970: Platform.secondsSince1970())
  }

  /// The moment that is `duration` from now; a moment in the past if `duration` is negative.
  ///
  /// - Complexity: O(1).
  public static func after(_ duration: Duration) -> Timestamp { now.advanced(by: duration) }

  /// The moment that is `duration` after this one, rounded down to seconds and clamped to the range
  /// of `Int`.
  ///
  /// - Complexity: O(1).
  public func advanced(by duration: Duration) -> Timestamp {
    let whole = duration.wholeSeconds
    let (sum, overflows) = secondsSince1970.addingReportingOverflow(whole)
    return Timestamp(secondsSince1970: overflows ? (whole < 0 ? .min : .max) : sum)
  }

  /// Whether `a` is earlier than `b`.
  ///
  /// - Complexity: O(1).
  public static func < (a: Timestamp, b: Timestamp) -> Bool {
    a.secondsSince1970 < b.secondsSince1970
  }
}

extension Duration {
  /// The duration in seconds, rounded down.
  package var wholeSeconds: Int {
    let (seconds, attoseconds) = components
    return Int(attoseconds < 0 ? seconds - 1 : seconds)
  }
}
