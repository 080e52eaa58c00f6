internal import Basics

/// Compares the p50 of two measurements, and decides whether one is faster.
///
/// A verdict requires that the 95 % interval of the ratio excludes 1, and that the change exceeds the threshold, which
/// is the larger of 2 % and the spread between blocks. With fewer than three blocks the verdict is `same`.
///
///     let comparison = Comparison(old.blocks, new.blocks, pairing: .interleaved, seed: 1)
///     if comparison?.verdict == .slower { print(comparison?.ratio ?? 1) }
package struct Comparison: Hashable, Sendable {
  /// How the two measurements were taken.
  package enum Pairing: Sendable {
    /// In turns: blocks with the same index belong together, so a slowdown of the machine affects both.
    case interleaved
    /// At different times: a change of the machine in between affects the ratio, and the blocks do not show it. The
    /// reference workload of the runs does.
    case apart
  }

  package enum Verdict: String, Sendable {
    case faster
    case slower
    case same = "no difference shown"
  }

  /// The smallest change that gets a verdict.
  package static let minimumThreshold = 0.02

  /// The minimum number of blocks for a verdict.
  static let leastBlocks = 3

  private static let resamples = 500

  /// The p50 of the changed measurement divided by the base's; for interleaved ones, the median ratio of the blocks.
  package let ratio: Double

  /// The 95 % interval of the ratio, from resampling blocks, then samples.
  package let interval: ClosedRange<Double>

  /// How much the ratio varies between blocks, as a relative standard deviation.
  ///
  /// It is estimated robustly, from the median absolute deviation. For interleaved measurements, that is the deviation
  /// of the ratios of the blocks. For measurements taken apart, the deviations of the p50s of both sides' blocks are
  /// added like independent errors.
  package let spread: Double

  /// The change that a verdict requires.
  package var threshold: Double { max(Self.minimumThreshold, spread) }

  package let verdict: Verdict

  /// Compares samples in seconds, by block; nil if one side has no samples, or a sample that is not above 0.
  ///
  /// Interleaved blocks are compared as far as both sides have them, because one of them may have been cut off or
  /// cancelled.
  ///
  /// - Complexity: O(*n* log *n*) for *n* samples interleaved; O(*r* · *n*) for *r* = 500 resamples of those taken
  ///   apart.
  package init?(_ base: [[Double]], _ changed: [[Double]], pairing: Pairing, seed: UInt64) {
    guard (base + changed).allSatisfy({ $0.allSatisfy { $0 > 0 } }) else { return nil }
    let seen: Seen?
    switch pairing {
    case .interleaved: seen = .interleaved(base, changed, seed)
    case .apart: seen = .apart(base.filter { !$0.isEmpty }, changed.filter { !$0.isEmpty }, seed)
    }
    guard let seen else { return nil }
    ratio = seen.ratio
    spread = seen.spread
    interval = Bootstrap.interval(of: seen.resampled)
    let isClear =
      seen.blocks >= Self.leastBlocks && !interval.contains(1)
      && abs(seen.ratio - 1) > max(Self.minimumThreshold, seen.spread)
    verdict = !isClear ? .same : seen.ratio > 1 ? .slower : .faster
  }

  /// The statistics that the verdict is based on.
  private struct Seen {
    let ratio: Double
    let spread: Double
    let blocks: Int
    let resampled: [Double]

    /// Resamples pairs of blocks, so that effects on both blocks of a pair cancel out.
    static func interleaved(_ base: [[Double]], _ changed: [[Double]], _ seed: UInt64) -> Seen? {
      let pairs = zip(base, changed).filter { !$0.0.isEmpty && !$0.1.isEmpty }.map {
        (ResampledMedian($0.0), ResampledMedian($0.1))
      }
      guard !pairs.isEmpty else { return nil }
      var generator = SplitMix64(seed: seed)
      let ratios = pairs.map { $1.median / $0.median }
      var draws = ratios
      return Seen(
        ratio: Percentile.median(ratios), spread: Dispersion.robustSpread(ratios),
        blocks: pairs.count,
        resampled: (0..<Comparison.resamples).map { _ in
          for index in draws.indices {
            let (before, after) = pairs[generator.next(below: pairs.count)]
            draws[index] = after.draw(&generator) / before.draw(&generator)
          }
          return Percentile.median(draws)
        })
    }

    /// Resamples each measurement independently.
    static func apart(_ base: [[Double]], _ changed: [[Double]], _ seed: UInt64) -> Seen? {
      guard let before = RankedBlocks(base), let after = RankedBlocks(changed) else { return nil }
      var generator = SplitMix64(seed: seed)
      let spreads = [base, changed].map { Dispersion.robustSpread($0.map(Percentile.median)) }
      let medians = before.resampledMedians(Comparison.resamples, &generator)
      return Seen(
        ratio: after.median / before.median,
        spread: (spreads[0] * spreads[0] + spreads[1] * spreads[1]).squareRoot(),
        blocks: min(base.count, changed.count),
        resampled: zip(medians, after.resampledMedians(Comparison.resamples, &generator)).map {
          $1 / $0
        })
    }
  }
}
