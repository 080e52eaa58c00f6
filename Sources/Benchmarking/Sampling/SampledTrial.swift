/// The samples of a trial, complete or so far.
public struct SampledTrial: Sendable {
  public let name: String

  /// The number of iterations per batch.
  public var batch = 1

  /// Seconds per iteration, by block.
  public var blocks: [[Double]] = []

  /// Whether an iteration exceeded the cut-off.
  public var isCutOff = false

  /// The mean per iteration over all samples; nil if the system does not report it.
  public var instructions: Double?
  public var cycles: Double?

  public var peakMemoryBytes: Int?

  /// The error that the workload threw, which ended its sampling.
  public var error: (any Error)?

  public init(_ name: String) { self.name = name }
}
