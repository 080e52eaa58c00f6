internal import Basics

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Confidence intervals by resampling, with the percentile method (Efron, 1979).
enum Bootstrap {
  static let resamples = 1_000
  static let level = 0.95

  /// The 95 % interval of the p50 of all samples; nil if there are no samples.
  ///
  /// Invocations are resampled first, then the blocks of each invocation, then the samples of each
  /// block (Kalibera and Jones, "Rigorous benchmarking in reasonable time", 2013; Davison and
  /// Hinkley, 1997, section 3.8). With several invocations, the resamples give only the standard
  /// error of the p50, and Student's t gives the width of the interval. Percentiles of the
  /// resamples would give too narrow an interval for few invocations.
  ///
  /// - Complexity: O(*n* log *n* + *r* · *n*) for *n* samples and *r* = 1,000 resamples.
  static func interval(ofMedian invocations: [[[Double]]], seed: UInt64) -> ClosedRange<Double>? {
    guard let ranked = RankedBlocks(invocations) else { return nil }
    var generator = SplitMix64(seed: seed)
    let medians = ranked.resampledMedians(resamples, &generator)
    let count = invocations.withoutEmptyBlocks.count
    guard count > 1, medians.allSatisfy({ $0 > 0 }) else { return interval(of: medians) }
    let error = standardError(ofResampled: medians.map { log($0) }, units: count)
    let half = StudentsT.critical(level: level, degrees: Double(count - 1)) * error
    return (ranked.median * exp(-half))...(ranked.median * exp(half))
  }

  /// The standard error of a statistic, from its values in resamples of `units` independent units.
  ///
  /// The variance of resamples of *n* units is too small by the factor (*n* − 1) / *n*. This factor
  /// matters if there are few units.
  static func standardError(ofResampled values: [Double], units: Int) -> Double {
    let scale = Double(units) / Double(max(units - 1, 1))
    return Dispersion.standardDeviation(values) * scale.squareRoot()
  }

  /// The interval that contains the middle 95 % of the resampled values.
  static func interval(of values: [Double]) -> ClosedRange<Double> {
    let sorted = values.sorted()
    let tail = (1 - level) / 2
    return Percentile.value(tail, of: sorted)...Percentile.value(1 - tail, of: sorted)
  }
}
