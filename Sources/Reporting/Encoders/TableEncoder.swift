internal import Corpora
internal import Searching
internal import UnicodeText

/// Writes a header and aligned columns, whose widths are measured in terminal cells.
///
/// The columns `corpus` and `source` (if there are several), `record`, `line` and `hits` come
/// before the fields. Each cell is on one line. Cells are truncated only at a terminal, where the
/// part of a cell around its first hit stays visible.
package struct TableEncoder: ResultEncoder {
  package let name = "table"
  package let summary = "columns that fit the terminal; whole cells in a file or a pipe"
  package let needs = RowNeeds.twice
  package let writesStyles = true

  package init() {}

  package func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    TableWriter(
      layout: try ColumnLayout(
        schema, fields: options.fields, fixed: Self.fixedColumns(schema)), schema,
      options: options)
  }

  /// The columns that precede the field columns.
  static func fixedColumns(_ schema: ResultSchema) -> [FixedColumn] {
    let manySources = schema.spansCorpora || !schema.hasSingleSource
    return (schema.spansCorpora ? [.corpus] : []) + (manySources ? [.source] : [])
      + [.record, .line, .hits]
  }
}

private struct TableWriter: RowWriter {
  private let layout: ColumnLayout
  private let schema: ResultSchema
  private let hasHeader: Bool
  private let style: TerminalStyle?
  private let currentHit: HitPlace?
  private var widths: [Int]

  /// Whether any row matches only by its full name; space for a note is then reserved after the
  /// last column.
  private var hasFullNames = false

  init(layout: ColumnLayout, _ schema: ResultSchema, options: EncodingOptions) {
    self.layout = layout
    self.schema = schema
    hasHeader = options.hasHeader
    style = options.terminal
    currentHit = options.currentHit
    widths = layout.allHeadings.map { [hasHeader, style = options.terminal] heading in
      hasHeader ? StyledText(heading, .heading).width(style) : 0
    }
  }

  mutating func measure(_ row: Row, _ record: Span<UInt8>) {
    if row.isFullName { hasFullNames = true }
    for (index, column) in layout.fixed.enumerated() {
      let width =
        column.isNumeric
        ? TableLine.digits(of: row.number(in: column, record))
        : StyledText(text(of: column, row)).width(style)
      widths[index] = max(widths[index], width)
    }
    for (index, field) in layout.fieldIndices[row.part].enumerated() {
      guard let field else { continue }
      let column = layout.fixed.count + index
      widths[column] = max(widths[column], width(of: field, row, record))
    }
  }

  mutating func open(_ bytes: inout GrowableBuffer<UInt8>) {
    if let style {
      let availableCells = style.width - (hasFullNames ? Row.fullNameNote.utf8.count + 2 : 0)
      widths = ColumnFit.widths(widths, into: max(1, availableCells))
    }
    if !hasHeader { return }
    var line = TableLine(style)
    for (index, heading) in layout.allHeadings.prefix(widths.count).enumerated() {
      let isNumeric = index < layout.fixed.count && layout.fixed[index].isNumeric
      line.append(StyledText(heading, .heading), widths[index], isTrailing: isNumeric, &bytes)
    }
    bytes.append(0x0A)
  }

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    var line = TableLine(style)
    for (index, column) in layout.fixed.prefix(widths.count).enumerated() {
      if column.isNumeric {
        line.append(row.number(in: column, record), widths[index], &bytes)
      } else {
        line.append(StyledText(text(of: column, row)), widths[index], isTrailing: false, &bytes)
      }
    }
    for (index, field) in layout.fieldIndices[row.part].enumerated() {
      let column = layout.fixed.count + index
      if column >= widths.count { break }
      let cell = field.map { row.cell($0) } ?? 0..<0
      guard let field, !cell.isEmpty else {
        line.skip(widths[column])
        continue
      }
      if let style {
        let mark = aliasMark(of: field, row, style, cells: widths[column])
        let availableCells = widths[column] - (mark == nil ? 0 : style.aliasMarkWidth)
        let glyphs = glyphs(of: field, row, record, style, cells: availableCells)
        if let mark { line.append(mark: mark, &bytes) }
        line.append(
          Snippet(glyphs, availableCells: availableCells, style: style), availableCells, &bytes)
      } else {
        line.append(record, cell, widths[column], &bytes)
      }
    }
    if row.isFullName {
      let width = Row.fullNameNote.utf8.count
      line.append(
        StyledText(Row.fullNameNote, .dimmed), width, isTrailing: false, &bytes)
    }
    bytes.append(0x0A)
  }

  private func text(of column: FixedColumn, _ row: Row) -> String {
    column == .corpus ? schema.parts[row.part].name : row.source
  }

  private func glyphs(
    of field: Int, _ row: Row, _ record: Span<UInt8>, _ style: TerminalStyle, cells: Int
  ) -> GlyphLine {
    let marks = row.marks(in: field)
    let current = currentHit?.row == row.index ? currentHit?.hit : nil
    let focus = marks.first { $0.number == current } ?? marks.first
    return GlyphLine(
      record.extracting(row.cell(field)), marks, style, currentHit: current, cells: cells,
      focus: focus)
  }

  /// The arrow before an alias with a hit; nil for other cells, or if the arrow does not fit.
  private func aliasMark(
    of field: Int, _ row: Row, _ style: TerminalStyle, cells: Int
  ) -> String? {
    let isMarked = row.fields[field].isAlias && row.hits.contains { $0.field == field }
    guard isMarked, cells > 2 * style.aliasMarkWidth else { return nil }
    return style.opening(.dimmed) + style.aliasMark + style.closing(.dimmed)
  }

  private func width(of field: Int, _ row: Row, _ record: Span<UInt8>) -> Int {
    if let style {
      let mark = aliasMark(of: field, row, style, cells: style.width)
      return glyphs(of: field, row, record, style, cells: style.width).width
        + (mark == nil ? 0 : style.aliasMarkWidth)
    }
    return TableLine.width(of: record, row.cell(field))
  }
}
