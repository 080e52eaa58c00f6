internal import UnicodeText

/// Parses the numbers in cells.
package enum CellNumber {
  /// The value of a cell that is an integer (digits with an optional sign); nil for other cells.
  ///
  /// Integers that do not fit in 64 bits are not accepted. Codes with a leading zero, such as
  /// `007`, are accepted only if `allowsLeadingZeros` is true.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func integer(
    _ cell: Span<UInt8>, allowsLeadingZeros: Bool = false
  ) -> Int64? {
    guard let first = cell.isEmpty ? nil : cell[0] else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    var start = isNegative || first == UInt8(ascii: "+") ? 1 : 0
    while allowsLeadingZeros, start + 1 < cell.count, cell[start] == UInt8(ascii: "0") {
      start += 1
    }
    guard start < cell.count, cell.count - start <= 19 else { return nil }
    if cell[start] == UInt8(ascii: "0"), cell.count - start > 1 { return nil }
    var value: UInt64 = 0
    for index in start..<cell.count {
      let digit = cell[index] &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      value = value &* 10 &+ UInt64(digit)
    }
    // Nineteen digits always fit in an unsigned 64-bit integer.
    if isNegative { return value > 1 << 63 ? nil : Int64(truncatingIfNeeded: 0 &- value) }
    return Int64(exactly: value)
  }

  /// The `Double` nearest to the number in a cell: digits with an optional sign, point and
  /// exponent.
  ///
  /// The result is nil for other cells, and for numbers that are too large for a `Double`. Codes
  /// with a leading zero, such as `007`, are numbers only if `allowsLeadingZeros` is true.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func decimal(_ cell: Span<UInt8>, allowsLeadingZeros: Bool = false) -> Double? {
    guard let value = DecimalReader(cell, allowsLeadingZeros: allowsLeadingZeros)?.value(cell),
      value.isFinite
    else { return nil }
    return value
  }

  /// Whether a cell is a number that can be converted to a `Double` without losing digits.
  ///
  /// A number keeps its digits if its `Double`, printed in one of these ways, has the same digits:
  /// - with the fewest digits that identify the `Double`;
  /// - with as many digits as the cell has. This way of printing is used only for cells that
  ///   contain a point or an exponent, and at most 19 digits.
  ///
  /// Leading and trailing zeros are ignored. For example, `0.1`, `1.50` and `1e22` keep their
  /// digits. `0.10000000000000001` also keeps its digits, because it is 0.1 printed with 17 digits.
  /// The numbers `9007199254740993`, `0.1234567890123456789` and `1e400` do not keep their digits.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes. A number of up to 15 digits is usually
  ///   not converted, because a `Double` keeps 15 digits.
  package static func keepsDigits(_ cell: Span<UInt8>) -> Bool {
    DecimalReader(cell)?.keepsDigits(cell) ?? false
  }
}

/// Reads a decimal number byte by byte.
private struct DecimalReader {
  private enum State { case start, sign, zero, digits, point, fraction, e, eSign, exponent }

  /// The limit for the stored exponent; it is larger than the number of bytes of any cell.
  private static let maximumExponent = 1 << 40

  /// The number of digits that a `Double` always keeps.
  private static let safeDigits = 15

  /// The number of digits that fit in `mantissa`.
  private static let mantissaDigits = 19

  private var state = State.start
  private var isNegative = false

  /// The first digits, without leading zeros.
  private var mantissa: UInt64 = 0

  /// The number of digits, without leading zeros.
  private var digits = 0

  /// The number of digits, without leading and trailing zeros.
  private var significantDigits = 0
  private var scale = 0
  private var exponent = 0
  private var isExponentNegative = false

  /// Whether digits can follow a leading zero.
  private let allowsLeadingZeros: Bool

  /// Reads a number; nil if the text is not a number.
  init?(_ text: Span<UInt8>, allowsLeadingZeros: Bool = false) {
    self.allowsLeadingZeros = allowsLeadingZeros
    for index in text.indices where !take(text[index]) { return nil }
    switch state {
    case .zero, .digits, .fraction, .exponent: break
    case .start, .sign, .point, .e, .eSign: return nil
    }
  }

  /// Reads the next byte; returns false if that byte cannot continue a number.
  private mutating func take(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return take(digit: Int(byte &- 0x30))
    case UInt8(ascii: "-"), UInt8(ascii: "+"):
      if state == .start {
        isNegative = byte == UInt8(ascii: "-")
        state = .sign
      } else if state == .e {
        isExponentNegative = byte == UInt8(ascii: "-")
        state = .eSign
      } else {
        return false
      }
    case UInt8(ascii: "."):
      guard state == .digits || state == .zero || state == .sign || state == .start else {
        return false
      }
      state = .point
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      guard state == .digits || state == .zero || state == .fraction else { return false }
      state = .e
    default: return false
    }
    return true
  }

  private mutating func take(digit: Int) -> Bool {
    switch state {
    case .start, .sign: state = digit == 0 ? .zero : .digits
    // Digits after a leading zero indicate a code such as `007`, not a number.
    case .zero:
      if !allowsLeadingZeros { return false }
      state = digit == 0 ? .zero : .digits
    case .digits, .fraction: break
    case .point: state = .fraction
    case .e, .eSign, .exponent:
      state = .exponent
      exponent = min(exponent * 10 + digit, Self.maximumExponent)
      return true
    }
    digits += mantissa == 0 && digit == 0 ? 0 : 1
    if digit > 0 { significantDigits = digits }
    if digits <= Self.mantissaDigits { mantissa = mantissa &* 10 &+ UInt64(digit) }
    if state == .fraction { scale += 1 }
    return true
  }

  // MARK: The value

  /// The `Double` that is nearest to the number in `text`; infinite if the number is too large.
  func value(_ text: Span<UInt8>) -> Double? { exact ?? Double(String(decoding: text)) }

  /// The value, if one multiplication or division of two exact numbers gives it; otherwise nil.
  ///
  /// Integers up to 2^53 and powers of ten up to 10^22 are exact as `Double`, so a single operation
  /// rounds correctly (Clinger, "How to read floating point numbers accurately").
  private var exact: Double? {
    guard digits <= Self.mantissaDigits, mantissa <= 1 << 53 else { return nil }
    let power = signedExponent - scale
    guard (-22...22) ~= power else { return nil }
    let value = Double(mantissa)
    let scaled = power < 0 ? value / Self.powers[-power] : value * Self.powers[power]
    return isNegative ? -scaled : scaled
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private var signedExponent: Int { isExponentNegative ? -exponent : exponent }

  // MARK: The digits

  /// The number without its sign: an integer that does not end with a zero, times a power of ten.
  private struct Decimal: Equatable {
    let digits: UInt64
    let power: Int
  }

  /// The number as a `Decimal`; nil if its significant digits do not fit in `mantissa`.
  private var decimal: Decimal? {
    guard significantDigits <= Self.mantissaDigits else { return nil }
    var number = mantissa
    for _ in significantDigits..<min(digits, Self.mantissaDigits) { number /= 10 }
    return Decimal(digits: number, power: leadingPower - significantDigits)
  }

  /// The exponent of the smallest power of ten that is larger than the number.
  private var leadingPower: Int { digits - scale + signedExponent }

  /// Whether the text has no point and no exponent.
  private var isInteger: Bool { state == .zero || state == .digits }

  /// Whether the number in `text` keeps its digits as a `Double`; see `CellNumber.keepsDigits`.
  func keepsDigits(_ text: Span<UInt8>) -> Bool {
    if significantDigits == 0 { return true }
    // A number with an exponent below -300 or above 300 can be subnormal or infinite.
    if significantDigits <= Self.safeDigits, (-300...300) ~= leadingPower { return true }
    guard let decimal, let value = value(text)?.magnitude, value.isFinite else { return false }
    let shortest = "\(value)"
    if DecimalReader(shortest.utf8.span)?.decimal == decimal { return true }
    return !isInteger && value.isNormal && Self.isNearest(decimal, to: value)
  }

  /// Whether `value`, rounded to the last digit of `decimal`, equals `decimal`; halves are rounded
  /// to even.
  private static func isNearest(_ decimal: Decimal, to value: Double) -> Bool {
    // The test is (2 digits - 1) · 10^power < 2 value < (2 digits + 1) · 10^power. All three terms
    // are multiplied by powers of ten and two, so that they are integers.
    var below = LargeInteger(twice: decimal.digits - 1, plusOne: true)
    var above = LargeInteger(twice: decimal.digits, plusOne: true)
    var scaled = LargeInteger(twice: value.significandBitPattern | 1 << 52, plusOne: false)
    if decimal.power > 0 {
      below.multiply(byTenToThe: decimal.power)
      above.multiply(byTenToThe: decimal.power)
    } else {
      scaled.multiply(byTenToThe: -decimal.power)
    }
    let exponent = Int(value.exponent) - 52
    if exponent > 0 {
      scaled.multiply(byTwoToThe: exponent)
    } else {
      below.multiply(byTwoToThe: -exponent)
      above.multiply(byTwoToThe: -exponent)
    }
    if below < scaled, scaled < above { return true }
    return decimal.digits.isMultiple(of: 2) && (below == scaled || scaled == above)
  }
}

/// A non-negative integer of any size.
private struct LargeInteger: Equatable {
  /// The digits in base 2^32, the lowest first; the last digit is not zero.
  private var limbs: [UInt32]

  /// Creates 2 · `half`, plus 1 if `plusOne` is true.
  init(twice half: UInt64, plusOne: Bool) {
    limbs = [
      UInt32(truncatingIfNeeded: half << 1) | (plusOne ? 1 : 0),
      UInt32(truncatingIfNeeded: half >> 31), UInt32(truncatingIfNeeded: half >> 63),
    ]
    while limbs.last == 0 { limbs.removeLast() }
  }

  /// Multiplies by a factor above 0.
  private mutating func multiply(by factor: UInt32) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      carry += UInt64(limbs[index]) * UInt64(factor)
      limbs[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { limbs.append(UInt32(carry)) }
  }

  mutating func multiply(byTenToThe power: Int) {
    for _ in 0..<power / 9 { multiply(by: 1_000_000_000) }
    for _ in 0..<power % 9 { multiply(by: 10) }
  }

  mutating func multiply(byTwoToThe power: Int) {
    for _ in 0..<power / 31 { multiply(by: 1 << 31) }
    multiply(by: 1 << UInt32(power % 31))
  }

  static func < (a: LargeInteger, b: LargeInteger) -> Bool {
    if a.limbs.count != b.limbs.count { return a.limbs.count < b.limbs.count }
    for index in a.limbs.indices.reversed() where a.limbs[index] != b.limbs[index] {
      return a.limbs[index] < b.limbs[index]
    }
    return false
  }
}
