internal import UnicodeText

extension GrowableBuffer<UInt8> {
  /// Appends the UTF-8 of `text` without an intermediate copy.
  mutating func append(_ text: String) {
    append(copying: text.utf8.span)
  }

  /// Appends a copy of `array`.
  mutating func append(contentsOf array: [UInt8]) { append(copying: array.span) }

  /// Appends `number` in decimal.
  ///
  /// - Complexity: O(digits), without allocating.
  mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var start = 20
    var rest = number.magnitude
    repeat {
      start -= 1
      digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    append(copying: digits.span.extracting(start..<20))
  }

  /// Appends `count` spaces.
  mutating func append(blanks count: Int) {
    for _ in 0..<max(0, count) { append(UInt8(ascii: " ")) }
  }

  /// Appends the bytes of `range`.
  mutating func append(_ text: Span<UInt8>, in range: Range<Int>) {
    append(copying: text.extracting(range))
  }

  /// The bytes as a string; invalid UTF-8 becomes U+FFFD.
  ///
  /// - Complexity: O(*n*).
  func text() -> String {
    withSpan { String(decoding: $0) }
  }
}
