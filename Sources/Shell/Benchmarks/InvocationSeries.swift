internal import Benchmarking
internal import Searching

/// A benchmark whose samples several processes take.
struct InvocationSeries {
  /// The number of invocations if `--invocations` does not give it.
  static let usual = 5

  /// The largest number that an interleaved comparison chooses by itself.
  static let most = 15

  /// The time after which `--quick` starts no more invocations, in nanoseconds, less the longest one so far.
  static let quickLimit: UInt64 = 19_000_000_000

  /// The command, such as `bench search`.
  let member: String

  /// The arguments for each process.
  let words: [String]
  let experiment: Experiment

  /// The plan of the whole run.
  let plan: SamplingPlan

  /// The number of invocations that was asked for; nil to choose it.
  let count: Int?

  /// The old program; nil to measure only this one.
  let against: String?

  /// The stored run to compare with; nil for none.
  let base: BenchmarkRun?
  let isQuick: Bool

  /// Whether a row that became slower is an error.
  let failsOnRegression: Bool
}

extension Measuring {
  /// The options of a benchmark that the processes of its invocations do not get.
  private static let ownOptions: Set<String> = [
    "--output", "--force", "--format", "--name", "--no-store", "--fail-on-regression",
    "--against", "--invocations", "--time", "--warmup", "--cutoff", "--samples", "--progress",
    "--verbose",
  ]

  /// The series of invocations that a command asks for.
  ///
  /// - Parameters:
  ///   - command: The parsed command.
  ///   - experiment: Its experiment.
  ///   - plan: The plan of the whole run.
  ///   - measuring: Its options for measuring.
  ///   - repeatsInput: Whether other processes can read the input.
  ///   - moreAgainst: More arguments if there is an old program.
  /// - Returns: the series; nil if this process measures by itself.
  /// - Throws: the errors of `--against` and `--fail-on-regression`.
  func series<Command: MemberCommand>(
    _ command: Command, _ experiment: Experiment, _ plan: SamplingPlan,
    _ measuring: MeasuringArguments, repeatsInput: Bool = true, moreAgainst: [String] = []
  ) throws -> InvocationSeries? {
    if measuring.invocation != nil { return nil }
    if measuring.against != nil, measuring.base != nil {
      throw ShellError.usage(
        "--against and --fail-on-regression exclude each other: give the old program to "
          + "--fail-on-regression")
    }
    let canStart = program != nil && repeatsInput
    if !canStart, measuring.against != nil || (measuring.invocations ?? 1) > 1 {
      throw ShellError.usage(
        "\(measuring.against != nil ? "--against" : "--invocations") starts processes that "
          + "read the input again: name files instead of the corpora in scope or standard input")
    }
    guard canStart else { return nil }
    try checkBuild(measuring.keeping)
    var against = try measuring.against.map { try oldProgram($0) }
    var stored: BenchmarkRun?
    switch try measuring.base.map({ try base($0, canMeasure: true) }) {
    case .run(let run): stored = run
    case .program(let path): against = path
    case nil: break
    }
    if measuring.invocations == 1, against == nil { return nil }
    var words = Command.form.removing(Self.ownOptions, from: Array(words.dropFirst(2)))
    if against != nil { words = moreAgainst + words }
    return InvocationSeries(
      member: Command.form.name, words: settingWords + words,
      experiment: experiment, plan: plan, count: measuring.invocations, against: against,
      base: stored, isQuick: measuring.quick, failsOnRegression: measuring.base != nil)
  }

  /// The settings that decide what is measured, as options.
  private var settingWords: [String] {
    SettingCatalog.all.filter {
      ($0.role == .query || $0.key == "seed") && workspace.settings.origins[$0.key] != nil
    }.flatMap { ["--\($0.key)", $0.text(workspace.settings)] }
  }

  /// A note on a run that this process measures by itself although the user did not ask for that.
  func notes(on measuring: MeasuringArguments) -> [String] {
    guard program != nil, measuring.invocation == nil, measuring.invocations == nil else {
      return []
    }
    return [
      "one invocation, because other processes cannot read this input: what changes between "
        + "processes is not in the intervals"
    ]
  }
}
