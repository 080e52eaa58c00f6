internal import Corpora
internal import Searching
internal import UnicodeText

/// One line per record: `source:line:column:text`; at a terminal, row numbers and highlighted snippets instead.
///
/// `text` is the whole field of the first hit, on one line (newline, CR and backslash become `\n`, `\r` and `\\`).
/// A record without hits (`NOT x`, the empty query) has column 0 and shows its first non-empty field.
public struct HitsEncoder: ResultEncoder {
  public let name = "hits"
  public let summary = "One line a record: source:line:column:text; highlighted at a terminal."
  public let writesStyles = true
  public let needsRecordNumbers = false
  public let showsContext = true

  public init() {}

  public func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    if let style = options.terminal { return TerminalHitsWriter(schema, options, style) }
    let style = options.colorsHits ? TerminalStyle(width: 1, hasStyles: true) : nil
    return LineHitsWriter(style: style)
  }
}

private struct LineHitsWriter: RowWriter {
  /// The style of highlighted hits; nil for no highlighting.
  let style: TerminalStyle?

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    if row.startsGroup { bytes.append("--\n") }
    if row.isContext { return Self.writeContext(row, record, style, &bytes) }
    let column = row.hits.isEmpty ? 0 : row.column(ofField: row.hits[0].field, in: record)
    bytes.append(style == nil ? row.source : ControlEscapes.escaped(row.source))
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: row.line)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: column)
    bytes.append(UInt8(ascii: ":"))
    if let style {
      Self.write(row, record, highlighted: style, &bytes)
    } else {
      bytes.append(record, onOneLine: row.cell(row.shownField))
    }
    bytes.append(0x0A)
  }

  /// Writes the shown field with its hits highlighted and control characters escaped.
  private static func write(
    _ row: Row, _ record: Span<UInt8>, highlighted style: TerminalStyle,
    _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let cell = row.cell(row.shownField)
    func piece(_ start: Int, _ end: Int) -> String {
      var line = GrowableBuffer<UInt8>()
      line.append(record, onOneLine: start..<end)
      return ControlEscapes.escaped(line.withSpan { String(copying: $0) })
    }
    var done = cell.lowerBound
    for hit in row.hits where hit.field == row.shownField {
      let start = min(max(done, cell.lowerBound + hit.range.lowerBound), cell.upperBound)
      let end = min(max(start, cell.lowerBound + hit.range.upperBound), cell.upperBound)
      bytes.append(piece(done, start))
      bytes.append(style.opening(.hit) + piece(start, end) + style.closing(.hit))
      done = end
    }
    bytes.append(piece(done, cell.upperBound))
  }

  private static func writeContext(
    _ row: Row, _ record: Span<UInt8>, _ style: TerminalStyle?,
    _ bytes: inout GrowableBuffer<UInt8>
  ) {
    bytes.append(style == nil ? row.source : ControlEscapes.escaped(row.source))
    bytes.append(UInt8(ascii: "-"))
    bytes.append(decimal: row.line)
    bytes.append(UInt8(ascii: "-"))
    if style == nil {
      bytes.append(record, onOneLine: row.cell(0))
    } else {
      var line = GrowableBuffer<UInt8>()
      line.append(record, onOneLine: row.cell(0))
      bytes.append(ControlEscapes.escaped(line.withSpan { String(copying: $0) }))
    }
    bytes.append(0x0A)
  }
}
