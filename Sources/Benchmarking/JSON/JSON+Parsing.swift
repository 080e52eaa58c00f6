internal import Corpora
internal import UnicodeText

extension JSON {
  /// The maximum nesting depth of arrays and objects.
  package static let depthLimit = 128

  /// Parses one value, surrounded by nothing but whitespace.
  ///
  /// Duplicate keys in an object are rejected.
  ///
  /// - Throws: The first error with its position.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(parsing text: Span<UInt8>) throws(JSONError) {
    var parser = JSONParser()
    do throws(JSONParser.Fault) {
      self = try parser.document(text)
    } catch {
      var line = 1
      for index in 0..<error.offset where text[index] == UInt8(ascii: "\n") { line += 1 }
      throw JSONError(error.problem, offset: error.offset, line: line)
    }
  }

  /// Parses one value, surrounded by nothing but whitespace.
  ///
  /// - Throws: The first error with its position.
  package init(parsing text: [UInt8]) throws(JSONError) { try self.init(parsing: text.span) }
}

/// Builds values from the tokens of the scanner that also reads corpora.
private struct JSONParser: ~Copyable {
  /// An error and its byte offset.
  struct Fault: Error {
    let problem: JSONError.Problem
    let offset: Int
  }

  private var scanner = JSONScanner(isLenient: false)

  /// The text of the current token.
  private var token = GrowableBuffer<UInt8>()

  mutating func document(_ text: Span<UInt8>) throws(Fault) -> JSON {
    let valid = UTF8Text.validPrefix(of: text)
    // A syntax error before the first byte of invalid UTF-8 comes first.
    var at = 0
    do throws(Fault) {
      let value = try value(text, &at, depth: 0)
      at = scanner.skipWhitespace(text, at)
      if valid < text.count { throw Fault(problem: .notUTF8, offset: valid) }
      if at < text.count { throw Fault(problem: .textAfterEnd, offset: at) }
      return value
    } catch {
      if valid < text.count && valid <= error.offset {
        throw Fault(problem: .notUTF8, offset: valid)
      }
      throw error
    }
  }

  private mutating func value(
    _ text: Span<UInt8>, _ at: inout Int, depth: Int
  ) throws(Fault) -> JSON {
    switch try next(text, &at) {
    case UInt8(ascii: "{"): return try object(text, &at, depth: depth + 1)
    case UInt8(ascii: "["): return try array(text, &at, depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string(text, &at))
    default: return try word(text, &at)
    }
  }

  private mutating func array(
    _ text: Span<UInt8>, _ at: inout Int, depth: Int
  ) throws(Fault) -> JSON {
    try open(&at, depth)
    var values: [JSON] = []
    if try next(text, &at) == UInt8(ascii: "]") {
      at += 1
      return .array(values)
    }
    repeat {
      values.append(try value(text, &at, depth: depth))
    } while try hasMore(text, &at, closing: UInt8(ascii: "]"))
    return .array(values)
  }

  private mutating func object(
    _ text: Span<UInt8>, _ at: inout Int, depth: Int
  ) throws(Fault) -> JSON {
    try open(&at, depth)
    var members: [JSON.Member] = []
    var names: Set<String> = []
    if try next(text, &at) == UInt8(ascii: "}") {
      at += 1
      return .object(members)
    }
    repeat {
      if try next(text, &at) != UInt8(ascii: "\"") {
        throw Fault(problem: .keyExpected, offset: at)
      }
      let start = at
      let name = try string(text, &at)
      if !names.insert(name).inserted { throw Fault(problem: .repeatedKey(name), offset: start) }
      if try next(text, &at) != UInt8(ascii: ":") {
        throw Fault(problem: .colonExpected, offset: at)
      }
      at += 1
      members.append(JSON.Member(name, try value(text, &at, depth: depth)))
    } while try hasMore(text, &at, closing: UInt8(ascii: "}"))
    return .object(members)
  }

  private func open(_ at: inout Int, _ depth: Int) throws(Fault) {
    if depth > JSON.depthLimit {
      throw Fault(problem: .tooDeep(limit: JSON.depthLimit), offset: at)
    }
    at += 1
  }

  /// Consumes the comma after a value, or the closing bracket; returns whether another value follows.
  private func hasMore(
    _ text: Span<UInt8>, _ at: inout Int, closing: UInt8
  ) throws(Fault) -> Bool {
    let byte = try next(text, &at)
    if byte != UInt8(ascii: ",") && byte != closing {
      throw Fault(problem: .commaExpected, offset: at)
    }
    at += 1
    return byte != closing
  }

  private func next(_ text: Span<UInt8>, _ at: inout Int) throws(Fault) -> UInt8 {
    do throws(JSONScanError) { return try scanner.next(text, &at) } catch {
      throw Self.fault(error)
    }
  }

  private mutating func string(_ text: Span<UInt8>, _ at: inout Int) throws(Fault) -> String {
    let start = at
    token.truncate(to: 0)
    do throws(JSONScanError) {
      at = try scanner.string(text, start, to: &token)
    } catch {
      throw Self.fault(error)
    }
    if scanner.replaced > 0 { throw Fault(problem: .loneSurrogate, offset: start) }
    return token.withSpan { String(copying: $0) }
  }

  /// Parses a number, `true`, `false` or `null`.
  private mutating func word(_ text: Span<UInt8>, _ at: inout Int) throws(Fault) -> JSON {
    let start = at
    token.truncate(to: 0)
    do throws(JSONScanError) {
      at = try scanner.word(text, start, to: &token)
    } catch {
      throw Self.fault(error)
    }
    switch text[start] {
    case UInt8(ascii: "t"): return .bool(true)
    case UInt8(ascii: "f"): return .bool(false)
    case UInt8(ascii: "n"): return .null
    default: break
    }
    let digits = token.withSpan { String(copying: $0) }
    if let integer = Int(digits) { return .integer(integer) }
    if let large = UInt64(digits) { return .large(large) }
    guard let number = Double(digits), number.isFinite else {
      throw Fault(problem: .hugeNumber, offset: start)
    }
    return .number(number)
  }

  private static func fault(_ stop: JSONScanError) -> Fault {
    switch stop {
    case .wrong(let problem, let offset): Fault(problem: .init(problem), offset: offset)
    case .incomplete, .refused: preconditionFailure("the scanner was given the whole text")
    }
  }
}
