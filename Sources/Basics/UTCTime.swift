internal import System

/// A time in UTC with a precision of seconds, in the proleptic Gregorian calendar, without leap
/// seconds.
package struct UTCTime: Hashable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// Creates the time that is `seconds` after the start of 1970; negative numbers give earlier
  /// times.
  ///
  /// Uses Howard Hinnant's `civil_from_days`. In this algorithm, years start in March, so the leap
  /// day is the last day of its year. An era has 400 years, which are 146,097 days.
  package init(secondsSince1970 seconds: Int) {
    let (days, ofDay) = Self.divide(seconds, by: 86_400)
    let (era, dayOfEra) = Self.divide(days + 719_468, by: 146_097)
    // After subtracting the leap days, every year of the era has 365 days.
    let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // The five months from March to July have 153 days in total, and so do the five months from
    // August to December.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    hour = ofDay / 3_600
    minute = ofDay / 60 % 60
    second = ofDay % 60
  }

  /// The first second of a day; the day must exist in the calendar.
  init(midnightOf year: Int, _ month: Int, _ day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    (hour, minute, second) = (0, 0, 0)
  }

  /// The current time.
  package static func now() -> UTCTime { UTCTime(secondsSince1970: Platform.secondsSince1970()) }

  /// The quotient rounded down, and the non-negative remainder.
  static func divide(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// The time in ISO 8601: `2026-11-21T05:00:00Z`.
  package var iso: String {
    "\(date(separator: "-"))T\(clock(separator: ":"))Z"
  }

  /// The time in a format for file names: `20261121-050000`.
  package var compact: String { "\(date(separator: ""))-\(clock(separator: ""))" }

  private func date(separator: String) -> String {
    let digits = String(year.magnitude)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return [(year < 0 ? "-" : "") + padded, Self.two(month), Self.two(day)]
      .joined(separator: separator)
  }

  private func clock(separator: String) -> String {
    [Self.two(hour), Self.two(minute), Self.two(second)].joined(separator: separator)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
