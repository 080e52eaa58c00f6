internal import Basics

/// The ratio of the p50s of two measurements, and a verdict on which measurement is faster.
///
/// A verdict requires that the interval of the ratio excludes 1, and that the change exceeds the
/// threshold.
///
///     let comparison = Comparison(old.blocks, new.blocks, seed: 1)
///     if comparison?.verdict == .slower { print(comparison?.ratio ?? 1) }
package struct Comparison: Hashable, Sendable {
  package enum Verdict: String, Sendable {
    case faster
    case slower
    case same = "no difference shown"
  }

  /// The smallest change that gets a verdict.
  package static let minimumThreshold = 0.02

  /// The smallest change that gets a verdict if the runs were made at different times.
  package static let minimumThresholdApart = 0.05

  /// The minimum number of blocks or invocations for a verdict.
  package static let minimumUnits = 3

  private static let resamples = 500

  /// The p50 of the changed measurement, divided by the p50 of the base.
  package let ratio: Double

  /// The interval of the ratio; a verdict requires that the interval excludes 1.
  package let interval: ClosedRange<Double>

  /// The relative standard deviation of the ratio between blocks or invocations.
  package let spread: Double

  /// The smallest change that gets a verdict in this comparison.
  package let threshold: Double

  package let verdict: Verdict

  /// The standard error of the ratio's logarithm; nil if blocks of one process were compared.
  package private(set) var standardError: Double?

  /// The number of invocations from which `standardError` was computed; nil without a standard
  /// error.
  package private(set) var units: Int?

  private init(
    ratio: Double, interval: ClosedRange<Double>, spread: Double, threshold: Double, isShown: Bool
  ) {
    self.ratio = ratio
    self.interval = interval
    self.spread = spread
    self.threshold = threshold
    let isClear = isShown && !interval.contains(1) && abs(ratio - 1) > threshold
    verdict = !isClear ? .same : ratio > 1 ? .slower : .faster
  }

  /// Compares two workloads that were timed alternately in one process; samples are in seconds.
  ///
  /// Blocks with the same index form a pair. A block without a partner is ignored; the partner is
  /// missing if the other workload was cut off or canceled. With fewer than three pairs, the
  /// verdict is `same`.
  ///
  /// - Returns: nil if there is no pair of blocks with samples, or if a sample is not above 0.
  /// - Complexity: O(*n* log *n*) for *n* samples.
  package init?(_ base: [[Double]], _ changed: [[Double]], seed: UInt64) {
    guard (base + changed).allSatisfy({ $0.allSatisfy { $0 > 0 } }) else { return nil }
    let pairs = zip(base, changed).filter { !$0.0.isEmpty && !$0.1.isEmpty }.map {
      (ResampledMedian($0.0), ResampledMedian($0.1))
    }
    guard !pairs.isEmpty else { return nil }
    // Resample pairs of blocks, so that a disturbance of both blocks of a pair cancels out.
    var generator = SplitMix64(seed: seed)
    let ratios = pairs.map { $1.median / $0.median }
    var draws = ratios
    let resampled = (0..<Self.resamples).map { _ in
      for index in draws.indices {
        let (before, after) = pairs[generator.next(below: pairs.count)]
        draws[index] = after.draw(&generator) / before.draw(&generator)
      }
      return Percentile.median(draws)
    }
    let spread = Dispersion.robustSpread(ratios)
    self.init(
      ratio: Percentile.median(ratios), interval: Bootstrap.interval(of: resampled),
      spread: spread, threshold: max(Self.minimumThreshold, spread),
      isShown: pairs.count >= Self.minimumUnits)
  }

  /// Creates the verdict on measurements that were taken by several invocations.
  ///
  /// - Parameters:
  ///   - invocations: The ratio of the measurements, and its standard error.
  ///   - step: The result of `Holm` for this comparison.
  ///   - drift: The largest likely relative change of the machine's speed.
  ///   - minimum: The smallest change that gets a verdict.
  package init(
    _ invocations: InvocationComparison, _ step: Holm.Step, drift: Double = 0,
    minimum: Double = minimumThreshold
  ) {
    self.init(
      ratio: invocations.ratio, interval: invocations.interval(level: 1 - step.allowed),
      spread: invocations.spread, threshold: max(minimum, drift + invocations.spread),
      isShown: step.isShown && invocations.count >= Self.minimumUnits)
    standardError = invocations.standardError
    units = invocations.count
  }
}
