internal import UnicodeText

/// Tab-separated values, quoted as RFC 4180 quotes those with commas.
///
/// A cell is quoted if it holds a tab, a quote, CR or LF, so that what was exported loads again as it was.
public struct TSVEncoder: ResultEncoder {
  public let name = "tsv"
  public let summary = "Tab-separated values, quoted where they hold a tab or a newline."
  public let fileExtensions = ["tsv"]

  public init() {}

  public func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    try DelimitedWriter<TabCells>(schema, options)
  }
}

private enum TabCells: CellSyntax {
  static let delimiter = UInt8(ascii: "\t")
}
