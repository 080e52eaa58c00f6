/// Small parsers of the output formats, independent of the writers.
enum Reader {
  /// The rows of a CSV text according to RFC 4180; nil if the text is malformed.
  static func csv(
    _ text: String, lineEnd: String = "\n", delimiter: Unicode.Scalar = ","
  ) -> [[String]]? {
    var rows: [[String]] = []
    var row: [String] = []
    var cell = String.UnicodeScalarView()
    var isQuoted = false
    var wasQuoted = false
    let scalars = Array(text.unicodeScalars)
    let end = Array(lineEnd.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if isQuoted {
        if scalar == "\"" {
          if index + 1 < scalars.count, scalars[index + 1] == "\"" {
            cell.append("\"")
            index += 1
          } else {
            isQuoted = false
          }
        } else {
          cell.append(scalar)
        }
      } else if scalar == "\"" {
        if !cell.isEmpty || wasQuoted { return nil }
        isQuoted = true
        wasQuoted = true
      } else if scalar == delimiter {
        row.append(String(cell))
        cell = .init()
        wasQuoted = false
      } else if Array(scalars[index..<min(scalars.count, index + end.count)]) == end {
        row.append(String(cell))
        rows.append(row)
        row = []
        cell = .init()
        wasQuoted = false
        index += end.count - 1
      } else {
        if wasQuoted || scalar == "\n" || scalar == "\r" { return nil }
        cell.append(scalar)
      }
      index += 1
    }
    return isQuoted || !row.isEmpty || !cell.isEmpty ? nil : rows
  }

  /// The lines of the text, which is split only at LF.
  static func lines(_ text: String) -> [String.UnicodeScalarView.SubSequence] {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Decodes the escapes `\t \n \r \\`.
  static func unescaped(_ cell: Substring.UnicodeScalarView) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in cell {
      if isEscaped {
        switch scalar {
        case "t": result.append("\t")
        case "n": result.append("\n")
        case "r": result.append("\r")
        default: result.append(scalar)
        }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// The cells of a Markdown table row, unescaped.
  static func markdownRow(_ line: Substring.UnicodeScalarView) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isEscaped = false
    for scalar in line {
      if isEscaped {
        cell.unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "|" {
        cells.append(cell)
        cell = ""
      } else {
        // An unescaped "<" or "&" is markup: replace it with a private-use character, so that it
        // differs from the same character in the text of the cell.
        cell.unicodeScalars.append(scalar == "<" ? "\u{E000}" : scalar == "&" ? "\u{E001}" : scalar)
      }
    }
    return cells.dropFirst().map { cell in
      var cell = cell
      if cell.unicodeScalars.first == " " { cell.unicodeScalars.removeFirst() }
      if cell.unicodeScalars.last == " " { cell.unicodeScalars.removeLast() }
      return cell.replacing("\u{E000}br>", with: "\n").replacing("\u{E001}#13;", with: "\r")
    }
  }
}

/// A JSON value.
enum JSONValue: Equatable {
  case null
  case number(Int)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }
}

/// A strict JSON parser that accepts only integers, no repeated keys, and nothing after the value.
struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0

  struct Malformed: Error {}

  static func read(_ text: String) throws -> JSONValue {
    var reader = JSONReader(bytes: Array(text.utf8))
    let value = try reader.value()
    reader.skipWhitespace()
    guard reader.index == reader.bytes.count else { throw Malformed() }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func skipWhitespace() {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  private mutating func next() throws -> UInt8 {
    guard index < bytes.count else { throw Malformed() }
    index += 1
    return bytes[index - 1]
  }

  private mutating func expect(_ text: String) throws {
    for byte in text.utf8 { guard try next() == byte else { throw Malformed() } }
  }

  private mutating func value() throws -> JSONValue {
    skipWhitespace()
    guard index < bytes.count else { throw Malformed() }
    switch bytes[index] {
    case UInt8(ascii: "n"):
      try expect("null")
      return .null
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "["): return .array(try list(UInt8(ascii: "]")) { try $0.value() })
    case UInt8(ascii: "{"):
      var members: [String: JSONValue] = [:]
      for (key, value) in try list(UInt8(ascii: "}"), { try $0.member() }) {
        guard members.updateValue(value, forKey: key) == nil else { throw Malformed() }
      }
      return .object(members)
    default:
      var number = 0
      let start = index
      while index < bytes.count, 0x30...0x39 ~= bytes[index] {
        number = number * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      if index == start { throw Malformed() }
      return .number(number)
    }
  }

  private mutating func member() throws -> (String, JSONValue) {
    skipWhitespace()
    let key = try string()
    skipWhitespace()
    try expect(":")
    return (key, try value())
  }

  private mutating func list<T>(
    _ end: UInt8, _ element: (inout JSONReader) throws -> T
  ) throws -> [T] {
    index += 1
    var elements: [T] = []
    skipWhitespace()
    if index < bytes.count, bytes[index] == end {
      index += 1
      return elements
    }
    while true {
      elements.append(try element(&self))
      skipWhitespace()
      let byte = try next()
      if byte == end { return elements }
      guard byte == UInt8(ascii: ",") else { throw Malformed() }
    }
  }

  private mutating func string() throws -> String {
    try expect("\"")
    var result: [UInt8] = []
    while true {
      let byte = try next()
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw Malformed() }
      if byte != 0x5C {
        result.append(byte)
        continue
      }
      switch try next() {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        let digits = String(decoding: try (0..<4).map { _ in try next() }, as: UTF8.self)
        guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
          throw Malformed()
        }
        result += Array(String(scalar).utf8)
      case let other where other == 0x22 || other == 0x5C || other == 0x2F: result.append(other)
      default: throw Malformed()
      }
    }
    guard let text = String(validating: result, as: UTF8.self) else { throw Malformed() }
    return text
  }
}
