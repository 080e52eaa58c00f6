internal import UnicodeText

/// A standard attribute, which has a column of its own; the raw value is its index.
package enum ItemColumn: Int, CaseIterable, Sendable {
  case title, description, keywords, content, type, thumbnail, url

  /// The name of the column and of its field.
  package var name: String { Schema.textColumns[rawValue] }

  package init?(named name: String) {
    guard let place = Schema.textColumns.firstIndex(of: name) else { return nil }
    self.init(rawValue: place)
  }
}

/// The name of an additional attribute, encoded once for many items.
package struct AttributeName: Hashable, Sendable {
  package let name: String

  /// The name as a JSON key, with its colon.
  let key: [UInt8]

  package init(_ name: String) {
    self.name = name
    var buffer = GrowableBuffer<UInt8>()
    JSONText.append(name.utf8.span, to: &buffer)
    buffer.append(UInt8(ascii: ":"))
    key = buffer.withSpan { bytes in bytes.indices.map { bytes[$0] } }
  }
}

/// The JSON in the column `attributes`: an object of strings.
enum JSONText {
  /// Appends a string in quotes.
  static func append(_ text: Span<UInt8>, to buffer: inout GrowableBuffer<UInt8>) {
    buffer.append(UInt8(ascii: "\""))
    var start = 0
    for index in text.indices {
      let byte = text[index]
      if !JSONEscape.isNeeded(for: byte) { continue }
      buffer.append(copying: text.extracting(start..<index))
      start = index + 1
      JSONEscape.append(byte, .lineFeed, to: &buffer)
    }
    buffer.append(copying: text.extracting(start..<text.count))
    buffer.append(UInt8(ascii: "\""))
  }

  /// Reads an object of strings as `append` wrote it; false where it is not one.
  ///
  /// `body` receives each name and value without escapes. To continue an earlier read, pass the start of a name as
  /// `start`.
  static func read<E: Error>(
    _ text: Span<UInt8>, from start: Int = 0, scratch: inout GrowableBuffer<UInt8>,
    _ body: (_ name: Span<UInt8>, _ value: Span<UInt8>) throws(E) -> Void
  ) throws(E) -> Bool {
    var at = start
    func skip(_ byte: UInt8) -> Bool {
      if at < text.count, text[at] == byte {
        at += 1
        return true
      }
      return false
    }
    if start == 0 {
      guard skip(UInt8(ascii: "{")) else { return false }
      if skip(UInt8(ascii: "}")) { return at == text.count }
    }
    while true {
      scratch.truncate(to: 0)
      guard string(text, &at, to: &scratch) else { return false }
      let middle = scratch.count
      guard skip(UInt8(ascii: ":")), string(text, &at, to: &scratch) else { return false }
      try scratch.withSpan { (bytes) throws(E) in
        try body(bytes.extracting(0..<middle), bytes.extracting(middle..<bytes.count))
      }
      if skip(UInt8(ascii: "}")) { return at == text.count }
      guard skip(UInt8(ascii: ",")) else { return false }
    }
  }

  private static func string(
    _ text: Span<UInt8>, _ at: inout Int, to buffer: inout GrowableBuffer<UInt8>
  ) -> Bool {
    guard at < text.count, text[at] == UInt8(ascii: "\"") else { return false }
    at += 1
    var start = at
    while at < text.count {
      let byte = text[at]
      if byte == UInt8(ascii: "\"") {
        buffer.append(copying: text.extracting(start..<at))
        at += 1
        return true
      }
      if byte == UInt8(ascii: "\\") {
        buffer.append(copying: text.extracting(start..<at))
        guard escape(text, &at, to: &buffer) else { return false }
        start = at
      } else {
        at += 1
      }
    }
    return false
  }

  /// Reads the escape at `at`; supports only the escapes that `append` writes.
  private static func escape(
    _ text: Span<UInt8>, _ at: inout Int, to buffer: inout GrowableBuffer<UInt8>
  ) -> Bool {
    guard at + 1 < text.count else { return false }
    switch text[at + 1] {
    case UInt8(ascii: "n"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
      JSONEscape.meaning(of: text[at + 1]).map { buffer.append($0) }
    case UInt8(ascii: "u"):
      guard at + 5 < text.count, text[at + 2] == 48, text[at + 3] == 48 else { return false }
      guard let high = JSONEscape.value(ofDigit: text[at + 4]),
        let low = JSONEscape.value(ofDigit: text[at + 5]), high <= 7,
        // `append` writes lower-case digits.
        text[at + 5] & 0x20 != 0
      else { return false }
      buffer.append(UInt8(high << 4 | low))
      at += 4
    default: return false
    }
    at += 2
    return true
  }
}
