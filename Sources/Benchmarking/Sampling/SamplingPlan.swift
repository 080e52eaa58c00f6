/// How long each trial is sampled, and how many samples and blocks are taken.
///
/// Durations are in nanoseconds.
package struct SamplingPlan: Hashable, Sendable {
  /// The sampling time of a trial, without the warm-up.
  package var budget: UInt64 = 2_000_000_000

  package var warmup: UInt64 = 100_000_000

  /// The minimum number of samples, regardless of the budget.
  ///
  /// If nil, the minimum is one sample per block.
  package var minimumSamples: Int?

  /// The maximum number of samples, even if the budget allows more.
  package var maximumSamples = 1_000

  /// The number of blocks; each block samples the trials of a group in a new random order.
  ///
  /// If a trial is too slow to take a sample in each block, there are fewer blocks, but at least
  /// `minimumBlocks`.
  package var blocks = 20

  /// The minimum number of blocks; below five only if several invocations share the samples.
  package var minimumBlocks = 5

  /// The maximum time of a single iteration; if an iteration takes longer, the trial is cut off.
  package var cutoff: UInt64 = 10_000_000_000

  package var seed: UInt64 = 1

  package init() {}
}
