internal import UnicodeText

/// Writes delimiter-separated values as defined in RFC 4180.
///
/// A cell that contains the delimiter, a quote, CR or LF is quoted, so that an exported file loads
/// unchanged. The values of an alias field are joined by a newline.
package struct DelimitedEncoder: ResultEncoder {
  package let name: String
  package let summary: String
  package let fileExtensions: [String]
  private let values: @Sendable ([String], EncodingOptions) -> any ValueRowWriter
  private let rows: @Sendable (ResultSchema, EncodingOptions) throws(OutputError) -> any RowWriter

  private init(
    _ name: String, _ summary: String,
    values: @escaping @Sendable ([String], EncodingOptions) -> any ValueRowWriter,
    rows: @escaping @Sendable (ResultSchema, EncodingOptions) throws(OutputError) -> any RowWriter
  ) {
    self.name = name
    self.summary = summary
    self.values = values
    self.rows = rows
    fileExtensions = [name]
  }

  package static let csv = DelimitedEncoder(
    "csv", "record, source, line, column, matched, hits, then a column per field",
    values: { DelimitedValues<CommaCells>($0, $1) },
    rows: { (schema, options) throws(OutputError) in
      try DelimitedWriter<CommaCells>(schema, options)
    })

  package static let tsv = DelimitedEncoder(
    "tsv", "the same columns, separated by tabs",
    values: { DelimitedValues<TabCells>($0, $1) },
    rows: { (schema, options) throws(OutputError) in
      try DelimitedWriter<TabCells>(schema, options)
    })

  package func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    try rows(schema, options)
  }

  package func makeValueWriter(
    _ columns: [String], _ options: EncodingOptions
  ) -> any ValueRowWriter { values(columns, options) }
}

enum CommaCells: CellSyntax {
  static let delimiter = UInt8(ascii: ",")
}

enum TabCells: CellSyntax {
  static let delimiter = UInt8(ascii: "\t")
}
