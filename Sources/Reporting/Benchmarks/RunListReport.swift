internal import Basics
package import Benchmarking
internal import JSON

/// A list of stored runs, one per row.
package struct RunListReport {
  private let runs: [BenchmarkRun]

  /// Creates a list of `runs` in the given order.
  package init(_ runs: [BenchmarkRun]) { self.runs = runs }

  /// Writes the list in `format`.
  ///
  /// - Throws: The error of `output`.
  package func write(
    to output: any Output, format: any RunFormat, style: TerminalStyle?
  ) throws(OutputError) {
    try format.write(sheet, style: style, to: output)
  }

  private var sheet: DataSheet {
    var sheet = DataSheet([
      .init("id", "id"), .init("time", "time", isDroppable: true),
      .init("experiment", "experiment"),
      .init("name", "name"), .init("rows", "rows", .trailing), .init("finished", ""),
      .init("machine", "machine", isDroppable: true),
    ])
    for run in runs {
      let machine = Self.machine(run.environment)
      sheet.rows.append([
        .init(run.id, .label), .init(run.time), .init(run.experiment),
        run.name.map { .init($0) } ?? .empty, .init(run.measurements.count),
        .init(
          .bool(run.isFinished),
          run.isFinished ? "" : StyledText("interrupted", .warning)),
        .init(machine, .dimmed),
      ])
    }
    return sheet
  }

  private static func machine(_ environment: Environment) -> String {
    let cores = NumberFormat.counted(environment.cores, "core")
    return [environment.processor, cores].compactMap { $0 }.joined(separator: ", ")
  }
}
