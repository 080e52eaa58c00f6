internal import Searching
internal import UnicodeText

/// One JSON object per line.
public struct JSONLinesEncoder: ResultEncoder {
  public let name = "jsonl"
  public let summary = "One JSON object a record and line, with every hit as byte offsets."
  public let fileExtensions = ["jsonl", "ndjson"]

  public init() {}

  public func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    JSONLinesWriter(objects: try JSONObjectWriter(schema, options))
  }
}

private struct JSONLinesWriter: RowWriter {
  let objects: JSONObjectWriter

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    objects.write(row, record, &bytes)
    bytes.append(0x0A)
  }
}
