/// Percent-encoding in URLs (RFC 3986, section 2.1): `%C3%A9` for the bytes of `é`.
package enum PercentEncoding {
  /// The reason why a string cannot be decoded.
  package enum Failure: Error, Equatable {
    /// A percent sign is not followed by two hexadecimal digits.
    ///
    /// The associated string is the percent sign and up to two following characters: `%zz`.
    case badEscape(String)

    /// The decoded bytes are not UTF-8.
    case notText
  }

  /// Whether a byte never needs encoding: it is a letter, a digit, `-`, `.`, `_` or `~`.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  /// Percent-encodes each byte of the text, unless `isKept` returns true for that byte.
  package static func encoded(
    _ text: String, keeping isKept: (UInt8) -> Bool = isUnreserved
  ) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in text.utf8 {
      if isKept(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Percent-encodes every byte of the path except slashes and unreserved bytes.
  package static func encodedPath(_ path: String) -> String {
    encoded(path) { isUnreserved($0) || $0 == UInt8(ascii: "/") }
  }

  /// The text with all escapes decoded.
  ///
  /// - Throws: `badEscape`, `notText`.
  package static func decoded(_ text: Substring) throws(Failure) -> String {
    var result: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "%") {
        result.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let high = value(digits.first), let low = value(digits.last) else {
        throw .badEscape("%" + String(decoding: digits, as: UTF8.self))
      }
      result.append(high << 4 | low)
      rest = rest.dropFirst(2)
    }
    guard let text = String(validating: result, as: UTF8.self) else { throw .notText }
    return text
  }

  private static func value(_ digit: UInt8?) -> UInt8? {
    switch digit {
    case .some(let digit) where UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit:
      digit - UInt8(ascii: "0")
    case .some(let digit) where UInt8(ascii: "a")...UInt8(ascii: "f") ~= digit | 0x20:
      (digit | 0x20) - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
