internal import UnicodeText

/// Comma-separated values according to RFC 4180.
///
/// A cell with a comma, quote, CR or LF is quoted; the values of an alias field are joined by a newline.
package struct CSVEncoder: ResultEncoder {
  package let name = "csv"
  package let summary = "Comma-separated values (RFC 4180), one record a row."
  package let fileExtensions = ["csv"]

  package init() {}

  package func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    try DelimitedWriter<CommaCells>(schema, options)
  }
}

private enum CommaCells: CellSyntax {
  static let delimiter = UInt8(ascii: ",")
}
