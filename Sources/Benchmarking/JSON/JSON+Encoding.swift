internal import UnicodeText

extension JSON {
  /// The value as JSON text.
  ///
  /// Equal values have equal encodings. Control characters, including those above ASCII, are escaped, so the text is
  /// safe to show at a terminal. With `isIndented`, members and elements are on separate lines, except that arrays of
  /// only numbers stay on one line, and a newline ends the text.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func encoded(isIndented: Bool = false) -> [UInt8] {
    var writer = JSONWriter(isIndented: isIndented)
    writer.write(self, indent: 0)
    if isIndented { writer.bytes.append(UInt8(ascii: "\n")) }
    return writer.bytes
  }
}

private struct JSONWriter {
  let isIndented: Bool
  var bytes: [UInt8] = []

  init(isIndented: Bool) { self.isIndented = isIndented }

  mutating func write(_ value: JSON, indent: Int) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .integer(let value): append("\(value)")
    case .large(let value): append("\(value)")
    case .number(let value): append(value.isFinite ? "\(value)" : "null")
    case .string(let value): string(value)
    case .array(let values):
      let hasLines = isIndented && !values.allSatisfy(\.isNumber)
      list(values, "[", "]", hasLines, indent) { writer, value in
        writer.write(value, indent: indent + 1)
      }
    case .object(let members):
      list(members, "{", "}", isIndented, indent) { writer, member in
        writer.string(member.name)
        writer.append(writer.isIndented ? ": " : ":")
        writer.write(member.value, indent: indent + 1)
      }
    }
  }

  private mutating func list<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, _ hasLines: Bool, _ indent: Int,
    _ body: (inout JSONWriter, Element) -> Void
  ) {
    append(opening)
    for (index, element) in elements.enumerated() {
      if index > 0 { append(isIndented && !hasLines ? ", " : ",") }
      if hasLines { line(indent + 1) }
      body(&self, element)
    }
    if hasLines && !elements.isEmpty { line(indent) }
    append(closing)
  }

  private mutating func line(_ indent: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * indent))
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      let letter = UInt8(exactly: scalar.value).flatMap { JSONEscape.letter(for: $0, .whitespace) }
      if let letter {
        bytes += [UInt8(ascii: "\\"), letter]
      } else if Self.isControl(scalar) {
        let digits = String(scalar.value, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether the scalar is a control character, a line separator, or changes the direction of text.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension JSON {
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .large, .number: true
    default: false
    }
  }
}
