extension NumberFormat {
  /// The text of `value` without an exponent, with the fewest digits that identify the `Double`:
  /// 0.00000015, 12.
  ///
  /// The digits come from Swift's `description`. The text is empty if `value` is not finite.
  package static func exact(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    let description = "\(value.magnitude)"
    let sign = value < 0 ? "-" : ""
    let parts = description.split(separator: "e", maxSplits: 1)
    let mantissa = parts[0].split(separator: ".", maxSplits: 1)
    let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let digits = mantissa[0] + fraction
    let point = mantissa[0].utf8.count + exponent
    if point <= 0 {
      return sign + "0." + String(repeating: "0", count: -point) + digits
    }
    if point >= digits.utf8.count {
      return sign + digits + String(repeating: "0", count: point - digits.utf8.count)
    }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }

  /// `value` with four significant digits, or with all digits before the decimal point if there are
  /// more than four: 1.234, 12.34, 123.4, 1234.
  package static func fourDigits(_ value: Double) -> String {
    let decimals =
      switch value.magnitude {
      case 999.95...: 0
      case 99.995...: 1
      case 9.9995...: 2
      default: 3
      }
    return fixed(value, decimals: decimals)
  }

  /// Formats a ratio with about three digits: 0.004, 0.98, 31.2, 1,204.
  package static func ratio(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    switch value {
    case 99.95..<1e15: return grouped(Int(value.rounded()))
    case 9.995...: return fixed(value, decimals: 1)
    case 0.0995...: return fixed(value, decimals: 2)
    case 0.0005...: return fixed(value, decimals: 3)
    default: return value > 0 ? "<0.001" : "0"
    }
  }
}
