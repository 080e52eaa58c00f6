/// Collects the measurements of an experiment and reports its progress.
final class ExperimentLog {
  private let context: ExperimentContext

  private(set) var measurements: [Measurement] = []

  /// The expected number of trials, including trials that need no samples.
  private let expected: Int
  private var finished = 0

  /// The number of groups sampled so far.
  private var groups = 0
  private let start: UInt64

  init(_ context: ExperimentContext, expecting trials: Int) {
    self.context = context
    expected = max(trials, 1)
    start = context.clock.now()
  }

  /// Reports a step that takes no samples, such as the check of an answer.
  func announce(_ current: String) {
    report(current, groupDone: 0, groupTrials: 0, groupRemaining: 0)
  }

  /// Samples the trials of a group alternately, and collects their rows.
  ///
  /// - Returns: The rows; a trial that was canceled before its first block has no row.
  @discardableResult
  func sample(_ group: [PreparedTrial], of title: String) -> [Measurement] {
    let trials = group.compactMap(\.trial).map {
      $0.slowed(by: context.slowdown, clock: context.clock)
    }
    var rows = rows(of: group, with: [])
    if !trials.isEmpty && !context.isCancelled() {
      if groups == 0 { timeReference() }
      let runner = BenchmarkRunner(
        context.plan, clock: context.clock, meter: context.meter, isCancelled: context.isCancelled)
      let sampled = runner.run(
        trials,
        progress: {
          report(
            "\($0.current), \(title)", groupDone: $0.done, groupTrials: trials.count,
            groupRemaining: $0.remainingNanoseconds)
        },
        onBlock: {
          context.onBlock(measurements + self.rows(of: group, with: $0))
        })
      rows = self.rows(of: group, with: sampled)
      groups += 1
      timeReference()
    }
    measurements += rows
    finished += group.count
    context.onMeasurements(measurements)
    return rows
  }

  /// The rows that have samples, or a status other than `ok`.
  private func rows(of group: [PreparedTrial], with sampled: [SampledTrial]) -> [Measurement] {
    group.compactMap { prepared in
      guard let trial = prepared.trial else { return prepared.measurement }
      var row = sampled.first { $0.name == trial.name }.flatMap { prepared.measurement(with: $0) }
      row?.group = groups
      return row
    }
  }

  /// Times the reference workload; called before the first group and after each group.
  private func timeReference() {
    guard let onReference = context.onReference, !context.isCancelled() else { return }
    let blocks = ReferenceWorkload.sample(clock: context.clock, isCancelled: context.isCancelled)
    onReference(.init(group: groups, blocks: blocks))
  }

  private func report(
    _ current: String, groupDone: Double, groupTrials: Int, groupRemaining: UInt64?
  ) {
    let done = Double(finished) + groupDone * Double(groupTrials)
    var remaining = groupRemaining.map { Double($0) }
    let pending = Double(max(expected - finished - groupTrials, 0))
    let elapsed = Double(context.clock.now() - start)
    // Before the first group finishes, estimate the time of a trial from its budget.
    let each =
      finished > 0
      ? elapsed / max(done, 1) : Double(context.plan.budget) + Double(context.plan.warmup)
    remaining = remaining.map { $0 + pending * each }
    context.progress(
      SamplingProgress(
        done: min(done / Double(expected), 1),
        remainingNanoseconds: remaining.map { UInt64(min($0, 1e18)) }, current: current))
  }
}
