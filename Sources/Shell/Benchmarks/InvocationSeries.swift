internal import Benchmarking
internal import Searching
internal import System

/// A benchmark whose samples are taken by several processes, called invocations.
struct InvocationSeries {
  /// The number of invocations if the user does not give `--invocations`.
  static let defaultCount = 5

  /// The maximum number of invocations in a comparison of two programs if the user does not give
  /// `--invocations`.
  static let maximumCount = 15

  /// The time limit of a series with `--quick`, in nanoseconds.
  ///
  /// An invocation is started only if it is expected to end before this limit.
  static let quickLimit: UInt64 = 19_000_000_000

  /// The name of the benchmark command, such as `bench search`.
  let member: String

  /// The arguments for each process.
  let words: [String]
  let experiment: Experiment

  /// The sampling plan of the whole run.
  let plan: SamplingPlan

  /// The requested number of invocations; nil to choose the number automatically.
  let count: Int?

  /// The path of an older build to compare with; nil to measure only the current program.
  let against: String?

  /// The stored run to compare with; nil if there is none.
  let base: BenchmarkRun?
  let isQuick: Bool

  /// Whether to report an error if a measurement has become slower.
  let failsOnRegression: Bool

  /// How to count instructions; nil if they are not counted.
  let counting: InstructionCounting?
}

extension Measuring {
  /// The options that a benchmark command does not pass on to its invocations.
  private static let ownOptions: Set<String> = [
    "--output", "--force", "--format", "--name", "--no-store", "--fail-on-regression",
    "--against", "--invocations", "--time", "--warmup", "--cutoff", "--samples", "--progress",
    "--verbose", "--count",
  ]

  /// Creates the series of invocations that a command requests.
  ///
  /// - Parameters:
  ///   - command: The parsed command.
  ///   - experiment: The experiment of the command.
  ///   - plan: The sampling plan of the whole run.
  ///   - measuring: The sampling and storing options of the command.
  ///   - repeatsInput: Whether other processes can read the input again.
  ///   - moreAgainst: Additional arguments for both programs if an old program is compared.
  ///   - moreCounting: Options and values for the process that counts instructions. They replace
  ///     the command's options of the same names. For example, they exclude contenders, which run
  ///     in another process whose instructions are not counted.
  /// - Returns: the series; nil if this process takes the samples itself.
  /// - Throws: an error if `--against`, `--fail-on-regression` or `--invocations` cannot be used.
  func series<Command: MemberCommand>(
    _ command: Command, _ experiment: Experiment, _ plan: SamplingPlan,
    _ measuring: MeasuringArguments, repeatsInput: Bool = true, moreAgainst: [String] = [],
    moreCounting: [String] = []
  ) throws -> InvocationSeries? {
    if measuring.invocation != nil { return nil }
    if measuring.against != nil, measuring.base != nil {
      throw ShellError.usage(
        "--against and --fail-on-regression exclude each other: give the old program to "
          + "--fail-on-regression")
    }
    let canStart = program != nil && repeatsInput
    let starting = [
      ("--against", measuring.against != nil), ("--count", measuring.countsInstructions),
      ("--invocations", (measuring.invocations ?? 1) > 1),
    ].first { $0.1 }?.0
    if !canStart, let starting {
      throw ShellError.usage(
        "\(starting) starts processes that read the input again: name files instead of the "
          + "corpora in scope or standard input")
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
    if measuring.invocations == 1, against == nil, !measuring.countsInstructions { return nil }
    var words = Command.form.removing(Self.ownOptions, from: Array(words.dropFirst(2)))
    var counting: InstructionCounting?
    if measuring.countsInstructions {
      // Use one thread: if several threads wait for each other, the counts vary.
      let own = moreCounting + ["--threads", "1"]
      let others = Command.form.removing(Set(own.filter { $0.hasPrefix("--") }), from: words)
      counting = try InstructionCounting(
        settingWords + own + others, folders: console.environment["PATH"] ?? "/usr/bin:/bin")
    }
    if against != nil { words = moreAgainst + words }
    return InvocationSeries(
      member: Command.form.name, words: settingWords + words,
      experiment: experiment, plan: plan, count: measuring.invocations, against: against,
      base: stored, isQuick: measuring.quick, failsOnRegression: measuring.base != nil,
      counting: counting)
  }

  /// The settings that affect the measurements, as command-line options.
  private var settingWords: [String] {
    SettingCatalog.all.filter {
      ($0.role == .query || $0.key == "seed") && workspace.settings.origins[$0.key] != nil
    }.flatMap { ["--\($0.key)", $0.text(workspace.settings)] }
  }

  /// A list that contains a note: only one process takes samples, because no other process can read
  /// the input.
  ///
  /// The list is empty if the user set the number of invocations, or if this process would not
  /// start invocations anyway.
  func notes(on measuring: MeasuringArguments) -> [String] {
    guard program != nil, measuring.invocation == nil, measuring.invocations == nil else {
      return []
    }
    return [
      "only one process takes samples, because other processes cannot read this input: the "
        + "intervals do not include the variation between processes"
    ]
  }
}
