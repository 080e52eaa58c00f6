/// The sampling plan and callbacks that all experiments share.
public struct ExperimentContext {
  public var plan: SamplingPlan
  public var clock: any BenchmarkClock
  public var meter: (any ResourceMeter)?

  /// The memory available for a workload; if nil, no workload is rejected for its size.
  public var memoryBytes: Int?

  /// Checked often; if it returns true, the experiment returns its results so far.
  public var isCancelled: @Sendable () -> Bool

  /// Called with the progress of the whole experiment.
  public var progress: (SamplingProgress) -> Void

  /// Called after each group with all measurements so far, so that they can be saved.
  public var onMeasurements: ([Measurement]) -> Void

  /// Called after each block with all measurements so far, including the unfinished group.
  public var onBlock: ([Measurement]) -> Void = { _ in }

  /// Called with a sentence about the whole run, such as what was skipped and why.
  public var onNote: (String) -> Void

  public init(
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
