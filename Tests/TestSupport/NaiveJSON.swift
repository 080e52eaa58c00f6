/// A recursive validator of JSON, for short texts.
package struct NaiveJSON {
  private let bytes: [UInt8]
  private var at = 0

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the text is empty or a single array.
  package mutating func isArray() -> Bool {
    blanks()
    if at == bytes.count { return true }
    guard peek() == UInt8(ascii: "["), value() else { return false }
    blanks()
    return at == bytes.count
  }

  /// Whether the text is a single value.
  package mutating func isValue() -> Bool {
    guard value() else { return false }
    blanks()
    return at == bytes.count
  }

  private func peek() -> UInt8 { at < bytes.count ? bytes[at] : 0 }

  private mutating func blanks() { while [32, 9, 10, 13].contains(peek()) { at += 1 } }

  private mutating func take(_ byte: Character) -> Bool {
    if peek() != byte.asciiValue { return false }
    at += 1
    return true
  }

  private mutating func value() -> Bool {
    blanks()
    if take("[") { return list("]") { $0.value() } }
    if take("{") {
      return list("}") { reader in
        reader.blanks()
        guard reader.string() else { return false }
        reader.blanks()
        return reader.take(":") && reader.value()
      }
    }
    if peek() == UInt8(ascii: "\"") { return string() }
    for word in ["true", "false", "null"] where bytes[at...].starts(with: word.utf8) {
      at += word.utf8.count
      return true
    }
    return number()
  }

  private mutating func list(_ end: Character, _ item: (inout NaiveJSON) -> Bool) -> Bool {
    blanks()
    if take(end) { return true }
    while true {
      guard item(&self) else { return false }
      blanks()
      if take(end) { return true }
      guard take(",") else { return false }
    }
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while at < bytes.count {
      if take("\"") { return true }
      if peek() < 32 { return false }
      guard take("\\") else {
        at += 1
        continue
      }
      if take("u") {
        for _ in 0..<4 {
          guard Character(Unicode.Scalar(peek())).isHexDigit else { return false }
          at += 1
        }
      } else if "\"\\/bfnrt".utf8.contains(peek()) {
        at += 1
      } else {
        return false
      }
    }
    return false
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") { guard digits() else { return false } }
    if take(".") { guard digits() else { return false } }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      guard digits() else { return false }
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = at
    while peek() >= 48 && peek() <= 57 { at += 1 }
    return at > start
  }
}
