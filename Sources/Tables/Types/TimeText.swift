internal import Basics

/// A time or a date that was parsed from text.
///
/// The formats are ISO 8601 (`2026-11-21`, `2026/11/21`, `2026-11-21 05:00`,
/// `2026-11-21T05:00:00.25+01:00`), the log format of web servers (`21/Nov/2026:05:00:00 +0100`),
/// and the format of mail and HTTP (`Sat, 21 Nov 2026 05:00:00 GMT`).
package struct TimeText: Hashable, Sendable {
  /// The seconds since the start of 1970; a time without a zone is interpreted as UTC.
  package private(set) var seconds = 0

  /// The digits after the decimal point of the seconds, at most nine.
  private var fraction = 0
  private var fractionDigits = 0

  /// Whether the text is a date without a time of day.
  package private(set) var isDate = true

  /// The times of the years 0 to 9999 in UTC, in seconds since the start of 1970.
  ///
  /// Other times are rejected. Their years need a sign or five digits, so their texts would not
  /// sort in chronological order.
  private static let range = -62_167_219_200...253_402_300_799

  init(seconds: Int, isDate: Bool) {
    self.seconds = seconds
    self.isDate = isDate
  }

  /// Parses text that consists only of a time; nil if the text is not a time, or if the date does
  /// not exist.
  ///
  /// - Complexity: O(1).
  package init?(_ text: Span<UInt8>) {
    guard (8...40) ~= text.count else { return nil }
    var reader = Reader()
    let isISO = (text[0] &- 0x30) <= 9 && (text[3] &- 0x30) <= 9
    let day: Int?
    if isISO {
      day = reader.isoDate(text)
    } else {
      day = reader.namedDate(text)
    }
    guard let day else { return nil }
    guard let ofDay = clock(&reader, text, isISO: isISO), reader.at == text.count,
      Self.range.contains(day + ofDay)
    else { return nil }
    seconds = day + ofDay
  }

  /// Parses the time at the start of a log line, or after the first `[` in the line; nil if there
  /// is no time.
  ///
  /// - Complexity: O(1).
  package init?(startOf line: Span<UInt8>) {
    let head = line.extracting(..<min(line.count, 160))
    guard let first = head.indices.first(where: { head[$0] != 0x20 }) else { return nil }
    if let time = Self.longest(in: head, from: first) {
      self = time
      return
    }
    let bracket = head.indices.first { head[$0] == UInt8(ascii: "[") }
    guard let bracket, let time = Self.longest(in: head, from: bracket + 1) else { return nil }
    self = time
  }

  /// Parses the longest text that begins at `start`, ends before a separator, and is a time.
  private static func longest(in text: Span<UInt8>, from start: Int) -> TimeText? {
    guard start < text.count, text[start] &- 0x30 <= 9 || text[start] >= 0x41 else { return nil }
    var end = min(text.count, start + 40)
    while end > start + 7 {
      if end == text.count || isSeparator(text[end]),
        let time = TimeText(text.extracting(start..<end))
      {
        return time
      }
      end -= 1
    }
    return nil
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20, UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"),
      UInt8(ascii: ":"):
      true
    default: false
    }
  }

  /// Reads the time of day and the zone; returns the seconds since midnight in UTC.
  private mutating func clock(_ reader: inout Reader, _ text: Span<UInt8>, isISO: Bool) -> Int? {
    if reader.at == text.count { return 0 }
    guard reader.take(isISO ? ("T", " ", "t") : (":", " ", " "), text),
      let hour = reader.number(2, text),
      reader.take((":", ":", ":"), text), let minute = reader.number(2, text)
    else { return nil }
    isDate = false
    var second = 0
    if reader.take((":", ":", ":"), text) {
      guard let given = reader.number(2, text) else { return nil }
      second = given
      if isISO, reader.take((".", ",", ","), text) {
        (fraction, fractionDigits) = reader.digits(text)
        if fractionDigits == 0 { return nil }
      }
    }
    guard hour < 24, minute < 60, second < 61, let offset = reader.zone(text) else { return nil }
    return hour * 3_600 + minute * 60 + second - offset
  }

  /// The time in the ISO 8601 format that SQLite's functions parse: `2026-11-21`,
  /// `2026-11-21 05:00:00`, `2026-11-21 05:00:00.25`.
  package var iso: String {
    var bytes: [UInt8] = []
    appendISO(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the time in ISO 8601.
  func appendISO(to bytes: inout [UInt8]) {
    let time = UTCTime(secondsSince1970: seconds)
    Self.append(time.year, 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Self.append(time.month, 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    Self.append(time.day, 2, to: &bytes)
    if isDate { return }
    bytes.append(UInt8(ascii: " "))
    Self.append(time.hour, 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.append(time.minute, 2, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.append(time.second, 2, to: &bytes)
    if fractionDigits == 0 { return }
    bytes.append(UInt8(ascii: "."))
    Self.append(fraction, fractionDigits, to: &bytes)
  }

  /// Appends a number with exactly `digits` digits.
  private static func append(_ number: Int, _ digits: Int, to bytes: inout [UInt8]) {
    var power = 1
    for _ in 1..<max(1, digits) { power *= 10 }
    while power > 0 {
      bytes.append(0x30 + UInt8(number / power % 10))
      power /= 10
    }
  }
}

/// Parses the components of a time, one after the other.
private struct Reader {
  var at = 0

  /// Reads `YYYY-MM-DD` or `YYYY/MM/DD`; returns the first second of that day.
  mutating func isoDate(_ text: Span<UInt8>) -> Int? {
    guard let year = number(4, text) else { return nil }
    let separator: Unicode.Scalar = at < text.count && text[at] == UInt8(ascii: "/") ? "/" : "-"
    guard take((separator, separator, separator), text), let month = number(2, text),
      take((separator, separator, separator), text),
      let day = number(2, text)
    else { return nil }
    return UTCTime.midnight(year, month, day)
  }

  /// Reads `21/Nov/2026`, `21 Nov 2026` or `Sat, 21 Nov 2026`; returns the first second of that
  /// day.
  mutating func namedDate(_ text: Span<UInt8>) -> Int? {
    if text[3] == UInt8(ascii: ","), text[4] == 0x20 { at = 5 }
    guard let day = number(2, text) else { return nil }
    let separator: Unicode.Scalar = at < text.count && text[at] == UInt8(ascii: "/") ? "/" : " "
    guard take((separator, separator, separator), text), let month = month(text),
      take((separator, separator, separator), text),
      let year = number(4, text)
    else { return nil }
    return UTCTime.midnight(year, month, day)
  }

  /// Reads a three-letter English month name.
  private mutating func month(_ text: Span<UInt8>) -> Int? {
    guard at + 3 <= text.count else { return nil }
    var name = 0
    for index in at..<at + 3 { name = name << 8 | Int(text[index] | 0x20) }
    guard let month = Self.months.firstIndex(of: name) else { return nil }
    at += 3
    return month + 1
  }

  private static let months: [Int] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { $0.utf8.reduce(0) { $0 << 8 | Int($1) } }

  /// Reads a time zone, which a space can precede; returns its offset from UTC in seconds.
  ///
  /// Returns 0 at the end of the text, and nil if the text is not a time zone.
  mutating func zone(_ text: Span<UInt8>) -> Int? {
    if at == text.count { return 0 }
    let hasBlank = take((" ", " ", " "), text)
    if take(("Z", "z", "z"), text) { return 0 }
    if hasBlank, at + 3 == text.count {
      let name = (at..<at + 3).reduce(0) { $0 << 8 | Int(text[$1]) }
      guard name == 0x47_4D54 || name == 0x55_5443 else { return nil }  // GMT, UTC
      at += 3
      return 0
    }
    guard at < text.count else { return nil }
    let isBehind = text[at] == UInt8(ascii: "-")
    guard take(("+", "-", "-"), text), let hours = number(2, text), hours < 24 else { return nil }
    var minutes = 0
    if take((":", ":", ":"), text) || at < text.count {
      guard let given = number(2, text), given < 60 else { return nil }
      minutes = given
    }
    let ahead = hours * 3_600 + minutes * 60
    return isBehind ? -ahead : ahead
  }

  /// Reads exactly `count` digits.
  mutating func number(_ count: Int, _ text: Span<UInt8>) -> Int? {
    guard at + count <= text.count else { return nil }
    var value = 0
    for index in at..<at + count {
      let digit = text[index] &- 0x30
      if digit > 9 { return nil }
      value = value * 10 + Int(digit)
    }
    at += count
    return value
  }

  /// Reads all digits after a decimal point; the value has only the first nine.
  mutating func digits(_ text: Span<UInt8>) -> (value: Int, digits: Int) {
    var value = 0
    var count = 0
    while at < text.count, text[at] &- 0x30 <= 9 {
      if count < 9 {
        value = value * 10 + Int(text[at] &- 0x30)
        count += 1
      }
      at += 1
    }
    return (value, count)
  }

  /// Skips the next byte if it is one of the three given bytes.
  mutating func take(
    _ choices: (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar), _ text: Span<UInt8>
  ) -> Bool {
    guard at < text.count else { return false }
    let byte = text[at]
    guard
      byte == UInt8(ascii: choices.0) || byte == UInt8(ascii: choices.1)
        || byte == UInt8(ascii: choices.2)
    else { return false }
    at += 1
    return true
  }
}
