/// How long and how often trials are sampled.
///
/// Durations are in nanoseconds.
package struct SamplingPlan: Hashable, Sendable {
  /// The sampling time of a trial, without the warm-up.
  package var budget: UInt64 = 2_000_000_000

  package var warmup: UInt64 = 100_000_000

  /// The minimum number of samples regardless of the budget; nil means as the budget allows, at least one per block.
  package var minimumSamples: Int?

  /// The maximum number of samples, even if the budget allows more.
  package var maximumSamples = 1_000

  /// The number of blocks, in each of which the trials of a group take turns in a new random order.
  ///
  /// A trial that cannot afford a sample per block reduces this number, down to `leastBlocks`.
  package var blocks = 20

  /// The minimum number of blocks; fewer than five only if several invocations take the samples.
  package var leastBlocks = 5

  /// A trial is cut off if a single iteration takes longer than this.
  package var cutoff: UInt64 = 10_000_000_000

  package var seed: UInt64 = 1

  package init() {}
}
