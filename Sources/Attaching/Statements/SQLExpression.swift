/// An expression in ClickHouse's SQL.
///
/// Strings and names are quoted when the statement is written, so that the server never interprets
/// them as SQL. Source: the ClickHouse documentation, "Syntax"; tested with 18.16 and 26.
indirect enum SQLExpression: Hashable, Sendable {
  /// A SQL function; the program never takes a function name from a query or a corpus.
  enum Function: String, Sendable {
    case arrayElement, concat, count, currentDatabase, ifNull, match, max, min, position
    case positionCaseInsensitive, sipHash64, splitByChar, sum, toString, toUInt64
  }

  case column(String)
  case text([UInt8])
  case number(UInt64)
  case call(Function, [SQLExpression])

  /// The number of elements of an array column that begin with the given bytes.
  case countOfPrefix([UInt8], inArray: String)

  case equal(SQLExpression, SQLExpression)
  case less(SQLExpression, SQLExpression)
  case isIn(SQLExpression, [UInt64])
  case not(SQLExpression)

  /// True if all operands are true, or if there are no operands.
  case all([SQLExpression])
  /// True if at least one operand is true; false if there are no operands.
  case any([SQLExpression])

  /// A string literal with the given text.
  static func text(_ text: String) -> SQLExpression { .text(Array(text.utf8)) }

  static func greaterOrEqual(_ a: SQLExpression, _ b: SQLExpression) -> SQLExpression {
    .not(.less(a, b))
  }

  /// Whether `text` occurs in the value.
  static func contains(_ text: [UInt8], in value: SQLExpression) -> SQLExpression {
    .less(.number(0), .call(.position, [value, .text(text)]))
  }
}

/// The bytes of a statement that is being written.
struct SQLWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ text: StaticString) {
    bytes.append(contentsOf: text.description.utf8)
  }

  mutating func write(number: UInt64) { bytes.append(contentsOf: String(number).utf8) }

  /// Writes a name in backquotes.
  mutating func write(name: String) {
    bytes.append(UInt8(ascii: "`"))
    for byte in name.utf8 { write(quoted: byte, by: UInt8(ascii: "`")) }
    bytes.append(UInt8(ascii: "`"))
  }

  /// Writes a string literal, which can contain any bytes.
  mutating func write(literal text: [UInt8]) {
    bytes.append(UInt8(ascii: "'"))
    for byte in text { write(quoted: byte, by: UInt8(ascii: "'")) }
    bytes.append(UInt8(ascii: "'"))
  }

  /// Writes a byte of a string or name in quotes; a byte that is not printable ASCII becomes
  /// `\xHH`.
  private mutating func write(quoted byte: UInt8, by quote: UInt8) {
    switch byte {
    case quote, UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x20...0x7E: bytes.append(byte)
    default:
      let digits = Array("0123456789ABCDEF".utf8)
      bytes += [
        UInt8(ascii: "\\"), UInt8(ascii: "x"), digits[Int(byte >> 4)], digits[Int(byte & 15)],
      ]
    }
  }

  mutating func write(_ expression: SQLExpression) {
    switch expression {
    case .column(let name): write(name: name)
    case .text(let text): write(literal: text)
    case .number(let number): write(number: number)
    case .call(let function, let arguments):
      bytes.append(contentsOf: function.rawValue.utf8)
      write("(")
      write(arguments, separator: ", ")
      write(")")
    case .countOfPrefix(let text, let array):
      write("arrayCount(x -> startsWith(x, ")
      write(literal: text)
      write("), ")
      write(name: array)
      write(")")
    case .equal(let a, let b): write(a, " = ", b)
    case .less(let a, let b): write(a, " < ", b)
    case .isIn(let value, let numbers):
      write(value)
      write(" IN (")
      for (index, number) in numbers.enumerated() {
        if index > 0 { write(", ") }
        write(number: number)
      }
      write(")")
    case .not(.less(let a, let b)): write(a, " >= ", b)
    case .not(let operand):
      write("(NOT ")
      write(operand)
      write(")")
    case .all(let operands): write(operands, joinedBy: " AND ", empty: "1")
    case .any(let operands): write(operands, joinedBy: " OR ", empty: "0")
    }
  }

  private mutating func write(_ a: SQLExpression, _ operation: StaticString, _ b: SQLExpression) {
    write("(")
    write(a)
    write(operation)
    write(b)
    write(")")
  }

  private mutating func write(
    _ operands: [SQLExpression], joinedBy operation: StaticString, empty: StaticString
  ) {
    if operands.isEmpty { return write(empty) }
    if operands.count == 1 { return write(operands[0]) }
    write("(")
    write(operands, separator: operation)
    write(")")
  }

  private mutating func write(_ list: [SQLExpression], separator: StaticString) {
    for (index, expression) in list.enumerated() {
      if index > 0 { write(separator) }
      write(expression)
    }
  }
}
