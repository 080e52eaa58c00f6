internal import UnicodeText

/// Parses the numbers in cells.
package enum CellNumber {
  /// The value of a cell that is an integer: digits with an optional sign; nil for other cells.
  ///
  /// Integers that do not fit in 64 bits are not accepted, nor are codes with a leading zero, such
  /// as `007`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func integer(_ cell: Span<UInt8>) -> Int64? {
    guard let first = cell.isEmpty ? nil : cell[0] else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    let start = isNegative || first == UInt8(ascii: "+") ? 1 : 0
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

  /// The value of a cell that is a number: digits with an optional sign, point and exponent; nil
  /// for other cells.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func decimal(_ cell: Span<UInt8>) -> Double? {
    var reader = DecimalReader()
    for index in cell.indices where !reader.take(cell[index]) { return nil }
    guard reader.isComplete else { return nil }
    return reader.exact ?? Double(String(decoding: cell))
  }
}

/// Reads a decimal number byte by byte.
private struct DecimalReader {
  private enum State { case start, sign, zero, digits, point, fraction, e, eSign, exponent }

  private var state = State.start
  private var isNegative = false
  private var mantissa: UInt64 = 0
  private var digits = 0
  private var scale = 0
  private var exponent = 0
  private var isExponentNegative = false

  var isComplete: Bool {
    switch state {
    case .zero, .digits, .fraction, .exponent: true
    case .start, .sign, .point, .e, .eSign: false
    }
  }

  /// Reads the next byte; returns false if that byte cannot continue a number.
  mutating func take(_ byte: UInt8) -> Bool {
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
    case .zero: return false
    case .digits, .fraction: break
    case .point: state = .fraction
    case .e, .eSign, .exponent:
      state = .exponent
      exponent = min(exponent * 10 + digit, 9999)
      return true
    }
    digits += mantissa == 0 && digit == 0 ? 0 : 1
    if digits <= 19 { mantissa = mantissa &* 10 &+ UInt64(digit) }
    if state == .fraction { scale += 1 }
    return true
  }

  /// The value, if one division or multiplication of exact numbers gives it; if nil, the standard
  /// library must parse the text.
  ///
  /// Integers up to 2^53 and powers of ten up to 10^22 are exact, so a single operation rounds
  /// correctly (Clinger, "How to read floating point numbers accurately").
  var exact: Double? {
    guard digits <= 19, mantissa <= 1 << 53 else { return nil }
    let power = (isExponentNegative ? -exponent : exponent) - scale
    guard (-22...22) ~= power else { return nil }
    let value = Double(mantissa)
    let scaled = power < 0 ? value / Self.powers[-power] : value * Self.powers[power]
    return isNegative ? -scaled : scaled
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
