internal import UnicodeText

/// Tab-separated values without quotes.
///
/// Tab, newline, CR and backslash are written `\t`, `\n`, `\r` and `\\`, as PostgreSQL and MySQL write them: every
/// record is one line and every tab parts two cells.
public struct TSVEncoder: ResultEncoder {
  public let name = "tsv"
  public let summary = "Tab-separated values; tab, newline and backslash as \\t, \\n, \\\\."
  public let fileExtensions = ["tsv"]

  public init() {}

  public func makeWriter(
    _ rows: ResultRows, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    try DelimitedWriter<EscapedCells>(rows, options)
  }
}

/// Cells in which what would end them is escaped.
private enum EscapedCells: CellSyntax {
  static let delimiter = UInt8(ascii: "\t")

  static func append(
    _ text: Span<UInt8>, in range: Range<Int>, prefixed: Bool,
    to bytes: inout GrowableBuffer<UInt8>
  ) {
    if prefixed { bytes.append(UInt8(ascii: "'")) }
    bytes.append(text, in: range) { byte in
      byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == 0x5C || byte == Separator.value
    } _: { byte, bytes in
      bytes.append(0x5C)
      switch byte {
      case 0x09: bytes.append(UInt8(ascii: "t"))
      case 0x0D: bytes.append(UInt8(ascii: "r"))
      case 0x5C: bytes.append(0x5C)
      default: bytes.append(UInt8(ascii: "n"))
      }
    }
  }
}
