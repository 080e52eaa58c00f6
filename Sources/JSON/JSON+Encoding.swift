internal import UnicodeText

extension JSON {
  /// The value as JSON text.
  ///
  /// Equal values have equal encodings. All control characters, including those outside ASCII, are
  /// escaped, so the text is safe to show at a terminal. If `isIndented` is true, each member and
  /// each element is on its own line, except that an array of numbers is on one line. Indented text
  /// ends with a newline.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package func encoded(isIndented: Bool = false) -> [UInt8] {
    var writer = JSONWriter(isIndented: isIndented)
    writer.write(self, indent: 0)
    if isIndented { writer.bytes.append(UInt8(ascii: "\n")) }
    return writer.bytes.array()
  }
}

private struct JSONWriter: ~Copyable {
  let isIndented: Bool
  var bytes = GrowableBuffer<UInt8>()

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
    for _ in 0..<2 * indent { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func append(_ text: String) { bytes.append(copying: text.utf8.span) }

  private mutating func string(_ text: String) {
    let utf8 = text.utf8.span
    var (start, end) = (0, 0)
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      let next = end + UTF8.width(scalar)
      if Self.isControl(scalar) {
        JSONText.appendUnquoted(utf8.extracting(start..<end), .whitespace, to: &bytes)
        JSONText.appendEscape(UInt16(scalar.value), to: &bytes)
        start = next
      }
      end = next
    }
    JSONText.appendUnquoted(utf8.extracting(start..<end), .whitespace, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether the scalar is DEL, a C1 control character, a line or paragraph separator, a byte order
  /// mark, or a control character for the direction of text.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
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
