internal import Benchmarking

/// A measurement with what its samples say.
struct RunRow {
  let measurement: Measurement

  /// Nil without accepted samples.
  let summary: Summary?

  /// Its p50 divided by that of its base; nil without one.
  let ratio: Double?

  /// 10^6 bytes a second; nil where the experiment has no throughput.
  let megabytesPerSecond: Double?

  /// The rows of a run, in its order.
  ///
  /// - Complexity: O(*n*²) in the number of measurements, and a summary of each.
  static func rows(of run: BenchmarkRun) -> [RunRow] {
    let experiment = ExperimentCatalog.named(run.experiment)
    let summaries = run.measurements.map { measurement in
      measurement.status == .disagrees
        ? nil : Summary(blocks: measurement.blocks, seed: run.seed)
    }
    return zip(run.measurements, summaries).map { measurement, summary in
      var ratio: Double?
      if measurement.status == .ok, let summary,
        let base = experiment?.base(of: measurement, in: run.measurements),
        let index = run.measurements.firstIndex(of: base), let baseSummary = summaries[index]
      {
        ratio = summary.p50 / baseSummary.p50
      }
      var rate: Double?
      if experiment?.hasThroughput == true, let summary, summary.p50 > 0 {
        rate = measurement.counts["bytes"].map { Double($0) / summary.p50 / 1e6 }
      }
      return RunRow(
        measurement: measurement, summary: summary, ratio: ratio, megabytesPerSecond: rate)
    }
  }

  /// The value of a column of the experiment; nil if the measurement has none.
  func value(of column: String) -> JSON? {
    measurement.labels[column].map(JSON.string) ?? measurement.counts[column].map(JSON.integer)
  }
}

extension Summary {
  /// The statistics as the columns of a CSV, in order: seconds, and the number of samples.
  var columns: [(name: String, value: JSON)] {
    [
      ("samples", .integer(count)), ("min_s", .number(min)), ("p50_s", .number(p50)),
      ("p90_s", .number(p90)), ("p99_s", .number(p99)), ("max_s", .number(max)),
      ("mean_s", .number(mean)), ("stddev_s", .number(standardDeviation)),
      ("mad_s", .number(medianAbsoluteDeviation)),
      ("ci_low_s", .number(interval.lowerBound)), ("ci_high_s", .number(interval.upperBound)),
    ]
  }

  /// The names of `columns`.
  static let columnNames = [
    "samples", "min_s", "p50_s", "p90_s", "p99_s", "max_s", "mean_s", "stddev_s", "mad_s",
    "ci_low_s", "ci_high_s",
  ]
}
