/// Statistics of the samples of a measurement; all times are in seconds.
///
///     if let summary = Summary(measurement, seed: 1) { print(summary.p50, summary.interval) }
package struct Summary: Hashable, Sendable {
  /// The recommended minimum number of samples; a note warns if there are fewer.
  package static let enough = 30

  package let count: Int
  package let min: Double

  /// Percentiles by linear interpolation between order statistics, the default of NumPy and SciPy.
  package let p50: Double
  package let p90: Double
  package let p99: Double
  package let max: Double
  package let mean: Double

  /// The standard deviation with *n* − 1 in the denominator; 0 for one sample.
  package let standardDeviation: Double

  /// The median absolute deviation from the median, unscaled.
  package let medianAbsoluteDeviation: Double

  /// The bootstrap 95 % interval of the p50, from resampling invocations, then blocks, then
  /// samples.
  package let interval: ClosedRange<Double>

  /// The number of samples outside of Tukey's fences; outliers are not removed from the samples.
  package let outliers: Int

  /// The p50 at the end of the run divided by the p50 at its start; nil if the samples do not
  /// drift.
  package let drift: Double?

  /// The two values around which the samples cluster; empty if the samples are not bimodal.
  package let modes: [Double]

  /// How much the p50s of invocations differ; nil for fewer than three invocations.
  package let invocationSpread: InvocationSpread?

  package var isDrifting: Bool { drift != nil }
  package var isBimodal: Bool { !modes.isEmpty }

  /// Summarizes the samples of a measurement; nil if there are no samples.
  ///
  /// - Complexity: O(*n* log *n*), plus 1,000 · *n* for the interval.
  package init?(_ measurement: Measurement, seed: UInt64) {
    self.init(invocations: measurement.blocksByInvocation.map(\.blocks), seed: seed)
  }

  /// Summarizes the samples of one invocation, in seconds, with one array per block; nil if there
  /// are no samples.
  package init?(blocks: [[Double]], seed: UInt64) {
    self.init(invocations: [blocks], seed: seed)
  }

  private init?(invocations: [[[Double]]], seed: UInt64) {
    let sorted = invocations.flatMap { $0 }.flatMap { $0 }.sorted()
    guard let first = sorted.first, let last = sorted.last,
      let interval = Bootstrap.interval(ofMedian: invocations, seed: seed)
    else { return nil }
    count = sorted.count
    min = first
    p50 = Percentile.value(0.5, of: sorted)
    p90 = Percentile.value(0.9, of: sorted)
    p99 = Percentile.value(0.99, of: sorted)
    max = last
    mean = Dispersion.mean(sorted)
    standardDeviation = Dispersion.standardDeviation(sorted)
    medianAbsoluteDeviation = Dispersion.medianAbsoluteDeviation(sorted)
    self.interval = interval
    let fences = TukeyFences(sorted)
    outliers = sorted.count(where: fences.isOutlier)
    // Test for drift only if there is one invocation, because differences between invocations are
    // not a drift.
    drift = invocations.count == 1 ? Drift(invocations[0])?.change : nil
    invocationSpread = InvocationSpread(invocations)
    modes = Bimodality(sorted).map { [$0.lower, $0.upper] } ?? []
  }

  /// Caveats about the numbers, each a lower-case sentence without a period.
  package var notes: [String] {
    var notes: [String] = []
    if count < Self.enough {
      notes.append(
        "only \(count) sample\(count == 1 ? "" : "s"); at least \(Self.enough) are recommended")
    }
    if let drift {
      let percent = Int((abs(drift - 1) * 100).rounded())
      notes.append(
        "the samples drift: the end is \(percent) % \(drift > 1 ? "slower" : "faster") than the "
          + "beginning")
    }
    if let note = invocationSpread?.note {
      notes.append(note)
    } else if modes.count == 2 {
      let percent = Int(((modes[1] / modes[0] - 1) * 100).rounded())
      notes.append("the samples cluster around two values, \(percent) % apart")
    }
    return notes
  }
}
