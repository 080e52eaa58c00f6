internal import Basics

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Compares the p50 of two measurements that were each taken by several invocations of a program.
///
/// An invocation is the unit of comparison. Some conditions vary between processes, but are the
/// same for all samples of one invocation: the placement of pages, hash seeds and the processor's
/// frequency. The ratio is computed from the logarithms of the invocations' medians. If the programs
/// alternated, their differences are averaged by a trimmed mean. Otherwise, each program is
/// represented by the faster half of its invocations: other load makes invocations slower, never
/// faster, and often lasts for several invocations of one run only (Chen and Revels, "Robust
/// benchmarking in noisy environments", 2016). The standard error of the ratio comes from resampling
/// invocations, then blocks, then samples (Kalibera and Jones, "Rigorous benchmarking in reasonable
/// time", 2013). The interval of the ratio comes from Student's t.
package struct InvocationComparison: Hashable, Sendable {
  /// How the two programs were measured.
  package enum Pairing: Sendable {
    /// Alternately: the two invocations of a pair run one after the other, so a slow change in the
    /// machine's speed affects both.
    case interleaved
    /// Separately, in runs made at different times.
    case apart
  }

  private static let resamples = 500

  /// The p50 of the changed measurement, divided by the p50 of the base.
  package let ratio: Double

  /// The standard error of the ratio's logarithm.
  package let standardError: Double

  /// The degrees of freedom of the standard error.
  package let degrees: Double

  /// The relative standard deviation between invocations.
  ///
  /// If the programs alternated, the spread is the deviation of the ratios of the pairs. Otherwise,
  /// the spread combines the deviations of both programs' invocations.
  package let spread: Double

  /// The number of pairs if the programs alternated; otherwise, the smaller of the two programs'
  /// numbers of invocations.
  package let count: Int

  /// Compares two measurements; each is an array of invocations, which contain blocks of samples.
  ///
  /// The result is nil if either measurement has fewer than two invocations with samples, or has a
  /// sample that is not above 0.
  ///
  /// - Parameters:
  ///   - base: The base's samples; the array of an invocation without samples is empty.
  ///   - changed: The changed measurement's samples. If the programs alternated, invocations with
  ///     equal indices form a pair.
  ///   - pairing: Whether the two programs were measured alternately or separately.
  ///   - seed: Seeds the resampling.
  /// - Complexity: O(*n* log *n* + *r* · *b*) for *n* samples in *b* blocks and *r* = 500
  ///   resamples.
  package init?(
    _ base: [[[Double]]], _ changed: [[[Double]]], pairing: Pairing, seed: UInt64
  ) {
    guard (base + changed).allSatisfy({ $0.allSatisfy { $0.allSatisfy { $0 > 0 } } }) else {
      return nil
    }
    var generator = SplitMix64(seed: seed)
    switch pairing {
    case .interleaved:
      let pairs = zip(base, changed).map { [$0, $1].withoutEmptyBlocks }.filter { $0.count == 2 }
        .map { (Unit($0[0]), Unit($0[1])) }
      guard pairs.count > 1 else { return nil }
      let logs = pairs.map { $1.center - $0.center }
      ratio = exp(Self.trimmedMean(logs))
      spread = Dispersion.robustSpread(logs.map { exp($0) })
      count = pairs.count
      degrees = Self.degrees(pairs.count)
      standardError = Self.error(pairs.count, of: Self.trimmedMean) {
        let (before, after) = pairs[generator.next(below: pairs.count)]
        return after.draw(&generator) - before.draw(&generator)
      }
    case .apart:
      let sides = [base, changed].map { $0.withoutEmptyBlocks.map(Unit.init) }
      guard sides.allSatisfy({ $0.count > 1 }) else { return nil }
      let centers = sides.map { $0.map(\.center) }
      ratio = exp(Self.fasterHalfMean(centers[1]) - Self.fasterHalfMean(centers[0]))
      let spreads = centers.map(Dispersion.standardDeviation)
      spread = (spreads[0] * spreads[0] + spreads[1] * spreads[1]).squareRoot()
      count = min(sides[0].count, sides[1].count)
      let variances = sides.map { units in
        let error = Self.error(units.count, of: Self.fasterHalfMean) {
          units[generator.next(below: units.count)].draw(&generator)
        }
        return error * error
      }
      standardError = (variances[0] + variances[1]).squareRoot()
      // The Welch-Satterthwaite degrees of freedom for a sum of two variances.
      let parts = zip(variances, sides).map { $0 * $0 / Self.degrees($1.count) }
      let total = (variances[0] + variances[1]) * (variances[0] + variances[1])
      degrees = total > 0 ? total / (parts[0] + parts[1]) : Self.degrees(count)
    }
  }

  /// The probability of a measured ratio at least as far from 1 as `ratio`, if the true ratio is
  /// between 1 − `drift` and 1 + `drift`.
  package func probability(drift: Double = 0) -> Double {
    let excess = max(0, abs(log(ratio)) - drift)
    if excess == 0 { return 1 }
    return standardError > 0 ? StudentsT.outside(excess / standardError, degrees: degrees) : 0
  }

  /// The interval of the ratio at `level`, such as 0.95.
  package func interval(level: Double) -> ClosedRange<Double> {
    let half = StudentsT.critical(level: level, degrees: degrees) * standardError
    return (ratio * exp(-half))...(ratio * exp(half))
  }

  // MARK: Statistics

  /// One invocation of one program.
  private struct Unit {
    private let blocks: [ResampledMedian]

    /// The logarithm of the median of the blocks' medians.
    let center: Double

    init(_ blocks: [[Double]]) {
      self.blocks = blocks.map { ResampledMedian($0) }
      center = log(Percentile.median(self.blocks.map(\.median)))
    }

    /// Draws a resample of the blocks and of their samples, and returns its center.
    func draw(_ generator: inout SplitMix64) -> Double {
      let draws = blocks.indices.map { _ in
        blocks[generator.index(below: blocks.count)].draw(&generator)
      }
      return log(Percentile.median(draws))
    }
  }

  /// The number of values that the trimmed mean drops at each end: a tenth of `count`.
  private static func trimmed(_ count: Int) -> Int { count / 10 }

  /// The degrees of freedom of the trimmed mean of `count` units.
  ///
  /// The same number is used for the mean of the faster half; `InvocationComparisonTests` checks the
  /// coverage of the intervals of both means.
  static func degrees(_ count: Int) -> Double {
    Double(count - 2 * trimmed(count) - 1)
  }

  private static func trimmedMean(_ values: [Double]) -> Double {
    let dropped = trimmed(values.count)
    return Dispersion.mean(Array(values.sorted()[dropped..<(values.count - dropped)]))
  }

  /// The mean of the smaller half of the values, including the middle value.
  private static func fasterHalfMean(_ values: [Double]) -> Double {
    Dispersion.mean(Array(values.sorted().prefix((values.count + 1) / 2)))
  }

  /// The standard error of the mean of `count` units; `draw` returns a resample of one unit.
  private static func error(
    _ count: Int, of mean: ([Double]) -> Double, _ draw: () -> Double
  ) -> Double {
    let means = (0..<resamples).map { _ in mean((0..<count).map { _ in draw() }) }
    return Bootstrap.standardError(ofResampled: means, units: count)
  }
}
