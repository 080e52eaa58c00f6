internal import Corpora
internal import Searching
internal import UnicodeText

/// A block of `field: value` lines for each record, blocks parted by an empty line.
///
/// The columns are those of csv. Further lines of a value are indented by two blanks; nothing is cut.
public struct ListEncoder: ResultEncoder {
  public let name = "list"
  public let summary = "A block of field: value lines for each record."
  public let writesStyles = true

  public init() {}

  public func makeWriter(
    _ rows: ResultRows, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    let fixed = FixedColumn.allCases.filter { $0 != .corpus || rows.spansCorpora }
    return ListWriter(
      layout: try ColumnLayout(rows, fields: options.fields, fixed: fixed), rows, options)
  }
}

private struct ListWriter: RowWriter {
  private let layout: ColumnLayout
  private let rows: ResultRows
  private let style: TerminalStyle?
  private let currentHit: HitPlace?
  private var isFirst = true

  init(layout: ColumnLayout, _ rows: ResultRows, _ options: EncodingOptions) {
    self.layout = layout
    self.rows = rows
    style = options.terminal
    currentHit = options.currentHit
  }

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    if !isFirst { bytes.append(0x0A) }
    isFirst = false
    for column in layout.fixed {
      appendLabel(column.rawValue, &bytes)
      let text = text(of: column, row, record)
      if !text.isEmpty { bytes.append(" ") }
      bytes.append(StyledText(text).rendered(style))
      bytes.append(0x0A)
    }
    for (heading, field) in zip(layout.headings, layout.fieldIndices[row.part]) {
      appendLabel(heading, &bytes)
      if let field { appendValue(field, row, record, &bytes) }
      bytes.append(0x0A)
    }
  }

  private func text(of column: FixedColumn, _ row: Row, _ record: Span<UInt8>) -> String {
    switch column {
    case .corpus: rows.parts[row.part].corpus.name
    case .source: row.source
    case .matched: row.matchedField.map { row.corpus.fields[$0].name } ?? ""
    default: String(row.number(in: column, record))
    }
  }

  private func appendLabel(_ name: String, _ bytes: inout GrowableBuffer<UInt8>) {
    bytes.append(StyledText(name + ":", .label).rendered(style))
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
      appendLine(record, start..<end, from: cell.lowerBound, marks, style, row.index, &bytes)
      if end == cell.upperBound { return }
      bytes.append("\n  ")
      start = end + 1
    }
  }

  /// Writes one line of a value, its hits highlighted.
  private func appendLine(
    _ record: Span<UInt8>, _ line: Range<Int>, from cellStart: Int, _ marks: [MarkedRange],
    _ style: TerminalStyle, _ row: Int, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    let offset = line.lowerBound - cellStart
    let inLine = marks.compactMap { mark -> MarkedRange? in
      let lower = max(0, mark.range.lowerBound - offset)
      let upper = min(line.count, mark.range.upperBound - offset)
      return lower < upper ? MarkedRange(range: lower..<upper, number: mark.number) : nil
    }
    let current = currentHit?.row == row ? currentHit?.hit : nil
    let glyphs = GlyphLine(record.extracting(line), inLine, style, currentHit: current)
    glyphs.append(0..<glyphs.glyphs.count, to: &bytes)
  }
}
