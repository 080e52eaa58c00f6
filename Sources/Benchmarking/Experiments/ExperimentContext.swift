/// The sampling plan and callbacks that all experiments share.
package struct ExperimentContext {
  package var plan: SamplingPlan
  package var clock: any BenchmarkClock
  package var meter: (any ResourceMeter)?

  /// The memory available for a workload, in bytes; if nil, no workload is rejected for its size.
  package var memoryBytes: Int?

  /// Called often to ask whether to stop; after `true`, the experiment returns its results so far.
  package var isCancelled: @Sendable () -> Bool

  /// Called with the progress of the whole experiment.
  package var progress: (SamplingProgress) -> Void

  /// Called after each group of trials with all measurements so far, which the callback can save.
  package var onMeasurements: ([Measurement]) -> Void

  /// Called after each block with all measurements so far, including measurements of the unfinished
  /// group.
  package var onBlock: ([Measurement]) -> Void = { _ in }

  /// Called with each time of the reference workload; if the callback is nil, the reference
  /// workload is not timed.
  ///
  /// The reference workload is timed before the first group of trials and after each group.
  package var onReference: ((BenchmarkRun.ReferenceTime) -> Void)?

  /// The fraction by which all trials are slowed down in tests of verdicts; 0 for real
  /// measurements.
  package var slowdown = 0.0

  /// Called with each note that applies to the whole run.
  ///
  /// A note is a sentence, such as the reason why a contender was skipped.
  package var onNote: (String) -> Void

  package init(
    plan: SamplingPlan = SamplingPlan(), clock: any BenchmarkClock = SystemClock(),
    meter: (any ResourceMeter)? = nil, memoryBytes: Int? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @escaping (SamplingProgress) -> Void = { _ in },
    onMeasurements: @escaping ([Measurement]) -> Void = { _ in },
    onNote: @escaping (String) -> Void = { _ in }
  ) {
    self.plan = plan
    self.clock = clock
    self.meter = meter
    self.memoryBytes = memoryBytes
    self.isCancelled = isCancelled
    self.progress = progress
    self.onMeasurements = onMeasurements
    self.onNote = onNote
  }
}
