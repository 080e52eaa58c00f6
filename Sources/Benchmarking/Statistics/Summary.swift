/// What the samples of a measurement amount to; all times in seconds.
///
///     if let summary = Summary(blocks: measurement.blocks, seed: 1) { print(summary.p50, summary.interval) }
public struct Summary: Hashable, Sendable {
  /// So many samples are wanted.
  public static let enough = 30

  public let count: Int
  public let min: Double

  /// Percentiles by linear interpolation between order statistics, the default of NumPy and SciPy.
  public let p50: Double
  public let p90: Double
  public let p99: Double
  public let max: Double
  public let mean: Double

  /// With *n* − 1 in the denominator; 0 for one sample.
  public let standardDeviation: Double

  /// The median distance from the median, not scaled.
  public let medianAbsoluteDeviation: Double

  /// The bootstrap 95 % interval of the p50: blocks resampled first, then the samples of each.
  public let interval: ClosedRange<Double>

  /// How many samples lie outside of Tukey's fences; they are counted, and kept.
  public let outliers: Int

  /// The p50 of the end of the run over that of its beginning, where the samples drift.
  public let drift: Double?

  /// The two values around which the samples gather, where they do.
  public let modes: [Double]

  public var isDrifting: Bool { drift != nil }
  public var isBimodal: Bool { !modes.isEmpty }

  /// Summarises samples in seconds, one array for each block; nil without samples.
  ///
  /// - Complexity: O(*n* log *n*), and as much as 1,000 · *n* for the interval.
  public init?(blocks: [[Double]], seed: UInt64) {
    let sorted = blocks.flatMap { $0 }.sorted()
    guard let first = sorted.first, let last = sorted.last,
      let interval = Bootstrap.interval(ofMedian: blocks, seed: seed)
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
    drift = Drift(blocks)?.change
    modes = Bimodality(sorted).map { [$0.lower, $0.upper] } ?? []
  }

  /// What a reader must know before believing the numbers, each without a capital and a full stop.
  public var notes: [String] {
    var notes: [String] = []
    if count < Self.enough {
      notes.append("\(count) sample\(count == 1 ? "" : "s") only, fewer than \(Self.enough)")
    }
    if let drift {
      let percent = Int((abs(drift - 1) * 100).rounded())
      notes.append(
        "the samples drift: the end is \(percent) % \(drift > 1 ? "slower" : "faster") than the "
          + "beginning")
    }
    if modes.count == 2 {
      let percent = Int(((modes[1] / modes[0] - 1) * 100).rounded())
      notes.append("the samples gather around two values, \(percent) % apart")
    }
    return notes
  }
}
