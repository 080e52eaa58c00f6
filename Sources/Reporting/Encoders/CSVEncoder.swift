internal import UnicodeText

/// Comma-separated values according to RFC 4180.
///
/// A cell with a comma, quote, CR or LF is quoted; the values of an alias field are joined by a newline.
public struct CSVEncoder: ResultEncoder {
  public let name = "csv"
  public let summary = "Comma-separated values (RFC 4180), one record a row."
  public let fileExtensions = ["csv"]

  public init() {}

  public func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    try DelimitedWriter<CommaCells>(schema, options)
  }
}

private enum CommaCells: CellSyntax {
  static let delimiter = UInt8(ascii: ",")
}
