internal import Corpora
internal import Searching
internal import UnicodeText

/// A table in GitHub Flavored Markdown.
///
/// The columns are those of `table`. Punctuation that is special to Markdown is escaped; line breaks become `<br>`.
package struct MarkdownEncoder: ResultEncoder {
  package let name = "markdown"
  package let summary = "A table in GitHub's Markdown."
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
}

private struct MarkdownWriter: RowWriter {
  let layout: ColumnLayout
  let schema: ResultSchema
  let hasHeader: Bool

  mutating func open(_ bytes: inout GrowableBuffer<UInt8>) {
    if !hasHeader { return }
    for heading in layout.allHeadings {
      bytes.append("| ")
      append(heading, &bytes)
      bytes.append(UInt8(ascii: " "))
    }
    bytes.append("|\n")
    for column in layout.fixed { bytes.append(column.isNumeric ? "| ---: " : "| --- ") }
    for _ in layout.headings { bytes.append("| --- ") }
    bytes.append("|\n")
  }

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    for column in layout.fixed {
      bytes.append("| ")
      switch column {
      case .corpus: append(schema.parts[row.part].name, &bytes)
      case .source: append(row.source, &bytes)
      default: bytes.append(decimal: row.number(in: column, record))
      }
      bytes.append(UInt8(ascii: " "))
    }
    for field in layout.fieldIndices[row.part] {
      bytes.append("| ")
      if let field { append(record, row.cell(field), &bytes) }
      bytes.append(UInt8(ascii: " "))
    }
    bytes.append("|\n")
  }

  private func append(_ text: String, _ bytes: inout GrowableBuffer<UInt8>) {
    MarkdownCells.append(text, to: &bytes)
  }

  private func append(
    _ text: Span<UInt8>, _ range: Range<Int>, _ bytes: inout GrowableBuffer<UInt8>
  ) {
    MarkdownCells.append(text, in: range, to: &bytes)
  }
}

/// Escapes the cells of a Markdown table.
enum MarkdownCells {
  static func append(_ text: String, to bytes: inout GrowableBuffer<UInt8>) {
    append(text.utf8.span, in: 0..<text.utf8.count, to: &bytes)
  }

  static func append(
    _ text: Span<UInt8>, in range: Range<Int>, to bytes: inout GrowableBuffer<UInt8>
  ) {
    bytes.append(text, in: range, escaping: Self.isSpecial) { byte, bytes in
      switch byte {
      case 0x0A, Separator.value: bytes.append("<br>")
      case 0x0D: bytes.append("&#13;")
      default:
        bytes.append(0x5C)
        bytes.append(byte)
      }
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A, 0x0D, Separator.value: true
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "|"), UInt8(ascii: "~"), UInt8(ascii: "&"), UInt8(ascii: "$"):
      true
    default: false
    }
  }
}
