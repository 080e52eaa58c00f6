/// Parses the time spans of catalog options: `30d`, `1d12h`, `600s`.
extension TimeSpan {
  /// The longest span that is accepted, 100 years, in seconds.
  package static let limit = 36_525 * 86_400

  /// A description of the syntax, for messages.
  package static let form =
    "write for example 90s, 10m, 12h, 30d, 2w or 1d12h; a number without a unit means seconds"

  /// Parses a time span such as `10m`, `12h`, `30d`, `2w`, `1.5h` or `1d12h`; a number without a
  /// unit is in seconds.
  ///
  /// Units must be in order from large to small. Only the last number can have a fraction; the span
  /// is rounded to seconds. Returns nil if the text is malformed, if the span is longer than
  /// `limit`, or if a nonzero span rounds to zero. A span of exactly zero is accepted only if
  /// `allowsZero` is true.
  package init?(parsing text: String, allowsZero: Bool = false) {
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
    // Reject a nonzero span that rounds to zero, because the user did not mean zero.
    let isMeaningful = isZero ? allowsZero : total > 0
    guard largest < .max, isMeaningful, total <= Self.limit else { return nil }
    self.init(seconds: total)
  }

  static let letters: [(letter: UInt8, seconds: Int)] = [
    (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3_600), (UInt8(ascii: "m"), 60),
    (UInt8(ascii: "s"), 1),
  ]

  private typealias Part = (seconds: Int, unit: Int, isZero: Bool)

  /// Consumes a number and its unit; the unit is optional if `isOnly` is true.
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
      guard let found = weeks ?? letters.first(where: { $0.letter == letter })?.seconds else {
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

  /// Parses digits; returns nil for a number above `limit`, which could overflow when it is
  /// multiplied by a unit.
  private static func number(_ digits: Substring.UTF8View) -> Int? {
    Int(String(Substring(digits))).flatMap { $0 <= limit ? $0 : nil }
  }

  /// Multiplies `unit` by the digits after the decimal point, and rounds the product to seconds.
  ///
  /// Digits after the ninth are ignored.
  private static func rounded(_ decimals: Substring.UTF8View, of unit: Int) -> Int {
    var (numerator, denominator) = (0, 1)
    for digit in decimals.prefix(9) {
      numerator = numerator * 10 + Int(digit - UInt8(ascii: "0"))
      denominator *= 10
    }
    return (numerator * unit + denominator / 2) / denominator
  }
}

/// Parses the time spans of benchmark options: `50us`, `200ms`, `3s`, `2m`, `1.5`; a number without
/// a unit is in seconds.
extension TimeSpan {
  /// The reason why a string is not a short time span.
  package enum Problem: Error, Equatable, Sendable {
    case notANumber
    case unknownUnit(String)
    case zero
    case tooLong
  }

  /// The upper limit of a short time span, in nanoseconds: one day.
  package static let shortLimit: UInt64 = 86_400_000_000_000

  private static let shortUnits = ["us": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9]

  /// Parses a number, optionally with a decimal point and a unit.
  ///
  /// - Parameters:
  ///   - text: the text that the user typed.
  ///   - allowsZero: whether zero is accepted, for example as the length of a warm-up.
  /// - Throws: a `Problem` that states what is wrong with the text.
  package init(parsingShort text: String, allowsZero: Bool = false) throws(Problem) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text[digits.endIndex...]
    guard digits.contains(where: \.isNumber), let number = Double(digits) else {
      throw .notANumber
    }
    guard let scale = Self.shortUnits[unit.isEmpty ? "s" : String(unit)] else {
      throw .unknownUnit(String(unit))
    }
    let scaled = (number * scale).rounded()
    if scaled > Double(Self.shortLimit) { throw .tooLong }
    if scaled < 1 && !(allowsZero && number == 0) { throw .zero }
    self.init(nanoseconds: UInt64(scaled))
  }
}

extension TimeSpan.Problem {
  /// A description of the error, which shows the syntax or the units.
  package var message: String {
    let form = "write for example 50us, 200ms, 3s or 2m; a number without a unit means seconds"
    return switch self {
    case .notANumber: form
    case .unknownUnit(let unit): "the unit must be us, ms, s or m, not '\(unit)'"
    case .zero: "a duration must be longer than zero; \(form)"
    case .tooLong: "a duration cannot be longer than one day; \(form)"
    }
  }
}
