public import Searching

/// Runs one query in several ways, and shows in which records their answers differ.
public enum CompareExperiment {
  /// What to run.
  public struct Request: Sendable {
    public var query: String
    public var target: SearchTarget

    /// The one strategy to answer by every access path and contender; nil compares all strategies.
    public var strategy: String?

    /// So many samples of each way; nil is as many as half a second allows.
    public var runs: Int?

    /// Which contenders take part where the strategy is given.
    public var contenders = ContenderChoice.all

    public init(_ query: String, in target: SearchTarget) {
      self.query = query
      self.target = target
    }
  }

  /// One way to answer the query.
  public struct Row: Sendable {
    /// The name of the strategy, the access path or the contender.
    public let name: String

    /// The records found; nil without an answer.
    public let records: ResultSet?

    /// Those that no other row has.
    public let onlyHere: ResultSet?

    /// Those that some other row has and this one lacks.
    public let missing: ResultSet?

    /// The times, if any; nil for a way that does not take the query, or was cancelled.
    public let measurement: Measurement?

    /// Why it does not take the query.
    public let refusal: String?
  }

  /// All ways, and what there is to say about them.
  public struct Result: Sendable {
    public let rows: [Row]

    /// One for each row whose answer lacks records of others; none if all answers are the same.
    public let sentences: [String]

    public var measurements: [Measurement] { rows.compactMap(\.measurement) }
  }

  /// The time for each way, in nanoseconds, unless the number of runs is given.
  static let budget: UInt64 = 500_000_000

  /// Answers the query in each way, compares the answers, and times them in turns.
  ///
  /// - Parameters:
  ///   - request: What to run.
  ///   - process: What runs the contenders; nil where it is not installed.
  ///   - context: How to sample, and whom to tell.
  /// - Returns: The rows so far, if it was cancelled.
  /// - Throws: What is wrong with the request; with a strategy given also what is wrong with the query.
  public static func run(
    _ request: Request, process: (any SearchContenders)?, _ context: ExperimentContext
  ) throws(BenchmarkError) -> Result {
    var context = context
    if let runs = request.runs {
      if runs < 1 { throw .notPositive("runs", runs) }
      context.plan.minimumSamples = runs
      context.plan.maximumSamples = runs
      context.plan.blocks = min(context.plan.blocks, runs)
    } else {
      context.plan.budget = min(context.plan.budget, budget)
    }
    if let strategy = request.strategy {
      return try compareWays(request, strategy, process, context)
    }
    return try compareStrategies(request, context)
  }

  private static func compareStrategies(
    _ request: Request, _ context: ExperimentContext
  ) throws(BenchmarkError) -> Result {
    let strategies = try SearchChoices.strategies([])
    let log = ExperimentLog(context, expecting: strategies.count)
    var table = AnswerTable()
    for strategy in strategies where !context.isCancelled() {
      if let fault = request.target.fault(in: request.query, by: strategy) {
        table.add(
          strategy, refusal: fault.message + (fault.remedy.map { "; \($0)" } ?? ""))
        continue
      }
      let matchup = SearchMatchup(
        target: request.target, text: request.query, strategy: strategy, context: context)
      log.announce("checking \(strategy)")
      let path = request.target.options.accessPath
      if let entry = try matchup.entry(path: path, reference: nil, acceptsAnyPath: true) {
        table.add(strategy, entry.prepared.named(strategy), entry.records)
      }
    }
    return table.result(log, of: "'\(request.query)'")
  }

  private static func compareWays(
    _ request: Request, _ strategy: String, _ process: (any SearchContenders)?,
    _ context: ExperimentContext
  ) throws(BenchmarkError) -> Result {
    let strategy = try SearchChoices.strategies([strategy])[0]
    var contenders = try SearchChoices.contenders(
      request.contenders, of: process, for: [strategy], context)
    if let fault = request.target.fault(in: request.query, by: strategy) {
      throw .query(strategy: strategy, text: request.query, fault)
    }
    let paths = try SearchChoices.paths([])
    let log = ExperimentLog(context, expecting: paths.count + contenders.count)
    let matchup = SearchMatchup(
      target: request.target, text: request.query, strategy: strategy, context: context)
    var table = AnswerTable()
    log.announce("checking \(matchup.title)")
    guard let reference = try matchup.entry(path: ScanPath.name, reference: nil),
      let found = reference.records
    else { return table.result(log, of: matchup.title) }
    for path in paths where !context.isCancelled() {
      let entry =
        path == ScanPath.name ? reference : try matchup.entry(path: path, reference: found)
      if let entry { table.add(path, entry.prepared, entry.records) }
    }
    if let process, !contenders.isEmpty {
      let stage = ContenderStage(process, context)
      if !stage.holds(request.target, nil) { contenders = [] }
      for entry in matchup.entries(contenders, on: stage, nil, reference: found, log) {
        table.add(entry.name, entry.prepared, entry.records)
      }
    }
    return table.result(log, of: matchup.title)
  }
}

extension PreparedTrial {
  /// The same under another name, that of its row.
  fileprivate func named(_ name: String) -> PreparedTrial {
    var renamed = self
    renamed.trial = trial.map { Trial(name, sample: $0.sample) }
    return renamed
  }
}
