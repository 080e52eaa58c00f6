internal import UnicodeText

extension GrowableBuffer<UInt8> {
  /// Appends the UTF-8 of `text` without an intermediate copy.
  mutating func append(_ text: String) {
    var text = text
    // SAFETY: `bytes` is valid for the closure's duration, and the span does not escape it.
    text.withUTF8 { bytes in append(copying: unsafe bytes.span) }
  }

  /// Appends a copy of `array`.
  mutating func append(contentsOf array: [UInt8]) { append(copying: array.span) }

  /// Appends `number` in decimal.
  ///
  /// - Complexity: O(digits), without allocating.
  mutating func append(decimal number: Int) {
    unsafe append(upTo: 20) { room in
      // SAFETY: A sign and the at most 19 digits of an `Int` fit into 20 bytes.
      var length = number < 0 ? 2 : 1
      var rest = number.magnitude
      while rest >= 10 {
        rest /= 10
        length += 1
      }
      rest = number.magnitude
      var index = length
      repeat {
        index -= 1
        unsafe room[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 { unsafe room[0] = UInt8(ascii: "-") }
      return length
    }
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
    withSpan { bytes in
      // SAFETY: The string copies the bytes within the closure.
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }
}
