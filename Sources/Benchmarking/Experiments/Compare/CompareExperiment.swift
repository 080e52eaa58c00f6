package import Searching

/// Runs one query with several implementations, and shows the records in which their answers
/// differ.
package enum CompareExperiment {
  /// The query and how to run it.
  package struct Request: Sendable {
    package var query: String
    package var target: SearchTarget

    /// The strategy to run with every access path and contender; if nil, all strategies are
    /// compared instead.
    package var strategy: String?

    /// Whether to skip the access paths and contenders, and compare only the corpus and the
    /// target's other sources; ignored if `strategy` is nil.
    package var onlySources = false

    /// The number of samples of each implementation; if nil, each implementation is sampled for
    /// half a second.
    package var runs: Int?

    /// The contenders to run if `strategy` is set.
    package var contenders = ContenderChoice.all

    package init(_ query: String, in target: SearchTarget) {
      self.query = query
      self.target = target
    }
  }

  /// The answer of one implementation.
  package struct Row: Sendable {
    /// The name of the strategy, access path or contender.
    package let name: String

    /// The matching records; nil if there is no answer.
    package let records: ResultSet?

    /// The records that no other row's answer contains.
    package let exclusiveRecords: ResultSet?

    /// The records that another row's answer contains, but this row's answer does not.
    package let missing: ResultSet?

    /// The sampled times; nil if the implementation does not support the query, or if sampling was
    /// canceled.
    package let measurement: Measurement?

    /// Why the implementation does not support the query; nil if it supports the query.
    package let refusal: String?
  }

  /// The rows of all implementations, and sentences about missing records.
  package struct Result: Sendable {
    package let rows: [Row]

    /// One sentence for each row whose answer lacks records; empty if all answers are equal.
    package let sentences: [String]

    package var measurements: [Measurement] { rows.compactMap(\.measurement) }
  }

  /// The sampling time of each implementation, in nanoseconds, if `runs` is nil.
  static let budget: UInt64 = 500_000_000

  /// Runs the query with each implementation, compares the answers, then samples the
  /// implementations alternately.
  ///
  /// - Parameters:
  ///   - request: The query and how to run it.
  ///   - process: The process that runs the contenders; nil if the contender program is not
  ///     installed.
  ///   - context: The sampling plan and the callbacks.
  /// - Returns: The result; after a cancellation, the result contains only the finished rows.
  /// - Throws: An error if the request is invalid, or if `strategy` is set and does not accept the
  ///   query.
  package static func run(
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
    if let strategy = request.strategy, request.onlySources {
      return try compareSources(request, strategy, context)
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

  private static func compareSources(
    _ request: Request, _ strategy: String, _ context: ExperimentContext
  ) throws(BenchmarkError) -> Result {
    let target = request.target
    let log = ExperimentLog(context, expecting: 1 + target.sources.count)
    let matchup = SearchMatchup(
      target: target, text: request.query, strategy: strategy, context: context)
    var table = AnswerTable()
    log.announce("checking \(matchup.title)")
    let path = target.options.accessPath
    if let entry = try matchup.entry(path: path, reference: nil, acceptsAnyPath: true),
      let found = entry.records
    {
      table.add(target.name, entry.prepared.named(target.name), found)
      for entry in matchup.entries(ofSources: found, log) {
        table.add(entry.name, entry.prepared, entry.records)
      }
    }
    return table.result(log, of: matchup.title)
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
    let log = ExperimentLog(
      context, expecting: paths.count + request.target.sources.count + contenders.count)
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
    if strategy == RegexEngine.strategy {
      for engine in RegexEngine.allCases
      where engine != request.target.options.regexEngine && !context.isCancelled() {
        try add(engine, request, strategy, comparedWith: found, context, to: &table)
      }
    }
    for entry in matchup.entries(ofSources: found, log) {
      table.add(entry.name, entry.prepared, entry.records)
    }
    if let process, !contenders.isEmpty {
      let stage = ContenderRunner(process, context)
      if !stage.load(request.target, nil) { contenders = [] }
      for entry in matchup.entries(contenders, on: stage, nil, reference: found, log) {
        table.add(entry.name, entry.prepared, entry.records)
      }
    }
    return table.result(log, of: matchup.title)
  }

  /// Adds the answer of another regular expression engine.
  private static func add(
    _ engine: RegexEngine, _ request: Request, _ strategy: String, comparedWith found: ResultSet,
    _ context: ExperimentContext, to table: inout AnswerTable
  ) throws(BenchmarkError) {
    let target = request.target.with(engine)
    let name = engine.rawValue
    if let fault = target.fault(in: request.query, by: strategy) {
      table.add(name, refusal: fault.message + (fault.remedy.map { "; \($0)" } ?? ""))
      return
    }
    let matchup = SearchMatchup(
      target: target, text: request.query, strategy: strategy, context: context)
    if let entry = try matchup.entry(path: ScanPath.name, reference: found, label: name) {
      table.add(name, entry.prepared.named(name), entry.records)
    }
  }
}

extension PreparedTrial {
  /// A copy with the trial renamed to `name`, which is the name of the row in the answer table.
  fileprivate func named(_ name: String) -> PreparedTrial {
    var renamed = self
    renamed.trial = trial.map { Trial(name, sample: $0.sample) }
    return renamed
  }
}
