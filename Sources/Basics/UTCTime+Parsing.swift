extension UTCTime {
  /// Parses a time in ISO 8601: `2026-11-21`, `2026-11-21T05:00`, `2026-11-21T05:00:00.25+01:00`.
  ///
  /// The year has four digits. A space can replace the `T`; seconds are optional, and their
  /// fraction is ignored. The zone is written like `Z`, `+01:00`, `-0530` or `+01`; without a zone,
  /// the time is in UTC. A date without a time means the first second of that day. The time `24:00`
  /// means the first second of the next day. Returns nil if the text is malformed or the date does
  /// not exist.
  package init?(iso text: String) {
    var reader = ISOReader(text.utf8)
    guard let seconds = reader.date(), let ofDay = reader.clock(), reader.isAtEnd else {
      return nil
    }
    self.init(secondsSince1970: seconds + ofDay)
  }

  /// The seconds since the start of 1970; negative for earlier times.
  ///
  /// Uses Howard Hinnant's `days_from_civil`, the inverse of `init(secondsSince1970:)`.
  package var secondsSince1970: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = Self.divide(marchYear, by: 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    // Use wrapping arithmetic: near `Int.min`, the start of the day overflows, although the sum
    // with the time of day is in range.
    return days &* 86_400 &+ (hour * 3_600 + minute * 60 + second)
  }

  /// The seconds from the start of 1970 to the start of a day; nil if the day does not exist.
  package static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard let days = days(inMonth: month, of: year), (1...days) ~= day else { return nil }
    return UTCTime(midnightOf: year, month, day).secondsSince1970
  }

  /// The number of days in a month; nil if the month does not exist.
  fileprivate static func days(inMonth month: Int, of year: Int) -> Int? {
    guard (1...12) ~= month else { return nil }
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }
}

/// Parses an ISO 8601 text from left to right.
private struct ISOReader {
  private var rest: Substring.UTF8View

  init(_ text: String.UTF8View) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Parses `YYYY-MM-DD`; returns the first second of that day.
  mutating func date() -> Int? {
    guard let year = number(4), take("-") != nil, let month = number(2), take("-") != nil,
      let day = number(2)
    else { return nil }
    return UTCTime.midnight(year, month, day)
  }

  /// Parses `THH:MM:SS` and the zone, and returns the seconds since midnight UTC.
  ///
  /// The result is 0 if the text ends before the time, and nil if the time is malformed.
  mutating func clock() -> Int? {
    if isAtEnd { return 0 }
    guard take("Tt ") != nil, let hour = number(2), take(":") != nil, let minute = number(2)
    else { return nil }
    var second = 0
    if take(":") != nil {
      guard let given = number(2) else { return nil }
      second = given
      if take(".,") != nil && !dropDigits() { return nil }
    }
    let ofDay = hour * 3_600 + minute * 60 + second
    guard minute < 60, second < 60, ofDay <= 86_400, let offset = zone() else { return nil }
    return ofDay - offset
  }

  /// Parses the zone; returns its offset from UTC in seconds.
  private mutating func zone() -> Int? {
    if isAtEnd || take("Zz") != nil { return 0 }
    guard let sign = take("+-"), let hours = number(2), hours < 24 else { return nil }
    let hasColon = take(":") != nil
    var minutes = 0
    if hasColon || !isAtEnd {
      guard let given = number(2), given < 60 else { return nil }
      minutes = given
    }
    let ahead = hours * 3_600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -ahead : ahead
  }

  /// Parses exactly `count` digits.
  private mutating func number(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = rest.first, Self.digits ~= digit else { return nil }
      value = value * 10 + Int(digit - Self.digits.lowerBound)
      rest.removeFirst()
    }
    return value
  }

  /// Skips digits; returns whether there was at least one digit.
  private mutating func dropDigits() -> Bool {
    let before = rest.count
    rest = rest.drop { Self.digits ~= $0 }
    return rest.count < before
  }

  /// Consumes one byte if it is one of `choices`.
  private mutating func take(_ choices: String) -> UInt8? {
    guard let byte = rest.first, choices.utf8.contains(byte) else { return nil }
    rest.removeFirst()
    return byte
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
