internal import Searching
internal import UnicodeText

/// A table in GitHub Flavored Markdown.
///
/// The columns are the same as in the format `table`. Punctuation that is special to Markdown is
/// escaped; line breaks become `<br>`.
package struct MarkdownEncoder: ResultEncoder {
  package let name = "markdown"
  package let summary = "a table"
  package let fileExtensions = ["md", "markdown"]

  package init() {}

  package func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    MarkdownWriter(
      layout: try ColumnLayout(
        schema, fields: options.fields, fixed: TableEncoder.fixedColumns(schema)),
      schema: schema, hasHeader: options.hasHeader)
  }

  package func makeValueWriter(
    _ columns: [String], _ options: EncodingOptions
  ) -> any ValueRowWriter { MarkdownValues(columns, options) }
}

private struct MarkdownWriter: RowWriter {
  let layout: ColumnLayout
  let schema: ResultSchema
  let hasHeader: Bool

  mutating func open(_ bytes: inout GrowableBuffer<UInt8>) {
    if !hasHeader { return }
    MarkdownCells.appendHeader(
      layout.fixed.map { ($0.rawValue, $0.isNumeric) } + layout.headings.map { ($0, false) },
      to: &bytes)
  }

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    for column in layout.fixed {
      switch column {
      case .corpus: MarkdownCells.append(schema.parts[row.part].name, to: &bytes)
      case .source: MarkdownCells.append(row.source, to: &bytes)
      default: MarkdownCells.append(row.number(in: column, record), to: &bytes)
      }
    }
    for field in layout.fieldIndices[row.part] {
      MarkdownCells.append(record, in: field.map { row.cell($0) } ?? 0..<0, to: &bytes)
    }
    MarkdownCells.endRow(&bytes)
  }
}
