package import Benchmarking

/// The data that a chart of a run shows, independent of how the chart is drawn.
///
///     guard let chart = Chart(run) else { return }
///     let svg = SVGChart.text(chart)
///
/// Times measured at several sizes are drawn as lines, with the 95 % interval of the p50 at each
/// point. All other times are drawn as bars.
package struct Chart: Sendable {
  /// The measured time at one size.
  struct Point: Hashable {
    let size: Double
    let seconds: Double
    let interval: ClosedRange<Double>
  }

  /// A line; its points are in ascending order of size.
  struct Series: Hashable {
    let name: String
    var points: [Point]
    /// The sizes at which the series was cut off.
    var cutOffs: [Double]
  }

  /// A bar; `seconds` is nil if there is no time, and `remark` then gives the reason.
  struct Bar: Hashable {
    let name: String
    let seconds: Double?
    let interval: ClosedRange<Double>?
    let remark: String
  }

  /// A group of bars that are compared with each other.
  struct BarGroup: Hashable {
    let title: String
    var bars: [Bar]
  }

  enum Content: Hashable {
    case lines([Series])
    case bars([BarGroup])
  }

  /// The title above the chart.
  let title: String

  /// The values that all rows share, as text; empty if there are none.
  let subtitle: String

  /// The title of the size axis, such as `n`.
  let sizeTitle: String
  let content: Content
  let isLinear: Bool

  /// Creates a chart of the accepted times of `run`, or returns nil if `run` has no accepted time.
  ///
  /// Axes are logarithmic unless `isLinear` is true, but bars have a linear axis if the longest
  /// time is at most 50 times the shortest.
  ///
  /// - Complexity: Computes one `Summary` per measurement.
  package init?(_ run: BenchmarkRun, isLinear: Bool = false) {
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

  /// Whether the input size is a parameter of the experiment, and the run has several input sizes.
  private static func hasSizes(_ experiment: Experiment, _ rows: [RunRow]) -> Bool {
    let column = experiment.sizeColumn
    guard experiment.sharedColumns.contains(column) else { return false }
    return Set(rows.filter { $0.time != nil }.compactMap { $0.measurement.counts[column] }).count
      > 1
  }
}

extension RunRow {
  /// The statistics of the row; nil if the measurement is not accepted, or if its p50 is not above
  /// 0.
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
  /// The interval with its ends raised above 0 if necessary, because a logarithmic axis cannot show
  /// 0.
  fileprivate var drawableInterval: ClosedRange<Double> {
    Swift.max(interval.lowerBound, p50 / 1_000)...Swift.max(interval.upperBound, p50)
  }
}

extension [Chart.BarGroup] {
  /// The color number of a bar; bars with the same name have the same color in all groups.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bars before this bar.
  func colorIndex(of bar: Chart.Bar) -> Int {
    Set(lazy.flatMap(\.bars).map(\.name).prefix { $0 != bar.name }).count
  }
}
