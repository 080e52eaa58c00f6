internal import UnicodeText

/// Comma-separated values as RFC 4180 has them.
///
/// A cell is quoted if it holds a comma, a quote, CR or LF; the values of an alias field are joined by a newline.
public struct CSVEncoder: ResultEncoder {
  public let name = "csv"
  public let summary = "Comma-separated values (RFC 4180), one record a row."
  public let fileExtensions = ["csv"]

  public init() {}

  public func makeWriter(
    _ rows: ResultRows, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    try DelimitedWriter<QuotedCells>(rows, options)
  }
}

/// Cells that are quoted where they must be.
private enum QuotedCells: CellSyntax {
  static let delimiter = UInt8(ascii: ",")

  static func append(
    _ text: Span<UInt8>, in range: Range<Int>, prefixed: Bool,
    to bytes: inout GrowableBuffer<UInt8>
  ) {
    var mustQuote = false
    for index in range where needsQuotes(text[index]) {
      mustQuote = true
      break
    }
    if mustQuote { bytes.append(UInt8(ascii: "\"")) }
    if prefixed { bytes.append(UInt8(ascii: "'")) }
    if mustQuote {
      bytes.append(text, in: range) {
        $0 == UInt8(ascii: "\"") || $0 == Separator.value
      } _: { byte, bytes in
        if byte == Separator.value {
          bytes.append(UInt8(ascii: "\n"))
        } else {
          bytes.append(byte)
          bytes.append(byte)
        }
      }
      bytes.append(UInt8(ascii: "\""))
    } else {
      bytes.append(text, in: range)
    }
  }

  @inline(__always)
  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
      || byte == Separator.value
  }
}
