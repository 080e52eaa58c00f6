/// A duration in whole seconds, with a short text form: `30d`, `1d12h`, `600s`.
public struct TimeSpan: Hashable, Sendable {
  /// The number of seconds, which is not negative.
  public let seconds: Int

  /// Creates a duration.
  ///
  /// - Precondition: `seconds` is not negative.
  public init(seconds: Int) {
    precondition(seconds >= 0, "a length of time is not negative")
    self.seconds = seconds
  }

  /// The maximum duration to parse, 100 years, in seconds.
  public static let limit = 36_525 * 86_400

  /// How to write a duration, for messages.
  public static let form =
    "write it like 90s, 10m, 12h, 30d, 2w or 1d12h; a bare number is seconds"

  /// Parses `600s`, `10m`, `12h`, `30d`, `2w`, `1.5h`, several units in descending order as in `1d12h`, or seconds:
  /// `600`.
  ///
  /// Only the last number can have a fraction; the result is rounded to seconds. Returns nil if the text is malformed,
  /// is zero without `allowsZero`, or exceeds `limit`.
  public init?(parsing text: String, allowsZero: Bool = false) {
    var rest = text.utf8[...]
    var total = 0
    var largest = Int.max
    var isZero = true
    while !rest.isEmpty {
      guard let part = Self.part(of: &rest, isOnly: largest == .max), part.unit < largest else {
        return nil
      }
      largest = part.unit
      total += part.seconds
      if !part.isZero { isZero = false }
    }
    // A value above zero that rounds to zero is not accepted as zero.
    let isMeaningful = isZero ? allowsZero : total > 0
    guard largest < .max, isMeaningful, total <= Self.limit else { return nil }
    seconds = total
  }

  private static let units: [(letter: UInt8, seconds: Int)] = [
    (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3_600), (UInt8(ascii: "m"), 60),
    (UInt8(ascii: "s"), 1),
  ]

  private typealias Part = (seconds: Int, unit: Int, isZero: Bool)

  /// Parses a number and its unit; the unit may be missing if there is only one number.
  private static func part(of rest: inout Substring.UTF8View, isOnly: Bool) -> Part? {
    let isDigit = { (byte: UInt8) in UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    let whole = rest.prefix(while: isDigit)
    rest = rest[whole.endIndex...]
    var fraction = rest.prefix(0)
    let hasPoint = rest.first == UInt8(ascii: ".")
    if hasPoint {
      fraction = rest.dropFirst().prefix(while: isDigit)
      rest = rest[fraction.endIndex...]
    }
    guard !whole.isEmpty, !hasPoint || !fraction.isEmpty, let number = number(whole) else {
      return nil
    }
    let unit: Int
    if let letter = rest.popFirst() {
      let weeks = letter == UInt8(ascii: "w") ? 604_800 : nil
      guard let found = weeks ?? units.first(where: { $0.letter == letter })?.seconds else {
        return nil
      }
      unit = found
    } else {
      guard isOnly else { return nil }
      unit = 1
    }
    guard !hasPoint || rest.isEmpty else { return nil }
    let isZero = number == 0 && !fraction.contains { $0 != UInt8(ascii: "0") }
    return (number * unit + rounded(fraction, of: unit), unit, isZero)
  }

  /// Parses a number that is small enough to be multiplied by any unit.
  private static func number(_ digits: Substring.UTF8View) -> Int? {
    Int(String(Substring(digits))).flatMap { $0 <= limit ? $0 : nil }
  }

  /// The decimals after a point, in whole seconds; decimals from the tenth on are ignored.
  private static func rounded(_ decimals: Substring.UTF8View, of unit: Int) -> Int {
    var (numerator, denominator) = (0, 1)
    for digit in decimals.prefix(9) {
      numerator = numerator * 10 + Int(digit - UInt8(ascii: "0"))
      denominator *= 10
    }
    return (numerator * unit + denominator / 2) / denominator
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The days, hours, minutes and seconds that are not zero: `30d`, `1d12h`; `0s` for zero.
  public var description: String {
    var rest = seconds
    var text = ""
    for (letter, length) in Self.units where rest >= length {
      text += "\(rest / length)\(Character(Unicode.Scalar(letter)))"
      rest %= length
    }
    return text.isEmpty ? "0s" : text
  }

  /// The approximate duration for people, rounded to one unit: `40 seconds`, `1 hour`, `3 days`.
  public var spoken: String {
    func nearest(_ unit: Int) -> Int { seconds / unit + (seconds % unit * 2 >= unit ? 1 : 0) }
    func counted(_ number: Int, _ noun: String) -> String {
      number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }
    if seconds < 60 { return counted(seconds, "second") }
    if nearest(60) < 60 { return counted(nearest(60), "minute") }
    if nearest(3_600) < 24 { return counted(nearest(3_600), "hour") }
    return counted(nearest(86_400), "day")
  }
}
