/// The progress of sampling.
public struct SamplingProgress: Sendable {
  /// The share that is done, from 0 to 1.
  public let done: Double

  /// The estimated remaining time; nil if it is unknown.
  public let remainingNanoseconds: UInt64?

  /// The name of the current trial.
  public let current: String

  public init(done: Double, remainingNanoseconds: UInt64?, current: String) {
    self.done = done
    self.remainingNanoseconds = remainingNanoseconds
    self.current = current
  }
}
