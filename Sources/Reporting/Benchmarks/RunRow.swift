internal import Benchmarking
internal import JSON

/// A measurement with its statistics.
struct RunRow {
  let measurement: Measurement

  /// The statistics; nil if there are no accepted samples.
  let summary: Summary?

  /// The row's p50 divided by the p50 of its base row; nil if there is no base row.
  let ratio: Double?

  /// Throughput in 10^6 bytes per second; nil if the experiment has no throughput.
  let megabytesPerSecond: Double?

  /// The rows of a run, in the order of its measurements.
  ///
  /// - Complexity: O(*n*²) for *n* measurements, plus one `Summary` per measurement.
  static func rows(of run: BenchmarkRun) -> [RunRow] {
    let experiment = ExperimentCatalog.named(run.experiment)
    let summaries = run.measurements.map { measurement in
      measurement.status == .disagrees
        ? nil : Summary(measurement, seed: run.seed)
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

  /// The label or count in `column`; nil if the measurement has no such label or count.
  func value(of column: String) -> JSON? {
    measurement.labels[column].map(JSON.string) ?? measurement.counts[column].map(JSON.integer)
  }
}

extension Summary {
  /// The statistics as CSV columns, in order: the number of samples, then times in seconds.
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
