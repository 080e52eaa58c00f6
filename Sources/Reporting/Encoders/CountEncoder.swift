internal import UnicodeText

/// Writes only the number of matching records.
package struct CountEncoder: ResultEncoder {
  package let name = "count"
  package let summary = "the number of records"
  package let needs = RowNeeds.none

  package init() {}

  package func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter { CountWriter() }

  package func makeValueWriter(
    _ columns: [String], _ options: EncodingOptions
  ) -> any ValueRowWriter { CountedValues(isShown: true) }
}

private struct CountWriter: RowWriter {
  mutating func close(_ count: Int, _ bytes: inout GrowableBuffer<UInt8>) {
    bytes.append(decimal: count)
    bytes.append(UInt8(ascii: "\n"))
  }
}
