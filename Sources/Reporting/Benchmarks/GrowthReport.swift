internal import Benchmarking

/// Reports how times grow with size, and at which size a series becomes slower than its base.
///
/// The input size must be a parameter of the experiment, as in the experiment `unique`; otherwise,
/// the report is empty. For searches, the input size is not a parameter, because corpora differ in
/// more than their size.
struct GrowthReport {
  struct Fit {
    let series: String
    let growth: GrowthFit
    let points: Int

    /// The minimum number of points for which a confidence interval is meaningful.
    static let minimumForInterval = 5

    /// The 95 % confidence interval of the growth exponent; nil if there are fewer points than
    /// `minimumForInterval`.
    var interval: ClosedRange<Double>? {
      points < Self.minimumForInterval ? nil : growth.interval
    }
  }

  /// The size above which a series is slower than its base, because the time of the series grows
  /// faster.
  struct Crossing {
    enum Place {
      /// The series is faster than its base below this size; `isMeasured` is false if the size is
      /// outside the measured range.
      case at(Double, isMeasured: Bool)
      /// The series is slower than its base at every measured size; the value is the smallest
      /// measured size.
      case below(Double)
      /// The series is faster than its base at every measured size; the value is the largest
      /// measured size.
      case above(Double)
    }

    let series: String
    let base: String
    let place: Place
  }

  private(set) var fits: [Fit] = []
  private(set) var crossings: [Crossing] = []

  init(_ run: BenchmarkRun, _ rows: [RunRow]) {
    guard let experiment = ExperimentCatalog.named(run.experiment),
      experiment.sharedColumns.contains(experiment.sizeColumn)
    else { return }
    let all = RunSeries.all(of: rows, experiment)
    for series in all {
      let points = series.points(by: experiment.sizeColumn)
      if let growth = GrowthFit(points) {
        fits.append(Fit(series: series.name, growth: growth, points: points.count))
      }
      let base = all.first { $0.isBase(of: series, experiment) }
      guard let base, base.name != series.name else { continue }
      if let place = Self.place(of: points, against: base.points(by: experiment.sizeColumn)) {
        crossings.append(Crossing(series: series.name, base: base.name, place: place))
      }
    }
  }

  /// The size at which a series becomes slower than its base.
  ///
  /// The result is nil if the time of the series does not grow significantly faster than the time
  /// of the base.
  private static func place(
    of points: [(size: Double, seconds: Double)], against base: [(size: Double, seconds: Double)]
  ) -> Crossing.Place? {
    guard let growth = GrowthFit(points), let other = GrowthFit(base),
      growth.interval.lowerBound > other.interval.upperBound
    else { return nil }
    let shared = points.compactMap { point in
      base.first { $0.size == point.size }.map { (point.size, point.seconds < $0.seconds) }
    }
    guard let first = shared.first, let last = shared.last else { return nil }
    if let size = Crossover.size(points, base), size >= 1 {
      return .at(size, isMeasured: first.0 <= size && size <= last.0)
    }
    if shared.allSatisfy(\.1) { return .above(last.0) }
    return shared.contains(where: \.1) ? nil : .below(first.0)
  }
}
