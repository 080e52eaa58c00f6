internal import Basics

/// The ratio of the p50s of two measurements, and the verdict whether one is faster.
///
/// A verdict requires that the interval of the ratio excludes 1, and that the change exceeds the threshold.
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

  /// The smallest change between runs of different times that gets a verdict.
  package static let minimumThresholdApart = 0.05

  /// The minimum number of blocks or invocations for a verdict.
  package static let leastUnits = 3

  private static let resamples = 500

  /// The p50 of the changed measurement divided by the base's.
  package let ratio: Double

  /// The interval of the ratio, which a verdict requires to exclude 1.
  package let interval: ClosedRange<Double>

  /// How much the ratio varies between blocks or invocations, as a relative standard deviation.
  package let spread: Double

  /// The change that a verdict requires.
  package let threshold: Double

  package let verdict: Verdict

  /// The standard error of the ratio's logarithm, and the number of invocations that it comes from; nil if blocks of one
  /// process were compared.
  package private(set) var standardError: Double?
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

  /// Compares samples that two workloads took in turns in one process, in seconds, by block.
  ///
  /// Blocks with the same index belong together. They are compared as far as both sides have them, because one of them
  /// may have been cut off or cancelled. With fewer than three blocks the verdict is `same`.
  ///
  /// - Returns: nil if one side has no samples, or a sample that is not above 0.
  /// - Complexity: O(*n* log *n*) for *n* samples.
  package init?(_ base: [[Double]], _ changed: [[Double]], seed: UInt64) {
    guard (base + changed).allSatisfy({ $0.allSatisfy { $0 > 0 } }) else { return nil }
    let pairs = zip(base, changed).filter { !$0.0.isEmpty && !$0.1.isEmpty }.map {
      (ResampledMedian($0.0), ResampledMedian($0.1))
    }
    guard !pairs.isEmpty else { return nil }
    // Resample pairs of blocks, so that effects on both blocks of a pair cancel out.
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
      isShown: pairs.count >= Self.leastUnits)
  }

  /// The verdict on measurements by several invocations.
  ///
  /// - Parameters:
  ///   - invocations: The ratio and its error.
  ///   - step: What `Holm` allows for it.
  ///   - drift: How much the machine itself may have changed, as a share.
  ///   - minimum: The smallest change that gets a verdict.
  package init(
    _ invocations: InvocationComparison, _ step: Holm.Step, drift: Double = 0,
    minimum: Double = minimumThreshold
  ) {
    self.init(
      ratio: invocations.ratio, interval: invocations.interval(level: 1 - step.allowed),
      spread: invocations.spread, threshold: max(minimum, drift + invocations.spread),
      isShown: step.isShown && invocations.count >= Self.leastUnits)
    standardError = invocations.standardError
    units = invocations.count
  }
}
