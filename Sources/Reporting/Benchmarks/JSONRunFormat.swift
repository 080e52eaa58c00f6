package import Benchmarking
internal import JSON

/// One JSON object per run: the members of the stored run, plus values computed from the samples.
///
/// Each measurement also has the members `statistics`, `ratio` and `notes` (sentences about its
/// samples). If the experiment has a throughput, the measurement also has `mb_per_s`. The names in
/// `statistics` are the CSV column names; `statistics` is null if no samples were accepted.
///
/// The run also has `growth` (`series`, `exponent`, `ci_low`, `ci_high`, `points`) and `crossovers`
/// (`series`, `base`, `n`, `extrapolated`). Code that reads stored runs ignores these computed
/// values.
package struct JSONRunFormat: RunFormat {
  package let name = "json"

  /// Whether to add statistics and other computed values, which can take seconds to compute.
  private let hasStatistics: Bool

  /// Creates the format; without statistics, the format writes exactly the stored JSON of the run.
  package init(hasStatistics: Bool = true) { self.hasStatistics = hasStatistics }

  package func write(
    _ run: BenchmarkRun, style: TerminalStyle?, to output: any Output
  ) throws(OutputError) {
    try write(hasStatistics ? Self.json(of: run) : run.json(), to: output)
  }

  package func write(
    _ sheet: DataSheet, style: TerminalStyle?, to output: any Output
  ) throws(OutputError) {
    let rows = sheet.rows.map { row in
      JSON.object(zip(sheet.columns, row).map { .init($0.name, $1.value) })
    }
    try write(.object(sheet.facts + [.init("rows", .array(rows))]), to: output)
  }

  static func json(of run: BenchmarkRun) -> JSON {
    guard case .object(var members) = run.json() else { return run.json() }
    let rows = RunRow.rows(of: run)
    for index in members.indices where members[index].name == "measurements" {
      guard case .array(let stored) = members[index].value else { continue }
      members[index].value = .array(zip(stored, rows).map(completed))
    }
    let growth = GrowthReport(run, rows)
    members.append(.init("growth", .array(growth.fits.map(Self.json))))
    members.append(.init("crossovers", .array(growth.crossings.compactMap(Self.json))))
    return .object(members)
  }

  /// The members of a stored measurement, plus computed values such as statistics.
  private static func completed(_ stored: JSON, _ row: RunRow) -> JSON {
    guard case .object(var members) = stored else { return stored }
    let statistics = row.summary.map { summary in
      JSON.object(summary.columns.map { .init($0.name, $0.value) })
    }
    members.append(.init("statistics", statistics ?? .null))
    if let rate = row.megabytesPerSecond { members.append(.init("mb_per_s", .number(rate))) }
    members.append(.init("ratio", JSON(row.ratio)))
    members.append(.init("notes", JSON(row.summary?.notes ?? [])))
    return .object(members)
  }

  private static func json(_ fit: GrowthReport.Fit) -> JSON {
    .object([
      .init("series", .string(fit.series)), .init("exponent", .number(fit.growth.exponent)),
      .init("ci_low", JSON(fit.interval?.lowerBound)),
      .init("ci_high", JSON(fit.interval?.upperBound)),
      .init("points", .integer(fit.points)),
    ])
  }

  private static func json(_ crossing: GrowthReport.Crossing) -> JSON? {
    guard case .at(let size, let isMeasured) = crossing.place else { return nil }
    return .object([
      .init("series", .string(crossing.series)), .init("base", .string(crossing.base)),
      .init("n", .number(size)), .init("extrapolated", .bool(!isMeasured)),
    ])
  }

  private func write(_ value: JSON, to output: any Output) throws(OutputError) {
    try output.write(String(decoding: value.encoded(isIndented: true), as: UTF8.self))
  }
}
