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
    return LineHitsWriter(context: ContextWindow(options))
  }
}

private struct LineHitsWriter: RowWriter {
  var context: ContextWindow

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    context.advance(to: row, &bytes, separator: Self.writeSeparator, line: Self.writeContext)
    let column = row.hits.isEmpty ? 0 : row.column(ofField: row.hits[0].field, in: record)
    bytes.append(row.source)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: row.line)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(decimal: column)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(record, onOneLine: row.cell(row.shownField))
    bytes.append(0x0A)
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
