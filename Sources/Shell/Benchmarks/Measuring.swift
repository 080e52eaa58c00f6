internal import Basics
internal import Benchmarking
internal import Reporting
internal import System
internal import Terminal

/// A benchmark to run: its experiment, sampling plan and corpora, and the closure that runs it.
struct MeasuringJob: Sendable {
  /// The measurements of a benchmark.
  ///
  /// `faults` are the measurements whose answers are unexpectedly wrong.
  struct Result: Sendable {
    var measurements: [Measurement]
    var faults: [Measurement]
  }

  typealias Body = @Sendable (ExperimentContext) throws(BenchmarkError) -> Result

  /// How to store a run, and which baseline to compare it with.
  struct Keeping: Sendable {
    var name: String?
    var isStored = true
    /// The stored run, program or commit that is the baseline; nil to compare with none.
    ///
    /// If the new run is slower than the baseline, the command reports an error.
    var base: String?
    /// The program or commit whose invocations alternate with those of the current program.
    var against: String?
    var allowsDebug = false
    /// Whether this process is an invocation, whose samples another process collects.
    var isInvocation = false
    /// The path to which Callgrind appends a number for each output file; nil to time the trials
    /// instead of counting instructions.
    var counts: String?
  }

  let experiment: Experiment
  let plan: SamplingPlan
  var corpora: [BenchmarkRun.CorpusFacts] = []
  /// Notes that apply to the whole run.
  var notes: [String] = []
  let body: Body
}

/// Runs benchmarks over the corpora of a workspace, and stores the runs.
final class Measuring {
  let workspace: Workspace

  /// The words of the current command, to be stored with the run.
  var words: [String] = []

  /// Whether the session was created only to run one subcommand of the executable.
  var isSubcommand = false

  /// The path of this executable, which is started for each invocation; nil if this process takes
  /// all samples.
  var program: String?

  /// An interrupted benchmark whose last iteration may still be running.
  private var abandonedBenchmark: MeasuringState?

  var console: Console { workspace.console }

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Runs a benchmark, stores the run, and writes and checks the result.
  ///
  /// - Throws: an error for invalid options or input, before anything is measured. An error for an
  ///   interruption, wrong answers, an unstored run or a regression is thrown after the result has
  ///   been written.
  func measure(
    _ job: MeasuringJob, keeping: MeasuringJob.Keeping, format: any RunFormat
  ) throws {
    try checkBuild(keeping)
    try checkForAbandonedBenchmark()
    let store = keeping.isStored ? runStore : nil
    let base = try keeping.base.map { try loadRun($0) }
    var initial = newRun(job.experiment, job.plan, keeping)
    initial.corpora = job.corpora
    initial.notes = job.notes
    let send: @Sendable (InvocationPart) -> Void = { part in part.writeToStandardError() }
    let state = MeasuringState(
      initial, store: store, onPart: keeping.isInvocation ? send : nil)
    let outcome = try waitFor(
      job, state, keeping,
      timesReference: keeping.isStored || keeping.isInvocation || base != nil)
    let run = state.run
    if run.measurements.isEmpty {
      if case .failure(let error) = outcome { throw ShellError(error) }
      if !run.isFinished { throw Self.interrupted("before anything was measured") }
    }
    // An invocation omits the statistics, because its parent process computes them.
    let shown: any RunFormat =
      keeping.isInvocation ? JSONRunFormat(hasStatistics: false) : format
    try shown.write(run, style: console.style, to: console.output)
    try console.flushOutput()
    if store != nil, state.problem == nil {
      console.report(StyledText("stored as \(run.id) · :runs \(run.id)", .dimmed))
    }
    switch outcome {
    case .failure(let error): throw ShellError(error).afterResults()
    case .success(let faults): try judge(run, faults, state.problem, base)
    }
  }

  func checkBuild(_ keeping: MeasuringJob.Keeping) throws {
    guard Self.isDebugBuild, !keeping.allowsDebug else { return }
    throw ShellError.failure(
      "this is a debug build, whose times mean little: build with scripts/build release, or give "
        + "--allow-debug")
  }

  static var isDebugBuild: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }

  func checkForAbandonedBenchmark() throws {
    if let abandonedBenchmark, !abandonedBenchmark.isOver {
      throw ShellError.failure(
        "the last iteration of the interrupted benchmark is still running and would disturb the "
          + "new benchmark: try again in a moment")
    }
    abandonedBenchmark = nil
  }

  /// Creates a run without measurements.
  func newRun(
    _ experiment: Experiment, _ plan: SamplingPlan, _ keeping: MeasuringJob.Keeping
  ) -> BenchmarkRun {
    let time = UTCTime.now()
    var run = BenchmarkRun(
      id: BenchmarkRun.newID(at: time), experiment: experiment.name, time: time.iso,
      arguments: words, seed: plan.seed, environment: .current(version: EntryPoint.version))
    run.name = keeping.name
    run.settings = Dictionary(
      uniqueKeysWithValues: SettingCatalog.all.filter { workspace.settings.origins[$0.key] != nil }
        .map { ($0.key, $0.read(workspace.settings)) })
    run.settings.merge(plan.described) { $1 }
    run.settings["hashing"] =
      HashingSeed.isFixed(environment: console.environment) ? "fixed" : "random"
    return run
  }

  /// Runs the job on its own thread, and waits until the job ends or a signal arrives.
  ///
  /// If `timesReference` is true, the reference workload is timed between groups of trials, so that
  /// runs can be compared with each other.
  ///
  /// - Returns: the measurements whose answer is wrong, or the error of the job.
  /// - Throws: a failure if the system cannot create a thread.
  private func waitFor(
    _ job: MeasuringJob, _ state: MeasuringState, _ keeping: MeasuringJob.Keeping,
    timesReference: Bool
  ) throws -> Result<[Measurement], BenchmarkError> {
    let memory = state.run.environment.memoryBytes
    let slowdown = try Slowdown.share(environment: console.environment)
    let callgrind = keeping.counts.flatMap { CallgrindMeter(path: $0) }
    if keeping.counts != nil, callgrind == nil {
      throw ShellError.usage("--count-in works only in Valgrind: use --count instructions")
    }
    let started = BackgroundWork<Result<[Measurement], BenchmarkError>> {
      defer { state.end() }
      var context = ExperimentContext(plan: job.plan)
      context.memoryBytes = memory
      let meter = SystemMeter()
      context.meter = meter
      context.isCancelled = { state.isCancelled }
      context.progress = { state.report($0) }
      context.onBlock = { measurements in
        state.update(isStep: true) { $0.measurements = measurements }
      }
      context.onMeasurements = { measurements in
        state.update { $0.measurements = measurements }
      }
      context.onNote = { note in state.update { $0.notes.append(note) } }
      context.slowdown = slowdown
      if let note = Slowdown.note(slowdown) { context.onNote(note) }
      if timesReference {
        state.update { $0.notes += meter.absences }
        context.onReference = { time in state.update { $0.references.append(time) } }
      }
      if let callgrind { context.count(with: callgrind) }
      do throws(BenchmarkError) {
        let result = try job.body(context)
        let isFinished = !state.isCancelled
        state.update {
          $0.measurements = result.measurements
          $0.isFinished = isFinished
        }
        return .success(result.faults)
      } catch {
        return .failure(error)
      }
    }
    guard let started else {
      throw ShellError.failure("the system cannot start another thread: end other programs")
    }
    return follow(started, state, isInvocation: keeping.isInvocation)
  }

  private func follow(
    _ work: BackgroundWork<Result<[Measurement], BenchmarkError>>, _ state: MeasuringState,
    isInvocation: Bool
  ) -> Result<[Measurement], BenchmarkError> {
    let bar = console.progress("measuring")
    defer { bar.finish() }
    while work.result == nil, !Signals.isCancelled {
      work.wait(milliseconds: 100)
      // If the parent process was killed, no process will read these samples.
      if isInvocation, PipedProcess.isAbandoned { Platform.exit(ExitStatus.interrupted) }
      if let progress = state.progress {
        bar.update(
          share: progress.done, remaining: progress.remainingNanoseconds, of: progress.current)
      }
    }
    if Signals.isCancelled {
      // Keep this process alive after a signal until it has shown the results of the finished
      // trials.
      Signals.postponeEnd(milliseconds: 1_000)
      // The thread notices the signal at the end of its current iteration. Wait at most 40 ms for
      // the thread to end.
      for _ in 0..<2 where work.result == nil { work.wait(milliseconds: 20) }
    }
    guard let result = work.result else {
      state.abandon()
      abandonedBenchmark = state
      return .success([])
    }
    return result
  }

  private func judge(
    _ run: BenchmarkRun, _ faults: [Measurement], _ problem: OutputError?, _ base: BenchmarkRun?
  ) throws {
    if !run.isFinished {
      let kept = NumberFormat.counted(run.measurements.count { !$0.blocks.isEmpty }, "trial")
      throw Self.interrupted("the results of \(kept) are shown").afterResults()
    }
    if let first = faults.first {
      throw ShellError.failure(
        "\(NumberFormat.counted(faults.count, "answer")) "
          + "\(faults.count == 1 ? "is wrong, from" : "are wrong, the first from") "
          + "\(first.labels["contender"] ?? first.labels["strategy"] ?? "one contender"): "
          + "\(first.note ?? "its time was not accepted")"
      ).afterResults()
    }
    if let problem {
      throw ShellError.failure("the run was not stored: \(problem.message)").afterResults()
    }
    if let base { try judge(run, against: base) }
  }

  static func interrupted(_ what: String) -> ShellError {
    ShellError(message: "interrupted: \(what)", exitCode: ExitStatus.interrupted)
  }

  /// Compares `run` with `base` and reports the verdict.
  ///
  /// - Throws: an error with exit code 1 if `run` is slower.
  func judge(_ run: BenchmarkRun, against base: BenchmarkRun) throws {
    let diff = RunDiff(base, run)
    // If the invocations of two programs alternated, the table already shows these warnings.
    if !diff.isInterleaved { for warning in diff.warnings { console.warn(warning) } }
    switch diff.judgement {
    case .passed: console.report("no regression against \(base.id)")
    case .inconclusive(let why): console.warn("inconclusive: \(why)")
    case .regressed(let rows):
      let worst = rows.compactMap(\.comparison).max { $0.ratio < $1.ratio }
      let most = rows.filter(\.hasMoreInstructions).compactMap(\.instructionRatio).max()
      let isStored = (try? runStore?.load(run.id)) != nil
      let ratio = worst.map {
        " (up to \(NumberFormat.fixed($0.ratio, decimals: 2)) times as long)"
      }
      let instructions = most.map {
        " (up to \(NumberFormat.fixed($0, decimals: 2)) times as many instructions)"
      }
      var error = ShellError(
        message: "\(NumberFormat.counted(rows.count, "measurement")) "
          + "\(rows.count == 1 ? "is" : "are") worse in \(run.id) than in \(base.id)\(instructions ?? ratio ?? "")"
          + (isStored ? "; \(console.commandPrefix)runs diff \(base.id) \(run.id) shows them" : ""),
        exitCode: ExitStatus.nothingFound)
      error.hasResults = true
      throw error
    }
  }
}

extension SamplingPlan {
  /// The settings that a run stores for this sampling plan; durations are in nanoseconds.
  fileprivate var described: [String: String] {
    [
      "time": String(budget), "warmup": String(warmup), "cutoff": String(cutoff),
      "blocks": String(blocks), "samples": minimumSamples.map(String.init) ?? "auto",
    ]
  }
}

extension InvocationPart {
  /// Sends these changes of the run to the parent process, which reads them from standard error.
  fileprivate func writeToStandardError() {
    let errors = FileOutput.standardError()
    // Ignore write errors: no process could read a message about them, because the parent process
    // is gone.
    try? errors.write(line().span)
    try? errors.flush()
  }
}

extension ShellError {
  init(_ error: BenchmarkError) {
    self = error.isUsage ? .usage(error.message) : .failure(error.message)
  }

  /// Returns a copy of this error in which `hasResults` is true, so that the results written before
  /// the error are kept.
  func afterResults() -> ShellError {
    var error = self
    error.hasResults = true
    return error
  }
}
