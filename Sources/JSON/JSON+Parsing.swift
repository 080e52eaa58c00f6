internal import UnicodeText

extension JSON {
  /// The maximum nesting depth of arrays and objects.
  package static let depthLimit = 128

  /// Parses one value; only whitespace may surround it.
  ///
  /// Duplicate keys in an object are rejected.
  ///
  /// - Throws: The first error with its position.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(parsing text: Span<UInt8>) throws(JSONError) {
    var parser = JSONParser()
    do throws(JSONScanError) {
      self = try parser.document(text)
    } catch {
      throw parser.error(error, in: text)
    }
  }

  /// Parses one value; only whitespace may surround it.
  ///
  /// - Throws: The first error with its position.
  package init(parsing text: [UInt8]) throws(JSONError) { try self.init(parsing: text.span) }
}

/// Builds values from the tokens of `JSONScanner`.
private struct JSONParser: ~Copyable {
  private var scanner = JSONScanner(isLenient: false)

  /// The text of the current token.
  private var token = GrowableBuffer<UInt8>()

  /// The reason why the parser has thrown `JSONScanError.refused`, and the byte offset of the
  /// problem.
  private var refusal: (JSONError.Problem, Int)?

  mutating func document(_ text: Span<UInt8>) throws(JSONScanError) -> JSON {
    var at = 0
    let value = try value(text, &at, depth: 0)
    at = scanner.skipWhitespace(text, at)
    if UTF8Text.validPrefix(of: text) < text.count || at < text.count {
      throw .wrong(.textAfterEnd, at)
    }
    return value
  }

  private mutating func refuse(_ problem: JSONError.Problem, at offset: Int) -> JSONScanError {
    refusal = (problem, offset)
    return .refused
  }

  /// The first error in `text`: either `stop` or invalid UTF-8 before the position of `stop`.
  func error(_ stop: JSONScanError, in text: Span<UInt8>) -> JSONError {
    let valid = UTF8Text.validPrefix(of: text)
    var (problem, offset) = refusal ?? (.syntax(.unexpectedEnd), text.count)
    if case .wrong(let syntax, let place) = stop { (problem, offset) = (.syntax(syntax), place) }
    if valid < text.count && (valid <= offset || problem == .syntax(.textAfterEnd)) {
      (problem, offset) = (.notUTF8, valid)
    }
    let lines = Kernels.count(of: UInt8(ascii: "\n"), in: text.extracting(0..<offset))
    return JSONError(problem, offset: offset, line: lines + 1)
  }

  private mutating func value(
    _ text: Span<UInt8>, _ at: inout Int, depth: Int
  ) throws(JSONScanError) -> JSON {
    switch try scanner.next(text, &at) {
    case UInt8(ascii: "{"): return try object(text, &at, depth: depth + 1)
    case UInt8(ascii: "["): return try array(text, &at, depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string(text, &at))
    default: return try word(text, &at)
    }
  }

  private mutating func array(
    _ text: Span<UInt8>, _ at: inout Int, depth: Int
  ) throws(JSONScanError) -> JSON {
    try open(&at, depth)
    var values: [JSON] = []
    if try scanner.next(text, &at) == UInt8(ascii: "]") {
      at += 1
      return .array(values)
    }
    repeat {
      values.append(try value(text, &at, depth: depth))
    } while try scanner.hasMore(text, &at, closing: UInt8(ascii: "]"))
    return .array(values)
  }

  private mutating func object(
    _ text: Span<UInt8>, _ at: inout Int, depth: Int
  ) throws(JSONScanError) -> JSON {
    try open(&at, depth)
    var members: [JSON.Member] = []
    var names: Set<String> = []
    if try scanner.next(text, &at) == UInt8(ascii: "}") {
      at += 1
      return .object(members)
    }
    repeat {
      try scanner.expect(UInt8(ascii: "\""), .keyExpected, text, &at)
      let start = at
      let name = try string(text, &at)
      if !names.insert(name).inserted { throw refuse(.repeatedKey(name), at: start) }
      try scanner.expect(UInt8(ascii: ":"), .colonExpected, text, &at)
      at += 1
      members.append(JSON.Member(name, try value(text, &at, depth: depth)))
    } while try scanner.hasMore(text, &at, closing: UInt8(ascii: "}"))
    return .object(members)
  }

  private mutating func open(_ at: inout Int, _ depth: Int) throws(JSONScanError) {
    if depth > JSON.depthLimit { throw refuse(.tooDeep(limit: JSON.depthLimit), at: at) }
    at += 1
  }

  private mutating func string(_ text: Span<UInt8>, _ at: inout Int) throws(JSONScanError) -> String
  {
    let start = at
    token.truncate(to: 0)
    at = try scanner.string(text, start, to: &token)
    if scanner.replaced > 0 { throw refuse(.loneSurrogate, at: start) }
    return token.withSpan { String(decoding: $0) }
  }

  /// Parses a number, `true`, `false` or `null`.
  private mutating func word(_ text: Span<UInt8>, _ at: inout Int) throws(JSONScanError) -> JSON {
    let start = at
    token.truncate(to: 0)
    at = try scanner.word(text, start, to: &token)
    switch text[start] {
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    case UInt8(ascii: "n"): return .null
    default: break
    }
    let digits = token.withSpan { String(decoding: $0) }
    if let integer = Int(digits) { return .integer(integer) }
    if let large = UInt64(digits) { return .large(large) }
    guard let number = Double(digits), number.isFinite else {
      throw refuse(.hugeNumber, at: start)
    }
    return .number(number)
  }
}
