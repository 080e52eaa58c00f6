/// A JSON value, for reading test vectors that are known to be well-formed.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Parses one value; anything after it is ignored.
  package init(_ bytes: some Sequence<UInt8>) {
    var reader = Reader(bytes: Array(bytes))
    self = reader.value()
  }

  package subscript(_ key: String) -> JSONValue {
    if case .object(let members) = self { return members[key] ?? .null }
    return .null
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var array: [JSONValue] { if case .array(let items) = self { items } else { [] } }
  package var strings: [String] { array.compactMap(\.string) }
  package var numbers: [Int] {
    array.compactMap { if case .number(let number) = $0 { number } else { nil } }
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func value() -> JSONValue {
      skipWhitespace()
      switch bytes[position] {
      case UInt8(ascii: "{"): return object()
      case UInt8(ascii: "["): return array()
      case UInt8(ascii: "\""): return .string(string())
      case UInt8(ascii: "t"):
        position += 4
        return .bool(true)
      case UInt8(ascii: "f"):
        position += 5
        return .bool(false)
      case UInt8(ascii: "n"):
        position += 4
        return .null
      default: return number()
      }
    }

    private mutating func skipWhitespace() {
      while position < bytes.count,
        bytes[position] <= 0x20 || bytes[position] == UInt8(ascii: ",")
          || bytes[position] == UInt8(ascii: ":")
      {
        position += 1
      }
    }

    private mutating func number() -> JSONValue {
      let start = position
      while position < bytes.count, "-0123456789".utf8.contains(bytes[position]) { position += 1 }
      return .number(Int(String(decoding: bytes[start..<position], as: UTF8.self)) ?? 0)
    }

    private mutating func object() -> JSONValue {
      position += 1
      var members: [String: JSONValue] = [:]
      skipWhitespace()
      while bytes[position] != UInt8(ascii: "}") {
        let key = string()
        members[key] = value()
        skipWhitespace()
      }
      position += 1
      return .object(members)
    }

    private mutating func array() -> JSONValue {
      position += 1
      var items: [JSONValue] = []
      skipWhitespace()
      while bytes[position] != UInt8(ascii: "]") {
        items.append(value())
        skipWhitespace()
      }
      position += 1
      return .array(items)
    }

    private mutating func string() -> String {
      position += 1
      var text: [UInt8] = []
      var high: UInt32 = 0
      while bytes[position] != UInt8(ascii: "\"") {
        guard bytes[position] == UInt8(ascii: "\\") else {
          text.append(bytes[position])
          position += 1
          continue
        }
        let escape = bytes[position + 1]
        position += 2
        switch escape {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "u"):
          let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
          position += 4
          let unit = UInt32(digits, radix: 16) ?? 0
          if (0xD800..<0xDC00).contains(unit) {
            high = unit
          } else {
            let isLow = (0xDC00..<0xE000).contains(unit)
            let value = isLow ? 0x10000 + (high - 0xD800) << 10 + unit - 0xDC00 : unit
            text += Unicode.Scalar(value).map { Array(String(Character($0)).utf8) } ?? []
          }
        default: text.append(escape)
        }
      }
      position += 1
      return String(decoding: text, as: UTF8.self)
    }
  }
}
