package import UnicodeText

/// Reads JSON tokens (RFC 8259) at given offsets in a text.
///
/// Each function that reads a token has the token's offset as a parameter, writes the decoded text,
/// and returns the offset after the token.
public struct JSONScanner {
  /// Whether raw control characters in strings are accepted.
  let isLenient: Bool

  /// Whether the text is complete, so that a value that continues past the end of the text is a
  /// syntax error.
  package var isAtEnd = true

  /// The number of lone surrogates that were replaced by U+FFFD.
  package var replaced = 0

  package init(isLenient: Bool) { self.isLenient = isLenient }

  /// The error to throw if the text ends inside a value.
  @usableFromInline func end(_ text: Span<UInt8>) -> JSONScanError {
    isAtEnd ? .wrong(.unexpectedEnd, text.count) : .incomplete
  }

  /// The offset of the next byte that is not whitespace.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of whitespace.
  @inlinable public func skipWhitespace(_ text: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    while at < text.count, Self.isBlank(text[at]) { at += 1 }
    return at
  }

  @inlinable static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Moves `at` to the next byte that is not whitespace and returns that byte.
  ///
  /// - Throws: `incomplete` or `wrong` if the text ends.
  /// - Complexity: O(*n*), where *n* is the number of bytes of whitespace.
  @inlinable public func next(_ text: Span<UInt8>, _ at: inout Int) throws(JSONScanError) -> UInt8 {
    at = skipWhitespace(text, at)
    if at == text.count { throw end(text) }
    return text[at]
  }

  /// Moves `at` to the next byte that is not whitespace; throws `problem` if that byte is not
  /// `byte`.
  ///
  /// - Throws: `wrong` with `problem`, or an error of `next`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of whitespace.
  @inlinable public func expect(
    _ byte: UInt8, _ problem: JSONSyntaxProblem, _ text: Span<UInt8>, _ at: inout Int
  ) throws(JSONScanError) {
    if try next(text, &at) != byte { throw .wrong(problem, at) }
  }

  /// Skips the comma after a value, or the closing bracket.
  ///
  /// - Returns: whether a comma was skipped; another value must follow the comma.
  /// - Throws: `wrong` if the next byte is neither a comma nor `closing`, and the errors of `next`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of whitespace.
  @inlinable public func hasMore(
    _ text: Span<UInt8>, _ at: inout Int, closing: UInt8
  ) throws(JSONScanError) -> Bool {
    let byte = try next(text, &at)
    if byte != UInt8(ascii: ",") && byte != closing { throw .wrong(.commaExpected, at) }
    at += 1
    return byte != closing
  }

  /// Writes the decoded text of the string at `start`; returns the offset after the string.
  package mutating func string(
    _ text: Span<UInt8>, _ start: Int, to output: inout GrowableBuffer<UInt8>
  ) throws(JSONScanError) -> Int {
    var at = start + 1
    while true {
      let run = at
      at = Kernels.jsonTextEnd(in: text, from: at)
      output.append(copying: text.extracting(run..<at))
      if at == text.count { throw end(text) }
      switch text[at] {
      case UInt8(ascii: "\""): return at + 1
      case UInt8(ascii: "\\"): at = try escape(text, at, to: &output)
      default:
        if !isLenient { throw .wrong(.controlCharacter, at) }
        output.append(text[at])
        at += 1
      }
    }
  }

  private mutating func escape(
    _ text: Span<UInt8>, _ start: Int, to output: inout GrowableBuffer<UInt8>
  ) throws(JSONScanError) -> Int {
    if start + 1 == text.count { throw end(text) }
    if text[start + 1] == UInt8(ascii: "u") { return try unicodeEscape(text, start, to: &output) }
    guard let byte = Self.meaning(of: text[start + 1]) else {
      throw .wrong(.badEscape, start)
    }
    output.append(byte)
    return start + 2
  }

  private mutating func unicodeEscape(
    _ text: Span<UInt8>, _ start: Int, to output: inout GrowableBuffer<UInt8>
  ) throws(JSONScanError) -> Int {
    let first = try codeUnit(text, start)
    var at = start + 6
    var value = first
    if first & 0xFC00 == 0xD800 {
      // If the text is not complete, the second half of the surrogate pair can still follow.
      if at + 1 >= text.count && !isAtEnd { throw .incomplete }
      if at + 1 < text.count && text[at] == UInt8(ascii: "\\") && text[at + 1] == UInt8(ascii: "u")
      {
        let second = try codeUnit(text, at)
        if second & 0xFC00 == 0xDC00 {
          value = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
          at += 6
        }
      }
    }
    if let scalar = Unicode.Scalar(value) {
      for byte in UTF8.encode(scalar) ?? .init() { output.append(byte) }
    } else {
      replaced += 1
      for byte: UInt8 in [0xEF, 0xBF, 0xBD] { output.append(byte) }
    }
    return at
  }

  /// The byte that a backslash and this letter represent; nil if JSON has no such escape.
  private static func meaning(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The value of a hexadecimal digit in either case.
  private static func value(ofDigit byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// The value of the four hexadecimal digits after `\u` at `start`.
  private func codeUnit(_ text: Span<UInt8>, _ start: Int) throws(JSONScanError) -> UInt32 {
    var value: UInt32 = 0
    for at in start + 2..<start + 6 {
      if at >= text.count { throw end(text) }
      guard let digit = Self.value(ofDigit: text[at]) else { throw .wrong(.badEscape, start) }
      value = value << 4 | digit
    }
    return value
  }

  /// Copies the number, `true` or `false` at `start`; writes nothing for `null`.
  package func word(
    _ text: Span<UInt8>, _ start: Int, to output: inout GrowableBuffer<UInt8>
  ) throws(JSONScanError) -> Int {
    let first = text[start]
    if first == UInt8(ascii: "-") || Self.isDigit(first) {
      let end = try number(text, start)
      output.append(copying: text.extracting(start..<end))
      return end
    }
    if let literal = Self.literal(beginningWith: first) {
      for index in literal.indices {
        if start + index >= text.count { throw end(text) }
        if text[start + index] != literal[index] { throw .wrong(.badLiteral, start) }
      }
      let end = start + literal.count
      let isNull = first == UInt8(ascii: "n")
      if !isNull { output.append(copying: text.extracting(start..<end)) }
      return end
    }
    throw .wrong(Self.isWordCharacter(first) ? .badLiteral : .valueExpected, start)
  }

  private static func literal(beginningWith byte: UInt8) -> [UInt8]? {
    switch byte {
    case UInt8(ascii: "t"): yes
    case UInt8(ascii: "f"): no
    case UInt8(ascii: "n"): null
    default: nil
    }
  }

  private static let yes = Array("true".utf8)
  private static let no = Array("false".utf8)
  private static let null = Array("null".utf8)

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func isWordCharacter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z") || byte >= 0x80
  }

  private func number(_ text: Span<UInt8>, _ start: Int) throws(JSONScanError) -> Int {
    var at = start
    if text[at] == UInt8(ascii: "-") { at += 1 }
    if at < text.count && text[at] == UInt8(ascii: "0") {
      at += 1
    } else {
      at = try digits(text, at, of: start)
    }
    if at < text.count && text[at] == UInt8(ascii: ".") {
      at = try digits(text, at + 1, of: start)
    }
    if at < text.count && text[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < text.count && (text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "-")) {
        at += 1
      }
      at = try digits(text, at, of: start)
    }
    if at == text.count && !isAtEnd { throw .incomplete }
    if at < text.count && (Self.isDigit(text[at]) || Self.isWordCharacter(text[at])) {
      throw .wrong(.badNumber, start)
    }
    return at
  }

  /// Skips one or more digits.
  private func digits(
    _ text: Span<UInt8>, _ first: Int, of number: Int
  ) throws(JSONScanError) -> Int {
    var at = first
    while at < text.count && Self.isDigit(text[at]) { at += 1 }
    if at > first { return at }
    if at >= text.count && !isAtEnd { throw .incomplete }
    throw .wrong(.badNumber, number)
  }
}
