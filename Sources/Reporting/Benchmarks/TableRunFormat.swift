public import Benchmarking

/// The format for people at a terminal: grouped, aligned columns, then notes and conclusions.
public struct TableRunFormat: RunFormat {
  public let name = "table"

  public init() {}

  public func write(
    _ run: BenchmarkRun, style: TerminalStyle?, to output: any Output
  ) throws(OutputError) {
    let report = RunReport(run, isUTF8: style?.isUTF8 ?? true)
    for line in report.lines(style) { try output.writeLine(line) }
  }
}
