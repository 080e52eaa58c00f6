/// How far sampling is.
public struct SamplingProgress: Sendable {
  /// From 0 to 1.
  public let done: Double

  /// What the rest may take; nil as long as nothing is known.
  public let remainingNanoseconds: UInt64?

  /// The trial at hand.
  public let current: String

  public init(done: Double, remainingNanoseconds: UInt64?, current: String) {
    self.done = done
    self.remainingNanoseconds = remainingNanoseconds
    self.current = current
  }
}
