internal import Searching
internal import UnicodeText

/// One JSON object per line.
package struct JSONLinesEncoder: ResultEncoder {
  package let name = "jsonl"
  package let summary = "the same objects, one per line"
  package let fileExtensions = ["jsonl", "ndjson"]
  package let isJSON = true

  package init() {}

  package func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    JSONLinesWriter(objects: try JSONObjectWriter(schema, options))
  }

  package func makeValueWriter(
    _ columns: [String], _ options: EncodingOptions
  ) -> any ValueRowWriter { JSONValues(columns, isArray: false) }
}

private struct JSONLinesWriter: RowWriter {
  let objects: JSONObjectWriter

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    objects.write(row, record, &bytes)
    bytes.append(0x0A)
  }

  func write(allOf batch: RowBatch, _ bytes: inout GrowableBuffer<UInt8>) -> Bool {
    objects.write(allOf: batch, &bytes)
  }
}
