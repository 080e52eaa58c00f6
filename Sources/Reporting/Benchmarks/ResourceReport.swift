internal import Benchmarking

/// Instructions for each element, where the system counts them.
struct ResourceReport {
  /// At most so many sizes stand beside each other: the largest.
  private static let sizesShown = 6

  private(set) var section = ReportSection(heading: "instructions per element")

  init(_ run: BenchmarkRun, _ rows: [RunRow]) {
    guard let experiment = ExperimentCatalog.named(run.experiment),
      experiment.sharedColumns.contains(experiment.sizeColumn)
    else { return }
    let column = experiment.sizeColumn
    let counted = rows.filter { $0.measurement.instructions != nil }
    let sizes = Set(counted.compactMap { $0.measurement.counts[column] }).sorted()
      .suffix(Self.sizesShown)
    if sizes.isEmpty { return }
    var table = Table(
      [.init("contender")]
        + sizes.map { .init(NumberFormat.grouped($0), alignment: .trailing) })
    for series in RunSeries.all(of: counted, experiment) {
      let cells = sizes.map { size in
        series.rows.first { $0.measurement.counts[column] == size }
          .flatMap(\.measurement.instructions).map { $0 / Double(max(size, 1)) }
      }
      table.append(
        [StyledText(series.name, .label)]
          + cells.map { StyledText($0.map(NumberFormat.ratio) ?? "-") })
    }
    section.table = table
  }
}
