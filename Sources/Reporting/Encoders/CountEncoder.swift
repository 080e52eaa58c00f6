internal import UnicodeText

/// The number of matching records.
public struct CountEncoder: ResultEncoder {
  public let name = "count"
  public let summary = "The number of matching records."
  public let needs = RowNeeds.none

  public init() {}

  public func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter { CountWriter() }
}

private struct CountWriter: RowWriter {
  mutating func close(_ count: Int, _ bytes: inout GrowableBuffer<UInt8>) {
    bytes.append(decimal: count)
    bytes.append(UInt8(ascii: "\n"))
  }
}
