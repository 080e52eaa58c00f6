internal import Corpora
internal import Searching
internal import UnicodeText

/// The delimiter of a delimited format.
protocol CellSyntax {
  static var delimiter: UInt8 { get }
}

/// Quoting according to RFC 4180.
extension CellSyntax {
  /// Appends the bytes of `range` as one cell, quoted if necessary, with a `'` before them if `prefixed`.
  static func append(
    _ text: Span<UInt8>, in range: Range<Int>, prefixed: Bool,
    to bytes: inout GrowableBuffer<UInt8>
  ) {
    var mustQuote = false
    for index in range where needsQuotes(text[index]) {
      mustQuote = true
      break
    }
    if mustQuote { bytes.append(UInt8(ascii: "\"")) }
    if prefixed { bytes.append(UInt8(ascii: "'")) }
    if mustQuote {
      bytes.append(text, in: range) {
        $0 == UInt8(ascii: "\"") || $0 == Separator.value
      } _: { byte, bytes in
        if byte == Separator.value {
          bytes.append(UInt8(ascii: "\n"))
        } else {
          bytes.append(byte)
          bytes.append(byte)
        }
      }
      bytes.append(UInt8(ascii: "\""))
    } else {
      bytes.append(text, in: range)
    }
  }

  /// Appends `cells` as a line.
  static func appendLine(_ cells: [String], to bytes: inout GrowableBuffer<UInt8>) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(delimiter) }
      append(cell.utf8.span, in: 0..<cell.utf8.count, prefixed: false, to: &bytes)
    }
    bytes.append(0x0A)
  }

  @inline(__always)
  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
      || byte == Separator.value
  }
}

/// Writes csv and tsv: bytes go from the corpus to the buffer without creating strings.
struct DelimitedWriter<Syntax: CellSyntax>: RowWriter {
  private let layout: ColumnLayout
  private let options: EncodingOptions
  private let corpora: [[UInt8]]
  private let fieldNames: [[[UInt8]]]
  private(set) var dangerousCells = 0

  /// The source of the previous row and its bytes, cached because many rows share a source.
  private var source = ""
  private var sourceBytes: [UInt8] = []

  init(_ schema: ResultSchema, _ options: EncodingOptions) throws(OutputError) {
    let fixed = FixedColumn.allCases.filter { $0 != .corpus || schema.spansCorpora }
    layout = try ColumnLayout(schema, fields: options.fields, fixed: fixed)
    self.options = options
    corpora = schema.parts.map { Array($0.name.utf8) }
    fieldNames = schema.parts.map { $0.fields.map { Array($0.name.utf8) } }
  }

  mutating func open(_ bytes: inout GrowableBuffer<UInt8>) {
    if options.hasByteOrderMark { bytes.append("\u{FEFF}") }
    if !options.hasHeader { return }
    for (index, heading) in layout.allHeadings.enumerated() {
      if index > 0 { bytes.append(Syntax.delimiter) }
      append(Array(heading.utf8), &bytes)
    }
    endLine(&bytes)
  }

  mutating func write(
    _ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let matched = row.matchedField
    for (index, column) in layout.fixed.enumerated() {
      if index > 0 { bytes.append(Syntax.delimiter) }
      switch column {
      case .corpus: append(corpora[row.part], &bytes)
      case .record: bytes.append(decimal: Int(row.record) + 1)
      case .source: appendSource(row.source, &bytes)
      case .line: bytes.append(decimal: row.line)
      case .column: bytes.append(decimal: row.column(ofField: matched, in: record))
      case .matched:
        if let matched {
          let name = fieldNames[row.part][matched]
          append(row.isFullName ? name + Array(" \(Row.fullNameNote)".utf8) : name, &bytes)
        }
      case .hits: bytes.append(decimal: row.hits.count)
      }
    }
    for field in layout.fieldIndices[row.part] {
      bytes.append(Syntax.delimiter)
      if let field { append(record, row.cell(field), &bytes) }
    }
    endLine(&bytes)
  }

  private mutating func append(
    _ text: Span<UInt8>, _ range: Range<Int>, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let isDangerous = Formula.isDangerous(text, range)
    if isDangerous { dangerousCells += 1 }
    Syntax.append(text, in: range, prefixed: isDangerous && options.isSafe, to: &bytes)
  }

  private mutating func append(_ text: [UInt8], _ bytes: inout GrowableBuffer<UInt8>) {
    append(text.span, 0..<text.count, &bytes)
  }

  private mutating func appendSource(_ path: String, _ bytes: inout GrowableBuffer<UInt8>) {
    if path != source {
      source = path
      sourceBytes = Array(path.utf8)
    }
    // A lone "-" is the name of standard input, not a formula.
    if sourceBytes == [UInt8(ascii: "-")] {
      bytes.append(UInt8(ascii: "-"))
    } else {
      append(sourceBytes, &bytes)
    }
  }

  private func endLine(_ bytes: inout GrowableBuffer<UInt8>) {
    if options.usesCRLF { bytes.append(0x0D) }
    bytes.append(0x0A)
  }
}

/// Detects cells that a spreadsheet would interpret as a formula.
enum Formula {
  /// Whether the cell starts with `=` or `@`, or starts with `+` or `-` and is not a number such as `-1.5e3`.
  static func isDangerous(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    switch text[first] {
    case UInt8(ascii: "="), UInt8(ascii: "@"): return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      return !isNumber(text, range.lowerBound + 1..<range.upperBound)
    default: return false
    }
  }

  /// Whether `range` is an unsigned decimal number: digits with at most one point, and an optional exponent.
  private static func isNumber(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var digits = 0
    var hasPoint = false
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = text[index]
      if isDigit(byte) {
        digits += 1
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      index += 1
    }
    if digits == 0 { return false }
    if index == range.upperBound { return true }
    guard text[index] | 0x20 == UInt8(ascii: "e") else { return false }
    index += 1
    if index < range.upperBound,
      text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-")
    {
      index += 1
    }
    if index == range.upperBound { return false }
    for place in index..<range.upperBound where !isDigit(text[place]) { return false }
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
