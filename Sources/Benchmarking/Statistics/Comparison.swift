internal import Basics

/// Whether one measurement is faster than another, by their p50.
///
/// A verdict needs two things: a 95 % interval of the ratio without 1 in it, and a change beyond the threshold, which is the
/// larger of 2 % and the spread between blocks that was seen. Where fewer than three blocks were seen there is no verdict.
///
///     let comparison = Comparison(old.blocks, new.blocks, pairing: .interleaved, seed: 1)
///     if comparison?.verdict == .slower { print(comparison?.ratio ?? 1) }
public struct Comparison: Hashable, Sendable {
  /// How the two were taken.
  public enum Pairing: Sendable {
    /// In turns: blocks of the same number belong together, and what slowed one slowed the other.
    case interleaved
    /// At different times: what changed in the machine between the two is part of the ratio, and its blocks do not show it.
    /// The reference workload of a run tells of that.
    case apart
  }

  public enum Verdict: String, Sendable {
    case faster
    case slower
    case same = "no difference shown"
  }

  /// The least change that is worth a verdict.
  public static let leastThreshold = 0.02

  /// The fewest blocks that tell a spread.
  static let leastBlocks = 3

  private static let resamples = 500

  /// The p50 of the changed over that of the base; of interleaved ones the median of the ratios block by block.
  public let ratio: Double

  /// The 95 % interval of the ratio: blocks resampled first, then samples.
  public let interval: ClosedRange<Double>

  /// How far the ratio of one block of each lies from that of the next, as a relative standard deviation.
  ///
  /// Estimated robustly, by the median absolute deviation: of the ratios block by block, or, of measurements taken apart, of
  /// the p50s of the blocks of each, the two added as independent errors are.
  public let spread: Double

  /// The change that a verdict needs.
  public var threshold: Double { max(Self.leastThreshold, spread) }

  public let verdict: Verdict

  /// Compares samples in seconds, by block; nil where one has none, or one that is not above 0.
  ///
  /// Interleaved blocks are compared as far as both have them: one of the two may have been cut off, or cancelled.
  ///
  /// - Complexity: O(*n* log *n*) for *n* samples interleaved; O(*r* · *n*) for *r* = 500 resamples of those taken apart.
  public init?(_ base: [[Double]], _ changed: [[Double]], pairing: Pairing, seed: UInt64) {
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
      && abs(seen.ratio - 1) > max(Self.leastThreshold, seen.spread)
    verdict = !isClear ? .same : seen.ratio > 1 ? .slower : .faster
  }

  /// What a verdict is based on.
  private struct Seen {
    let ratio: Double
    let spread: Double
    let blocks: Int
    let resampled: [Double]

    /// Blocks are resampled in pairs, so that what both have in common stays out of the ratio.
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

    /// Each is resampled by itself.
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
