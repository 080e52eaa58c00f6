internal import Corpora
internal import Searching

/// Times every strategy and access path of ours, and the contenders, on the same queries and corpora.
public enum SearchExperiment {
  /// What to run.
  public struct Request: Sendable {
    public var queries: [String]
    public var targets: [SearchTarget]

    /// The names of strategies; empty is all that take the query.
    ///
    /// A named one that does not take it is an error.
    public var strategies: [String] = []

    /// Names of access paths; empty is all there are.
    public var paths: [String] = []

    public var contenders = ContenderChoice.all

    /// How many evenly spaced records contenders get; nil is all.
    ///
    /// Their times are scaled up by the bytes, and the row says so.
    public var sample: Int?

    public init(queries: [String], targets: [SearchTarget]) {
      self.queries = queries
      self.targets = targets
    }
  }

  /// Measures each query by each strategy in each corpus; ours and the contenders take turns.
  ///
  /// All answers are compared with that of our scan, record by record, before they are timed: one that differs has the
  /// status `disagrees`, a note that names the first differing records, and no samples, also where the difference is a known
  /// one of dialect, which the note then explains.
  ///
  /// - Parameters:
  ///   - request: What to run.
  ///   - process: What runs the contenders; nil where it is not installed.
  ///   - context: How to sample, and whom to tell.
  /// - Returns: What was measured until the end, or until it was cancelled.
  /// - Throws: What is wrong with the request, before anything was timed.
  public static func run(
    _ request: Request, process: (any SearchContenders)?, _ context: ExperimentContext
  ) throws(BenchmarkError) -> [Measurement] {
    let strategies = try SearchChoices.strategies(request.strategies)
    let paths = try SearchChoices.paths(request.paths)
    let contenders = try SearchChoices.contenders(
      request.contenders, of: process, for: strategies, context)
    if let sample = request.sample, sample < 1 { throw .notPositive("records of a sample", sample) }
    let matchups = try matchups(of: request, strategies, context)
    let rows = matchups.flatMap { $0 }.reduce(0) { count, matchup in
      count + paths.count + contenders.count { $0.strategies.contains(matchup.strategy) }
    }
    let log = ExperimentLog(context, expecting: rows)
    let stage = process.map { ContenderStage($0, context) }
    for (target, matchups) in zip(request.targets, matchups) where !matchups.isEmpty {
      let sample = request.sample.flatMap { RecordSample(of: target.searcher.corpus, count: $0) }
      var contenders = contenders
      if let stage, !contenders.isEmpty {
        log.announce("handing \(target.name) to the contenders")
        if !stage.holds(target, sample) { contenders = [] }
      }
      for matchup in matchups where !context.isCancelled() {
        log.announce("checking \(matchup.title)")
        guard let reference = try matchup.entry(path: ScanPath.name, reference: nil),
          let found = reference.records
        else { break }
        var group: [PreparedTrial] = []
        for path in paths where !context.isCancelled() {
          let isChosen = path == SearchChoices.automaticPath
          let entry =
            path == ScanPath.name
            ? reference
            : try matchup.entry(
              path: path, reference: found, acceptsAnyPath: isChosen, label: isChosen ? path : nil)
          if let entry { group.append(entry.prepared) }
        }
        if let stage {
          group += matchup.entries(contenders, on: stage, sample, reference: found, log)
            .map(\.prepared)
        }
        log.sample(group, of: matchup.title)
      }
    }
    return log.measurements
  }

  /// The rows that disagree with our scan without being a known difference of dialect; any is a fault.
  public static func faults(
    in measurements: [Measurement], contenders: [ContenderInfo]
  ) -> [Measurement] {
    measurements.filter { row in
      row.status == .disagrees
        && !contenders.contains { info in
          info.name == row.labels["contender"]
            && info.explanation.map { row.note?.contains($0) ?? false } ?? false
        }
    }
  }

  /// For each target its matchups; what a strategy refuses is left out with a note, unless it was named.
  private static func matchups(
    of request: Request, _ strategies: [String], _ context: ExperimentContext
  ) throws(BenchmarkError) -> [[SearchMatchup]] {
    if request.queries.isEmpty { throw .nothing("query") }
    if request.targets.isEmpty { throw .nothing("corpus") }
    var result: [[SearchMatchup]] = []
    var noted: Set<String> = []
    for target in request.targets {
      var matchups: [SearchMatchup] = []
      for text in request.queries {
        var faults: [BenchmarkError] = []
        for strategy in strategies {
          if let fault = target.fault(in: text, by: strategy) {
            faults.append(.query(strategy: strategy, text: text, fault))
          } else {
            matchups.append(
              SearchMatchup(target: target, text: text, strategy: strategy, context: context))
          }
        }
        if let fault = faults.first, !request.strategies.isEmpty || faults.count == strategies.count
        {
          throw fault
        }
        for fault in faults where noted.insert(fault.message).inserted {
          context.onNote("left out: \(fault.message)")
        }
      }
      result.append(matchups)
    }
    return result
  }
}
