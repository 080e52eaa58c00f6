/// Writes no rows; used if only the timing or the exit code is needed.
package struct NoneEncoder: ResultEncoder {
  package let name = "none"
  package let summary = "nothing"
  package let needs = RowNeeds.none

  package init() {}

  package func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter { NoneWriter() }

  package func makeValueWriter(
    _ columns: [String], _ options: EncodingOptions
  ) -> any ValueRowWriter { CountedValues(isShown: false) }
}

private struct NoneWriter: RowWriter {}
