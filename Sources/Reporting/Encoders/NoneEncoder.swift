/// Writes no rows; for runs that only need the timing or the exit code.
public struct NoneEncoder: ResultEncoder {
  public let name = "none"
  public let summary = "Nothing: only the timing and the exit code."
  public let needs = RowNeeds.none

  public init() {}

  public func makeWriter(
    _ schema: ResultSchema, _ options: EncodingOptions
  ) throws(OutputError) -> any RowWriter { NoneWriter() }
}

private struct NoneWriter: RowWriter {}
