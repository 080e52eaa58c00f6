internal import Searching
internal import UnicodeText

/// One JSON array of the objects that `jsonl` writes.
public struct JSONEncoder: ResultEncoder {
  public let name = "json"
  public let summary = "One JSON array, an object a record."
  public let fileExtensions = ["json"]
  public let canAppend = false

  public init() {}

  public func makeWriter(
    _ rows: ResultRows, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    JSONArrayWriter(objects: try JSONObjectWriter(rows, options))
  }
}

private struct JSONArrayWriter: RowWriter {
  let objects: JSONObjectWriter
  var isFirst = true

  init(objects: JSONObjectWriter) { self.objects = objects }

  mutating func open(_ bytes: inout GrowableBuffer<UInt8>) { bytes.append(UInt8(ascii: "[")) }

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    bytes.append(isFirst ? "\n" : ",\n")
    isFirst = false
    objects.write(row, record, &bytes)
  }

  mutating func close(_ count: Int, _ bytes: inout GrowableBuffer<UInt8>) {
    bytes.append(isFirst ? "]\n" : "\n]\n")
  }
}
