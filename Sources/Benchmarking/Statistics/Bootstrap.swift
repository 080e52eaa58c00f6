internal import Basics

/// Confidence intervals by resampling (Efron, 1979), percentile method.
enum Bootstrap {
  static let resamples = 1_000
  static let level = 0.95

  /// The 95 % interval of the p50 of all samples; nil without samples.
  ///
  /// Blocks are resampled first, then the samples of each block (Davison and Hinkley, 1997, section 3.8).
  ///
  /// - Complexity: O(*n* log *n* + *r* · *n*) for *n* samples and *r* = 1,000 resamples.
  static func interval(ofMedian blocks: [[Double]], seed: UInt64) -> ClosedRange<Double>? {
    guard let ranked = RankedBlocks(blocks) else { return nil }
    var generator = SplitMix64(seed: seed)
    return interval(of: ranked.resampledMedians(resamples, &generator))
  }

  /// The interval that contains the middle 95 % of the resampled values.
  static func interval(of values: [Double]) -> ClosedRange<Double> {
    let sorted = values.sorted()
    let tail = (1 - level) / 2
    return Percentile.value(tail, of: sorted)...Percentile.value(1 - tail, of: sorted)
  }
}
