internal import Corpora
internal import Searching
internal import UnicodeText

/// A block of `field: value` lines per record; blocks are separated by an empty line.
///
/// The columns are the same as in the format csv. The second and later lines of a value are
/// indented by two spaces. Nothing is truncated.
package struct ListEncoder: ResultEncoder {
  package let name = "list"
  package let summary = "a block of lines for each record"
  package let writesStyles = true

  package init() {}

  package func linesPerRow(_ schema: ResultSchema, _ options: EncodingOptions) -> Int {
    // A line for each column, and an empty line between rows. If a field is unknown, nothing is
    // written.
    ((try? layout(schema, options))?.allHeadings.count ?? 0) + 1
  }

  package func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    ListWriter(layout: try layout(schema, options), schema, options)
  }

  private func layout(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> ColumnLayout {
    let fixed = FixedColumn.allCases.filter { $0 != .corpus || schema.spansCorpora }
    return try ColumnLayout(schema, fields: options.fields, fixed: fixed)
  }

  package func makeValueWriter(
    _ columns: [String], _ options: EncodingOptions
  ) -> any ValueRowWriter { ListValues(columns, options) }
}

private struct ListWriter: RowWriter {
  private let layout: ColumnLayout

  /// For each column, the styled text `name:`.
  private let labels: [[UInt8]]
  private let style: TerminalStyle?
  private let currentHit: HitPlace?
  private let schema: ResultSchema

  /// The index of the first row to write.
  private let first: Int

  init(layout: ColumnLayout, _ schema: ResultSchema, _ options: EncodingOptions) {
    self.layout = layout
    self.schema = schema
    first = options.rows?.lowerBound ?? 0
    style = options.terminal
    labels = layout.allHeadings.map { [style = options.terminal] heading in
      Array(StyledText(heading + ":", .label).rendered(style).utf8)
    }
    currentHit = options.currentHit
  }

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    if row.index > first { bytes.append(0x0A) }
    for (column, label) in zip(layout.fixed, labels) {
      bytes.append(contentsOf: label)
      appendText(of: column, row, record, &bytes)
      bytes.append(0x0A)
    }
    for (index, field) in layout.fieldIndices[row.part].enumerated() {
      bytes.append(contentsOf: labels[layout.fixed.count + index])
      if let field { appendValue(field, row, record, &bytes) }
      bytes.append(0x0A)
    }
  }

  private func appendText(
    of column: FixedColumn, _ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let text: String
    switch column {
    case .corpus: text = schema.parts[row.part].name
    case .source: text = row.source
    case .matched:
      let name = row.matchedField.map { row.fields[$0].name } ?? ""
      text = row.isFullName ? "\(name) \(Row.fullNameNote)" : name
    default:
      bytes.append(UInt8(ascii: " "))
      return bytes.append(decimal: row.number(in: column, record))
    }
    if text.isEmpty { return }
    bytes.append(UInt8(ascii: " "))
    bytes.append(style == nil ? text : StyledText(text).rendered(style))
  }

  private func appendValue(
    _ field: Int, _ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let cell = row.cell(field)
    if cell.isEmpty { return }
    bytes.append(UInt8(ascii: " "))
    guard let style else {
      bytes.append(record, in: cell) {
        $0 == 0x0A || $0 == Separator.value
      } _: { _, bytes in
        bytes.append("\n  ")
      }
      return
    }
    var start = cell.lowerBound
    let marks = row.marks(in: field)
    while true {
      var end = start
      while end < cell.upperBound, record[end] != 0x0A, record[end] != Separator.value { end += 1 }
      appendLine(
        record, start..<end, isAlias: row.fields[field].isAlias, from: cell.lowerBound, marks,
        style, row.index, &bytes)
      if end == cell.upperBound { return }
      bytes.append("\n  ")
      start = end + 1
    }
  }

  /// Writes one line of a value with its hits highlighted.
  private func appendLine(
    _ record: Span<UInt8>, _ line: Range<Int>, isAlias: Bool, from cellStart: Int,
    _ marks: [MarkedRange],
    _ style: TerminalStyle, _ row: Int, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let offset = line.lowerBound - cellStart
    let inLine = marks.compactMap { mark -> MarkedRange? in
      let lower = max(0, mark.range.lowerBound - offset)
      let upper = min(line.count, mark.range.upperBound - offset)
      return lower < upper ? MarkedRange(range: lower..<upper, number: mark.number) : nil
    }
    if isAlias, !inLine.isEmpty {
      bytes.append(style.opening(.dimmed) + style.aliasMark + style.closing(.dimmed))
    }
    let current = currentHit?.row == row ? currentHit?.hit : nil
    let glyphs = GlyphLine(record.extracting(line), inLine, style, currentHit: current)
    glyphs.append(0..<glyphs.glyphs.count, to: &bytes)
  }
}
