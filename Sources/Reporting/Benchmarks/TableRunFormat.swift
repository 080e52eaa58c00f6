package import Benchmarking

/// The format for people at a terminal: grouped, aligned columns, then notes and conclusions.
package struct TableRunFormat: RunFormat {
  package let name = "table"

  package init() {}

  package func write(
    _ run: BenchmarkRun, style: TerminalStyle?, to output: any Output
  ) throws(OutputError) {
    let report = RunReport(run, isUTF8: style?.isUTF8 ?? true)
    for line in report.lines(style) { try output.writeLine(line) }
  }
}
