internal import Basics
internal import Benchmarking

/// A table of the instructions or the memory that each row of a run used, with one column for each
/// size.
struct ResourceReport {
  /// The maximum number of sizes to show; if there are more sizes, only the largest are shown.
  private static let sizesShown = 6

  private(set) var section: ReportSection

  /// The number of instructions per element.
  static func instructions(_ run: BenchmarkRun, _ rows: [RunRow]) -> ResourceReport {
    ResourceReport("instructions per element", run, rows) { measurement, size in
      measurement.instructions.map { NumberFormat.ratio($0 / Double(max(size, 1))) }
    }
  }

  /// The peak resident memory of the whole process, including inputs, while the row was sampled.
  static func peakMemory(_ run: BenchmarkRun, _ rows: [RunRow]) -> ResourceReport {
    ResourceReport("peak memory of the process", run, rows) { measurement, _ in
      measurement.peakMemoryBytes.map { NumberFormat.bytes($0) }
    }
  }

  private init(
    _ heading: String, _ run: BenchmarkRun, _ rows: [RunRow],
    value: (Measurement, _ size: Int) -> String?
  ) {
    section = ReportSection(heading: heading)
    guard let experiment = ExperimentCatalog.named(run.experiment),
      experiment.sharedColumns.contains(experiment.sizeColumn)
    else { return }
    let column = experiment.sizeColumn
    let measured = rows.filter { value($0.measurement, $0.measurement.counts[column] ?? 0) != nil }
    let sizes = Set(measured.compactMap { $0.measurement.counts[column] }).sorted()
      .suffix(Self.sizesShown)
    if sizes.isEmpty { return }
    var table = Table(
      [.init("contender")] + sizes.map { .init(NumberFormat.grouped($0), alignment: .trailing) })
    var lines = RunSeries.all(of: measured, experiment).map { series in
      let cells = sizes.map { size in
        series.rows.first { $0.measurement.counts[column] == size }
          .flatMap { value($0.measurement, size) } ?? "-"
      }
      return (name: series.name, cells: cells)
    }
    if let first = lines.first, lines.count > 1, lines.allSatisfy({ $0.cells == first.cells }) {
      lines = [("all contenders", first.cells)]
    }
    for line in lines {
      table.append([StyledText(line.name, .label)] + line.cells.map { StyledText($0) })
    }
    section.table = table
  }
}
