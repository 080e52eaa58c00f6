internal import Corpora
internal import Searching
internal import UnicodeText

/// A delimited format, which is defined by its delimiter.
protocol CellSyntax {
  static var delimiter: UInt8 { get }
}

/// Quotes cells according to RFC 4180.
extension CellSyntax {
  /// Appends the bytes of `range` as one cell, quoted if necessary; if `prefixed` is set, a `'`
  /// precedes the bytes.
  static func append(
    _ text: Span<UInt8>, in range: Range<Int>, prefixed: Bool,
    to bytes: inout GrowableBuffer<UInt8>
  ) {
    let cell = text.extracting(range)
    append(cell, quoted: needsQuotes(cell), prefixed: prefixed, to: &bytes)
  }

  /// Appends a cell that contains only one value, and therefore no value separators.
  static func append(
    plain cell: Span<UInt8>, prefixed: Bool, to bytes: inout GrowableBuffer<UInt8>
  ) {
    let special = Kernels.firstIndex(ofAny: (delimiter, quote, 0x0A, 0x0D), in: cell, from: 0)
    append(cell, quoted: special != nil, prefixed: prefixed, to: &bytes)
  }

  private static func append(
    _ cell: Span<UInt8>, quoted: Bool, prefixed: Bool, to bytes: inout GrowableBuffer<UInt8>
  ) {
    if quoted { bytes.append(quote) }
    if prefixed { bytes.append(UInt8(ascii: "'")) }
    if quoted {
      var start = 0
      while let end = Kernels.firstIndex(
        ofAny: (quote, Separator.value, quote, quote), in: cell, from: start)
      {
        bytes.append(cell, in: start..<end)
        if cell[end] == Separator.value {
          bytes.append(UInt8(ascii: "\n"))
        } else {
          bytes.append(quote)
          bytes.append(quote)
        }
        start = end + 1
      }
      bytes.append(cell, in: start..<cell.count)
      bytes.append(quote)
    } else {
      bytes.append(copying: cell)
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

  private static var quote: UInt8 { UInt8(ascii: "\"") }

  private static func needsQuotes(_ cell: Span<UInt8>) -> Bool {
    Kernels.firstIndex(ofAny: (delimiter, quote, 0x0A, 0x0D), in: cell, from: 0) != nil
      || Kernels.firstIndex(of: Separator.value, in: cell) != nil
  }
}

/// Writes the rows of a result as csv or tsv.
///
/// Copies bytes from the corpus to the buffer without creating strings.
struct DelimitedWriter<Syntax: CellSyntax>: RowWriter {
  private let layout: ColumnLayout
  private let options: EncodingOptions
  private let corpora: [SharedCell]
  private let fieldNames: [[SharedCell]]
  private(set) var dangerousCells = 0

  /// The source path of the previous row; `sourceCell` is its encoded cell.
  private var source = ""
  private var sourceCell = SharedCell(bytes: [], isDangerous: false)

  /// A cell that occurs in many rows, encoded once.
  private struct SharedCell {
    let bytes: [UInt8]
    let isDangerous: Bool

    init(bytes: [UInt8], isDangerous: Bool) {
      self.bytes = bytes
      self.isDangerous = isDangerous
    }

    init(_ text: String, isSafe: Bool) {
      let text = Array(text.utf8)
      isDangerous = Formula.isDangerous(text.span, 0..<text.count)
      var encoded = GrowableBuffer<UInt8>(capacity: text.count + 3)
      Syntax.append(
        text.span, in: 0..<text.count, prefixed: isDangerous && isSafe, to: &encoded)
      bytes = encoded.array()
    }
  }

  init(_ schema: ResultSchema, _ options: EncodingOptions) throws(OutputError) {
    let fixed = FixedColumn.allCases.filter { $0 != .corpus || schema.spansCorpora }
    layout = try ColumnLayout(schema, fields: options.fields, fixed: fixed)
    self.options = options
    corpora = schema.parts.map { SharedCell($0.name, isSafe: options.isSafe) }
    fieldNames = schema.parts.map {
      $0.fields.map { SharedCell($0.name, isSafe: options.isSafe) }
    }
  }

  mutating func open(_ bytes: inout GrowableBuffer<UInt8>) {
    if options.hasByteOrderMark { bytes.append("\u{FEFF}") }
    if !options.hasHeader { return }
    for (index, heading) in layout.allHeadings.enumerated() {
      if index > 0 { bytes.append(Syntax.delimiter) }
      append(SharedCell(heading, isSafe: options.isSafe), &bytes)
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
          if row.isFullName {
            let name = "\(row.fields[matched].name) \(Row.fullNameNote)"
            append(SharedCell(name, isSafe: options.isSafe), &bytes)
          } else {
            append(fieldNames[row.part][matched], &bytes)
          }
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

  mutating func write(allOf batch: RowBatch, _ bytes: inout GrowableBuffer<UInt8>) -> Bool {
    let (rows, hits) = (batch.rows, batch.allHits)
    guard batch.hasOnePlainField, fieldNames.count == 1, fieldNames[0].count == 1,
      !rows.contains(where: \.isFullName)
    else { return false }
    let (fixed, fields) = (layout.fixed, layout.fieldIndices[0])
    let (corpus, name) = (corpora[0], fieldNames[0][0])
    var source = -1
    batch.withText { text in
      for index in rows.indices {
        let row = rows[index]
        if row.source != source {
          source = row.source
          setSource(batch.sources[source])
        }
        let record = text.extracting(batch.range(ofRow: index))
        let cell = record.extracting(0..<(Kernels.firstIndex(of: Separator.field, in: record) ?? 0))
        let found = batch.hitRange(ofRow: index)
        for place in fixed.indices {
          if place > 0 { bytes.append(Syntax.delimiter) }
          switch fixed[place] {
          case .corpus: append(corpus, &bytes)
          case .record: bytes.append(decimal: Int(row.record) + 1)
          case .source: append(sourceCell, &bytes)
          case .line: bytes.append(decimal: row.line)
          case .column:
            let column =
              found.isEmpty
              ? 0
              : Graphemes.column(
                of: min(hits[found.lowerBound].range.lowerBound, cell.count), in: cell)
            bytes.append(decimal: column)
          case .matched: if !found.isEmpty { append(name, &bytes) }
          case .hits: bytes.append(decimal: found.count)
          }
        }
        for place in fields.indices {
          bytes.append(Syntax.delimiter)
          if fields[place] == 0 { append(plain: cell, &bytes) }
        }
        endLine(&bytes)
      }
    }
    return true
  }

  /// Appends a cell that contains only one value, and therefore no value separators.
  private mutating func append(plain cell: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    let isDangerous = Formula.isDangerous(cell, 0..<cell.count)
    if isDangerous { dangerousCells += 1 }
    Syntax.append(plain: cell, prefixed: isDangerous && options.isSafe, to: &bytes)
  }

  private mutating func append(
    _ text: Span<UInt8>, _ range: Range<Int>, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let isDangerous = Formula.isDangerous(text, range)
    if isDangerous { dangerousCells += 1 }
    Syntax.append(text, in: range, prefixed: isDangerous && options.isSafe, to: &bytes)
  }

  private mutating func append(_ cell: SharedCell, _ bytes: inout GrowableBuffer<UInt8>) {
    if cell.isDangerous { dangerousCells += 1 }
    bytes.append(copying: cell.bytes.span)
  }

  private mutating func appendSource(_ path: String, _ bytes: inout GrowableBuffer<UInt8>) {
    setSource(path)
    append(sourceCell, &bytes)
  }

  private mutating func setSource(_ path: String) {
    if path == source { return }
    source = path
    // The source path "-" is the name of standard input, not a formula.
    sourceCell =
      path == "-"
      ? SharedCell(bytes: [UInt8(ascii: "-")], isDangerous: false)
      : SharedCell(path, isSafe: options.isSafe)
  }

  private func endLine(_ bytes: inout GrowableBuffer<UInt8>) {
    if options.usesCRLF { bytes.append(0x0D) }
    bytes.append(0x0A)
  }
}

/// Detects cells that a spreadsheet would interpret as a formula.
enum Formula {
  /// Whether the cell starts with `=` or `@`, or starts with `+` or `-` and is not a number such as
  /// `-1.5e3`.
  static func isDangerous(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first else { return false }
    switch text[first] {
    case UInt8(ascii: "="), UInt8(ascii: "@"): return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      return !isNumber(text, range.lowerBound + 1..<range.upperBound)
    default: return false
    }
  }

  /// Whether `range` contains an unsigned decimal number: digits with at most one point, and an
  /// optional exponent.
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
