internal import Corpora
internal import Searching
internal import UnicodeText

/// One line a record: `source:line:column:text`; at a terminal numbered, with a highlighted snippet.
///
/// `text` is the whole field of the first hit on one line (newline, CR and backslash as `\n`, `\r`, `\\`). A record
/// without a hit (`NOT x`, the empty query) has column 0 and its first field that is not empty.
public struct HitsEncoder: ResultEncoder {
  public let name = "hits"
  public let summary = "One line a record: source:line:column:text; highlighted at a terminal."
  public let writesStyles = true

  public init() {}

  public func makeWriter(
    _ rows: ResultRows, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    if let style = options.terminal { return TerminalHitsWriter(rows, options, style) }
    let style = options.colorsHits ? TerminalStyle(width: 1, hasStyles: true) : nil
    return LineHitsWriter(context: ContextWindow(options), style: style)
  }
}

private struct LineHitsWriter: RowWriter {
  var context: ContextWindow

  /// How hits are highlighted; nil where they are not.
  let style: TerminalStyle?

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    context.advance(to: row, &bytes, separator: Self.writeSeparator, line: Self.writeContext)
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

  /// Writes the shown field with its hits in style and everything that a terminal would obey escaped.
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

  mutating func close(_ count: Int, _ bytes: inout GrowableBuffer<UInt8>) {
    context.finish(&bytes, line: Self.writeContext)
  }

  private static func writeSeparator(_ bytes: inout GrowableBuffer<UInt8>) { bytes.append("--\n") }

  private static func writeContext(
    _ line: ContextLine, _ text: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    bytes.append(line.source)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(decimal: line.line)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(text, onOneLine: text.indices)
    bytes.append(0x0A)
  }
}
