/// A duration as written in options: `50us`, `200ms`, `3s`, `2m`, `1.5`; a plain number is in seconds.
public struct DurationValue: Hashable, Sendable {
  /// Why a text is not a duration.
  public enum Problem: Equatable, Sendable {
    case notANumber
    case unknownUnit(String)
    case zero
    case tooLong
  }

  /// The maximum duration: one day.
  public static let limit: UInt64 = 86_400_000_000_000

  public let nanoseconds: UInt64

  public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// Parses digits, with an optional decimal point, and an optional unit.
  ///
  /// - Parameters:
  ///   - text: The option's value.
  ///   - allowsZero: Whether zero is valid, as for a warm-up.
  /// - Throws: `badDuration`.
  public init(parsing text: String, allowsZero: Bool = false) throws(BenchmarkError) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text[digits.endIndex...]
    guard digits.contains(where: \.isNumber), let number = Double(digits) else {
      throw .badDuration(text, .notANumber)
    }
    guard let scale = Self.units[unit.isEmpty ? "s" : String(unit)] else {
      throw .badDuration(text, .unknownUnit(String(unit)))
    }
    let scaled = (number * scale).rounded()
    if scaled > Double(Self.limit) { throw .badDuration(text, .tooLong) }
    if scaled < 1 && !(allowsZero && number == 0) { throw .badDuration(text, .zero) }
    nanoseconds = UInt64(scaled)
  }

  private static let units = ["us": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9]
}

extension DurationValue: CustomStringConvertible {
  /// The number in the unit that fits its size, with three digits: `200 ms`, `12 s`, `2.5 s`.
  public var description: String {
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

extension DurationValue.Problem {
  var message: String {
    let form = "write it like 50us, 200ms, 3s or 2m; a bare number is seconds"
    return switch self {
    case .notANumber: form
    case .unknownUnit(let unit): "the units are us, ms, s and m, not '\(unit)'"
    case .zero: "it must be longer than nothing; \(form)"
    case .tooLong: "it is longer than a day; \(form)"
    }
  }
}
