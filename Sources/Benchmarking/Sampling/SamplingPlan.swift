/// How long and how often trials are sampled.
///
/// Durations are nanoseconds.
public struct SamplingPlan: Hashable, Sendable {
  /// What a trial may take, warm-up not counted.
  public var budget: UInt64 = 2_000_000_000

  public var warmup: UInt64 = 100_000_000

  /// A minimum asked for by the user, whatever the budget; nil: as many as the budget allows, one a block at least.
  public var minimumSamples: Int?

  /// The samples stop there even if the budget does not.
  public var maximumSamples = 1_000

  /// The trials of a group take turns in so many blocks, each in another order.
  ///
  /// A trial too slow for a sample in each makes them fewer, down to five.
  public var blocks = 20

  /// A trial whose single iteration takes longer is cut off.
  public var cutoff: UInt64 = 10_000_000_000

  public var seed: UInt64 = 1

  public init() {}
}
