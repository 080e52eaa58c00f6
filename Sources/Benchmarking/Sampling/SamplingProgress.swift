/// The progress of sampling.
package struct SamplingProgress: Sendable {
  /// The completed fraction, from 0 to 1.
  package let done: Double

  /// The estimated remaining time; nil if the time is unknown.
  package let remainingNanoseconds: UInt64?

  /// The name of the current trial.
  package let current: String

  package init(done: Double, remainingNanoseconds: UInt64?, current: String) {
    self.done = done
    self.remainingNanoseconds = remainingNanoseconds
    self.current = current
  }
}
