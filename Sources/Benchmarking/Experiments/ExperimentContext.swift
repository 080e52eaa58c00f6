/// What the experiments of a command share: how to sample, and whom to tell.
public struct ExperimentContext {
  public var plan: SamplingPlan
  public var clock: any BenchmarkClock
  public var meter: (any ResourceMeter)?

  /// The memory that a workload may fill; nil if unknown, and then nothing is refused for its size.
  public var memoryBytes: Int?

  /// Asked often; once it is true the experiment returns what it has.
  public var isCancelled: @Sendable () -> Bool

  /// Told how far the whole experiment is.
  public var progress: (SamplingProgress) -> Void

  /// Given all measurements so far after each group, so that they can be saved.
  public var onMeasurements: ([Measurement]) -> Void

  /// Given the same after each block, where the last group is not over yet.
  public var onBlock: ([Measurement]) -> Void = { _ in }

  /// Given a sentence about the whole run, such as what was left out and why.
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
