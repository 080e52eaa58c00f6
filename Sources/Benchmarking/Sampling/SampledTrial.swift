/// The samples taken so far in one trial.
package struct SampledTrial: Sendable {
  package let name: String

  /// The number of iterations per batch.
  package var batch = 1

  /// Seconds per iteration; one array per block.
  package var blocks: [[Double]] = []

  /// Whether an iteration exceeded the cut-off.
  package var isCutOff = false

  /// The mean number of instructions per iteration; nil if the system does not report instructions.
  package var instructions: Double?
  package var cycles: Double?

  package var peakMemoryBytes: Int?

  /// The error that the workload threw; nil if the workload threw no error.
  ///
  /// An error ends the sampling of the trial.
  package var error: (any Error)?

  package init(_ name: String) { self.name = name }
}
