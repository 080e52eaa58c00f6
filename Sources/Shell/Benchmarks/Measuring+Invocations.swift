internal import Basics
internal import Benchmarking
internal import Reporting
internal import System
internal import Terminal

extension Measuring {
  /// Runs a benchmark in several processes, stores the run, and writes and checks the result.
  ///
  /// If an old program is compared, the processes of the old and the new program alternate: old,
  /// new, new, old, old, new and so on. A slow change in the machine's speed then affects the old
  /// and the new program equally.
  ///
  /// - Throws: an error for invalid options or input, before anything is measured. An error for an
  ///   interruption, wrong answers, a failed process, an unstored run or a regression is thrown
  ///   after the result has been written.
  func measure(
    _ series: InvocationSeries, keeping: MeasuringJob.Keeping, format: any RunFormat
  ) throws {
    try checkForAbandonedBenchmark()
    let bar = console.progress("measuring")
    defer { bar.finish() }
    let measured = try SeriesRun(
      series, own: program ?? "", newRun(series.experiment, series.plan, keeping),
      store: keeping.isStored ? runStore : nil, bar)
    try measured.measure()
    bar.finish()
    let run = measured.run
    if let old = measured.old {
      try RunDiffReport(RunDiff(old, run)).write(
        to: console.output, format: format, style: console.style)
    } else {
      try format.write(run, style: console.style, to: console.output)
    }
    try console.flushOutput()
    if keeping.isStored, runStore != nil, measured.problem == nil {
      let both = measured.old.map { "\($0.id) and \(run.id) · :runs diff \($0.id) \(run.id)" }
      console.report(StyledText("stored as \(both ?? "\(run.id) · :runs \(run.id)")", .dimmed))
    }
    try judge(series, measured)
  }

  private func judge(_ series: InvocationSeries, _ measured: SeriesRun) throws {
    if measured.isInterrupted {
      let count = NumberFormat.counted(measured.invocations, "invocation")
      throw Self.interrupted("the results of \(count) are shown").afterResults()
    }
    if let failure = measured.failure { throw ShellError(failure).afterResults() }
    if let problem = measured.problem {
      throw ShellError.failure("the run was not stored: \(problem.message)").afterResults()
    }
    guard series.failsOnRegression else { return }
    if let base = measured.old ?? series.base { try judge(measured.run, against: base) }
  }
}

/// The state of a series of invocations while the series runs.
private final class SeriesRun {
  private let series: InvocationSeries
  private let own: BenchmarkProgram
  private let other: BenchmarkProgram?
  private let store: RunStore?
  private let bar: ProgressBar

  /// The run of the current program, with the samples of its invocations so far.
  private(set) var run: BenchmarkRun

  /// The run of the old program, with the samples of its invocations so far; nil until the old
  /// program's first invocation has ended.
  private(set) var old: BenchmarkRun?

  /// The number of invocations of the current program that have finished or were interrupted.
  private(set) var invocations = 0
  private(set) var isInterrupted = false

  /// The error to report at the end of the series; nil if no process has failed.
  ///
  /// If a process fails, the series continues only if that process delivered its samples.
  private(set) var failure: InvocationError?

  /// The first failure to store a run; nil if every run was stored.
  private(set) var problem: OutputError?

  private let start = Platform.monotonicNanoseconds()

  /// The samples that the running invocation has reported so far; nil before its first report.
  private var reported: BenchmarkRun?

  /// Whether `reported` has changed since it was last stored.
  private var hasUnsavedPart = false

  /// The earliest monotonic time, in nanoseconds, at which `reported` can be stored again.
  private var nextSave: UInt64 = 0

  /// The number of processes that have ended; `spent` is the total time of these processes in
  /// nanoseconds.
  private var ended = 0
  private var spent: UInt64 = 0
  private var longest: UInt64 = 0

  init(
    _ series: InvocationSeries, own: String, _ run: BenchmarkRun, store: RunStore?,
    _ bar: ProgressBar
  ) throws {
    self.series = series
    self.run = run
    self.store = store
    self.bar = bar
    do throws(InvocationError) {
      self.own = try BenchmarkProgram(
        path: own, member: series.member, isCancelled: Self.isCancelled)
      guard let against = series.against else {
        other = nil
        return
      }
      let other = try BenchmarkProgram(
        path: against, member: series.member, isCancelled: Self.isCancelled)
      if series.counting != nil, !other.takesCount {
        throw .failed(
          message: "--count: \(against) cannot count instructions, because it is older than this "
            + "option; leave out --count", code: ExitStatus.failure)
      }
      self.other = other
    } catch {
      throw ShellError(error)
    }
  }

  /// Whether a termination signal has arrived.
  ///
  /// If a signal has arrived, this function also postpones the exit of this process. The process
  /// can then store the samples that it has received.
  private static func isCancelled() -> Bool {
    guard Signals.isCancelled else { return false }
    Signals.postponeEnd(milliseconds: 1_000)
    return true
  }

  private var programs: Int { other == nil ? 1 : 2 }

  /// Runs all invocations.
  ///
  /// - Throws: an error if the first invocation of a program fails.
  func measure() throws {
    var goal = series.count ?? InvocationSeries.defaultCount
    var number = 0
    while number < goal, canContinue {
      if number > 0, isTimeOver {
        let note = "\(number) of \(goal) invocations, because --quick ends within 20 s"
        run.notes.append(note)
        break
      }
      try turn(number, of: goal)
      number += 1
      if number == InvocationSeries.defaultCount, series.count == nil, let old,
        let need = InvocationNeed(old, run)
      {
        // The number of invocations depends only on the spread of the samples. A number that
        // depended on the measured ratios could bias the verdict.
        goal = min(max(goal, need.countForMostRows), InvocationSeries.maximumCount)
      }
    }
    if canContinue, let counting = series.counting { count(counting) }
    run.isFinished = canContinue
    old?.isFinished = canContinue
    run.settings["invocations"] = String(number)
    old?.settings["invocations"] = String(number)
    save()
  }

  /// Counts the instructions of each program with the method `counting`.
  private func count(_ counting: InstructionCounting) {
    bar.update(share: 0.99, remaining: nil, of: "counting instructions")
    do throws(InvocationError) {
      try counting.count(own, series.member, in: &run, isCancelled: Self.isCancelled)
      guard let other, var old else { return }
      try counting.count(other, series.member, in: &old, isCancelled: Self.isCancelled)
      self.old = old
    } catch {
      if error == .cancelled || Self.isCancelled() {
        isInterrupted = true
      } else {
        failure = .failed(message: "--count: \(error.message)", code: ExitStatus.failure)
      }
    }
  }

  /// Whether the series can continue.
  ///
  /// An invocation that delivers its samples does not end the series, even if it reports an error
  /// such as a wrong answer.
  private var canContinue: Bool {
    if isInterrupted { return false }
    switch failure {
    case nil, .failed: return true
    default: return false
    }
  }

  /// Whether the next invocation of each program is likely to end after the time limit of
  /// `--quick`.
  private var isTimeOver: Bool {
    guard series.isQuick else { return false }
    let elapsed = Platform.monotonicNanoseconds() - start
    return elapsed + longest * UInt64(programs) > InvocationSeries.quickLimit
  }

  /// Runs one invocation of each program, in the reverse order of the previous call.
  private func turn(_ number: Int, of goal: Int) throws {
    let place = InvocationPlace(number: number, count: goal)
    let isOwnFirst = number % 2 == 1
    for isOwn in other == nil ? [true] : [isOwnFirst, !isOwnFirst] where canContinue {
      guard let program = isOwn ? own : other else { continue }
      do throws(InvocationError) {
        let result = try invoke(program, place, isOwn: isOwn)
        add(result.run, invocation: number, isOwn: isOwn)
        if failure == nil { failure = result.failure }
      } catch {
        // Keep the samples that the invocation reported before it failed; only the trial that was
        // running is lost.
        if let reported {
          add(reported, invocation: number, isOwn: isOwn)
          save()
        }
        if error == .cancelled || Self.isCancelled() {
          isInterrupted = true
        } else if number == 0 {
          throw ShellError(error)
        } else {
          // Replace any earlier error by this error, because the series must end if samples are
          // missing.
          failure = .died(path: program.path, how: "failed in invocation \(number + 1)")
        }
      }
      if Self.isCancelled() { isInterrupted = true }
    }
    if invocations == 0, isInterrupted {
      throw Measuring.interrupted("before anything was measured")
    }
    save()
  }

  private func invoke(
    _ program: BenchmarkProgram, _ place: InvocationPlace, isOwn: Bool
  ) throws(InvocationError) -> Invocation.Result {
    let share = series.plan.share(of: place.count * (series.isQuick ? programs : 1))
    let invocation = Invocation(of: program, series.member, series.words, share, place)
    let begin = Platform.monotonicNanoseconds()
    reported = nil
    hasUnsavedPart = false
    defer {
      let taken = Platform.monotonicNanoseconds() - begin
      ended += 1
      spent += taken
      longest = max(longest, taken)
    }
    return try invocation.run(
      isCancelled: Self.isCancelled,
      onPart: { part in
        reported = part
        hasUnsavedPart = true
      },
      onWait: {
        savePart(of: place.number, isOwn: isOwn)
        report(since: begin, place, isOld: !isOwn)
      })
  }

  /// Stores the run with the samples that the running invocation has reported so far.
  ///
  /// Storing takes at most a tenth of the time, because it slows down the running invocation.
  private func savePart(of invocation: Int, isOwn: Bool) {
    let begin = Platform.monotonicNanoseconds()
    guard store != nil, hasUnsavedPart, begin >= nextSave, let reported else { return }
    hasUnsavedPart = false
    if !isOwn, old == nil { old = oldRun(like: reported) }
    guard var part = isOwn ? run : old else { return }
    part.add(reported, invocation: invocation)
    save(part)
    let end = Platform.monotonicNanoseconds()
    nextSave = end + 9 * (end - begin)
  }

  /// Shows the progress; until the first process has ended, each process is assumed to take 2 s.
  private func report(since begin: UInt64, _ place: InvocationPlace, isOld: Bool) {
    let usual = ended > 0 ? Double(spent) / Double(ended) : 2_000_000_000
    let elapsed = Double(Platform.monotonicNanoseconds() - begin)
    let all = Double(place.count * programs)
    let done = min((Double(ended) + min(elapsed / usual, 0.95)) / all, 0.99)
    let remaining = ended > 0 ? UInt64((1 - done) * all * usual) : nil
    bar.update(
      share: done, remaining: remaining,
      of: "invocation \(place.number + 1) of \(place.count)" + (isOld ? ", old program" : ""))
  }

  private func add(_ other: BenchmarkRun, invocation: Int, isOwn: Bool) {
    if isOwn {
      invocations += 1
      run.add(other, invocation: invocation)
      return
    }
    var old = old ?? oldRun(like: other)
    old.add(other, invocation: invocation)
    self.old = old
  }

  /// Creates the run of the old program, initially without measurements.
  private func oldRun(like first: BenchmarkRun) -> BenchmarkRun {
    var old = run
    old.id = BenchmarkRun.newID()
    old.name = nil
    old.environment = first.environment
    old.corpora = []
    old.notes = ["measured alternately with \(run.id)"]
    old.references = []
    old.measurements = []
    old.settings[RunDiff.partner] = run.id
    run.settings[RunDiff.partner] = old.id
    return old
  }

  private func save() {
    for kept in [old, run].compactMap({ $0 }) { save(kept) }
  }

  private func save(_ kept: BenchmarkRun) {
    guard let store, !kept.measurements.isEmpty else { return }
    do throws(OutputError) {
      try store.save(kept)
    } catch {
      if problem == nil { problem = error }
    }
  }
}

extension ShellError {
  init(_ error: InvocationError) {
    switch error {
    case .failed(let message, let code): self.init(message: message, exitCode: code)
    case .cancelled: self = Measuring.interrupted("before anything was measured")
    default: self = .failure(error.message)
    }
  }
}
