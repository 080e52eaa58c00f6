internal import UnicodeText

/// Tab-separated values, quoted like CSV in RFC 4180.
///
/// A cell with a tab, quote, CR or LF is quoted, so that an exported file loads unchanged.
package struct TSVEncoder: ResultEncoder {
  package let name = "tsv"
  package let summary = "Tab-separated values, quoted where they hold a tab or a newline."
  package let fileExtensions = ["tsv"]

  package init() {}

  package func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    try DelimitedWriter<TabCells>(schema, options)
  }
}

private enum TabCells: CellSyntax {
  static let delimiter = UInt8(ascii: "\t")
}
