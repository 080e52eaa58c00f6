internal import Searching
internal import UnicodeText

/// A JSON array of the objects that `jsonl` writes.
package struct JSONEncoder: ResultEncoder {
  package let name = "json"
  package let summary = "an array of objects, with the ranges of the hits"
  package let fileExtensions = ["json"]
  package let isJSON = true
  package let canAppend = false

  package init() {}

  package func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter {
    JSONArrayWriter(
      objects: try JSONObjectWriter(schema, options), first: options.rows?.lowerBound ?? 0)
  }

  package func makeValueWriter(
    _ columns: [String], _ options: EncodingOptions
  ) -> any ValueRowWriter { JSONValues(columns, isArray: true) }
}

private struct JSONArrayWriter: RowWriter {
  let objects: JSONObjectWriter

  /// The index of the first row to write.
  let first: Int

  mutating func open(_ bytes: inout GrowableBuffer<UInt8>) { bytes.append(UInt8(ascii: "[")) }

  mutating func write(_ row: Row, _ record: Span<UInt8>, _ bytes: inout GrowableBuffer<UInt8>) {
    bytes.append(row.index == first ? "\n" : ",\n")
    objects.write(row, record, &bytes)
  }

  mutating func close(_ count: Int, _ bytes: inout GrowableBuffer<UInt8>) {
    bytes.append(count == 0 ? "]\n" : "\n]\n")
  }
}
