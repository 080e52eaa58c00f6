public import Benchmarking

/// What a chart of a run shows, apart from how it is drawn.
///
///     guard let chart = Chart(run) else { return }
///     let svg = SVGChart.text(chart)
///
/// Times over sizes are lines, with the 95 % interval of the p50 at each point; everything else is bars.
public struct Chart: Sendable {
  /// A measured time of one size.
  struct Point: Hashable {
    let size: Double
    let seconds: Double
    let interval: ClosedRange<Double>
  }

  /// A line, by ascending size.
  struct Series: Hashable {
    let name: String
    var points: [Point]
    /// The sizes at which it was cut off.
    var cutOffs: [Double]
  }

  /// A time; nil seconds where there is none, with the reason.
  struct Bar: Hashable {
    let name: String
    let seconds: Double?
    let interval: ClosedRange<Double>?
    let remark: String
  }

  /// Bars that are compared with each other.
  struct BarGroup: Hashable {
    let title: String
    var bars: [Bar]
  }

  enum Content: Hashable {
    case lines([Series])
    case bars([BarGroup])
  }

  /// What stands above it.
  let title: String

  /// What all of it has in common; may be empty.
  let subtitle: String

  /// What the sizes are, such as `n`.
  let sizeTitle: String
  let content: Content
  let isLinear: Bool

  /// A chart of the accepted times of `run`; nil if there are none.
  ///
  /// Axes are logarithmic unless `isLinear`; bars are linear, too, where the longest time is at most 50 times the shortest.
  ///
  /// - Complexity: A summary of each measurement.
  public init?(_ run: BenchmarkRun, isLinear: Bool = false) {
    self.init(run, RunRow.rows(of: run), isLinear: isLinear)
  }

  init?(_ run: BenchmarkRun, _ rows: [RunRow], isLinear: Bool) {
    guard rows.contains(where: { $0.time != nil }) else { return nil }
    self.isLinear = isLinear
    let layout = RunTableLayout(run, rows)
    let name = run.name.map { " '\($0)'" } ?? ""
    title = "\(run.experiment)\(name): median time"
    subtitle = layout.common.joined(separator: ", ")
    let experiment = ExperimentCatalog.named(run.experiment)
    sizeTitle = experiment?.sizeColumn ?? ""
    if let experiment, Self.hasSizes(experiment, rows) {
      content = .lines(
        RunSeries.all(of: rows, experiment).map { Series($0, by: experiment.sizeColumn) }
          .filter { !$0.points.isEmpty || !$0.cutOffs.isEmpty })
    } else {
      content = .bars(
        layout.groups.map { key, rows in
          BarGroup(
            title: layout.title(key, rows), bars: rows.map { Bar($0, name: layout.name(of: $0)) })
        })
    }
  }

  /// Whether the sizes were asked for, as in `unique`, and there are several.
  private static func hasSizes(_ experiment: Experiment, _ rows: [RunRow]) -> Bool {
    let column = experiment.sizeColumn
    guard experiment.sharedColumns.contains(column) else { return false }
    return Set(rows.filter { $0.time != nil }.compactMap { $0.measurement.counts[column] }).count
      > 1
  }
}

extension RunRow {
  /// The summary of an accepted measurement that can be drawn.
  var time: Summary? {
    guard measurement.status == .ok, let summary, summary.p50 > 0 else { return nil }
    return summary
  }
}

extension Chart.Series {
  init(_ series: RunSeries, by column: String) {
    var points: [Chart.Point] = []
    var cutOffs: [Double] = []
    for row in series.rows {
      guard let size = row.measurement.counts[column], size > 0 else { continue }
      if let time = row.time {
        points.append(
          Chart.Point(size: Double(size), seconds: time.p50, interval: time.drawableInterval))
      } else if row.measurement.status == .cutOff {
        cutOffs.append(Double(size))
      }
    }
    self.init(
      name: series.name, points: points.sorted { $0.size < $1.size }, cutOffs: cutOffs.sorted())
  }
}

extension Chart.Bar {
  init(_ row: RunRow, name: String) {
    self.init(
      name: name, seconds: row.time?.p50, interval: row.time?.drawableInterval,
      remark: row.time == nil ? (row.statusText.isEmpty ? "no samples" : row.statusText) : "")
  }
}

extension Summary {
  /// The interval, above 0 also where a sample is not, so that it has a place on a logarithmic axis.
  fileprivate var drawableInterval: ClosedRange<Double> {
    Swift.max(interval.lowerBound, p50 / 1_000)...Swift.max(interval.upperBound, p50)
  }
}
