internal import JSON
internal import UnicodeText

/// The JSON in the column `attributes`: an object of strings.
enum JSONObjectText {
  /// Appends a string in quotes.
  static func append(_ text: Span<UInt8>, to buffer: inout GrowableBuffer<UInt8>) {
    JSONText.append(text, .lineFeed, to: &buffer)
  }

  /// Reads an object of strings that `append` wrote; returns false if the text is not such an
  /// object.
  ///
  /// `body` receives each name and value without escapes. To read only the rest of an object, pass
  /// the offset of a name as `start`.
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

  /// Reads the string at the offset `at`; returns false if `append` would write the string
  /// differently.
  private static func string(
    _ text: Span<UInt8>, _ at: inout Int, to buffer: inout GrowableBuffer<UInt8>
  ) -> Bool {
    guard at < text.count, text[at] == UInt8(ascii: "\"") else { return false }
    let (start, first) = (at, buffer.count)
    var scanner = JSONScanner(isLenient: false)
    guard let end = try? scanner.string(text, start, to: &buffer) else { return false }
    at = end
    if end - start == buffer.count - first + 2 { return true }
    // The string contains escapes, so compare it with the output of `append`.
    var written = GrowableBuffer<UInt8>(capacity: end - start)
    buffer.withSpan { append($0.extracting(first..<$0.count), to: &written) }
    return written.withSpan { written in
      written.count == end - start && written.indices.allSatisfy { written[$0] == text[start + $0] }
    }
  }
}
