public import Benchmarking

/// What people read at a terminal: aligned columns, grouped, with notes and what the numbers show.
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
