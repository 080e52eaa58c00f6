/// What sampling a trial gave, also when it is not over yet.
public struct SampledTrial: Sendable {
  public let name: String

  /// The iterations of a batch.
  public var batch = 1

  /// Seconds of one iteration, by block.
  public var blocks: [[Double]] = []

  /// Whether an iteration took longer than the cut-off.
  public var isCutOff = false

  /// Counted over all samples, for one iteration; nil where the system does not tell.
  public var instructions: Double?
  public var cycles: Double?

  public var peakMemoryBytes: Int?

  /// What the workload threw; it was not sampled any further.
  public var error: (any Error)?

  public init(_ name: String) { self.name = name }
}
