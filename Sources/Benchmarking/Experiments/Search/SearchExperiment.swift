internal import Basics
internal import Corpora
internal import Searching

/// Measures all strategies, access paths and contenders with the same queries and corpora.
package enum SearchExperiment {
  /// What to search, and how.
  package struct Request: Sendable {
    package var queries: [String]
    package var targets: [SearchTarget]

    /// The names of strategies; empty means all strategies that accept the query.
    ///
    /// Each strategy that is named explicitly must accept every query.
    package var strategies: [String] = []

    /// The names of access paths; empty means all access paths.
    package var paths: [String] = []

    package var contenders = ContenderChoice.all

    /// The number of evenly spaced records that contenders search; nil for all records.
    ///
    /// The contenders' times are scaled from the sample's text size to the corpus's text size, and
    /// the contenders' rows get a note.
    package var sample: Int?

    package init(queries: [String], targets: [SearchTarget]) {
      self.queries = queries
      self.targets = targets
    }
  }

  /// Measures each query with each strategy in each corpus; searchbench and the contenders are
  /// sampled alternately.
  ///
  /// Before an implementation is timed, its answer is compared with the answer of searchbench's
  /// scan, record by record. If the answer differs, the row gets the status `disagrees`, a note
  /// that lists the first differing records, and no samples. If the contender is known to interpret
  /// queries differently, the note explains how.
  ///
  /// - Parameters:
  ///   - request: What to search, and how.
  ///   - process: The process that runs the contenders; nil if the contender program is not
  ///     installed.
  ///   - context: The sampling plan and the callbacks.
  /// - Returns: The measurements; after a cancellation, the measurements so far.
  /// - Throws: An error before any sampling, if the request is invalid.
  package static func run(
    _ request: Request, process: (any SearchContenders)?, _ context: ExperimentContext
  ) throws(BenchmarkError) -> [Measurement] {
    let strategies = try SearchChoices.strategies(request.strategies)
    let paths = try SearchChoices.paths(request.paths)
    let contenders = try SearchChoices.contenders(
      request.contenders, of: process, for: strategies, context)
    if let sample = request.sample, sample < 1 { throw .notPositive("records in a sample", sample) }
    let matchups = try matchups(of: request, strategies, context)
    let rows = matchups.flatMap { $0 }.reduce(0) { count, matchup in
      count + paths.count + matchup.target.sources.count
        + contenders.count { $0.strategies.contains(matchup.strategy) }
    }
    let log = ExperimentLog(context, expecting: rows)
    let stage = process.map { ContenderRunner($0, context) }
    for (target, matchups) in zip(request.targets, matchups) where !matchups.isEmpty {
      let sample = request.sample.flatMap { RecordSample(of: target.searcher.corpus, count: $0) }
      var contenders = contenders
      if let stage, !contenders.isEmpty {
        log.announce("loading \(target.name) into the contender process")
        if !stage.load(target, sample) { contenders = [] }
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
        group += matchup.entries(ofSources: found, log).map(\.prepared)
        if let stage {
          group += matchup.entries(contenders, on: stage, sample, reference: found, log)
            .map(\.prepared)
        }
        log.sample(group, of: matchup.title)
      }
    }
    return log.measurements
  }

  /// The rows whose answers differ from the answer of searchbench's scan; each of these rows shows
  /// a bug.
  ///
  /// Rows of contenders that are known to interpret the query differently are not returned.
  package static func faults(
    in measurements: [Measurement], contenders: [ContenderInfo]
  ) -> [Measurement] {
    measurements.filter { row in
      row.status == .disagrees
        && !contenders.contains { info in
          info.name == row.labels["contender"]
            && info.explanation.map { row.note?.hasOccurrence(of: $0) ?? false } ?? false
        }
    }
  }

  /// For each target, one matchup for each query and each strategy that accepts the query.
  ///
  /// A strategy that rejects a query is skipped, and the run gets a note. If the request names
  /// strategies, or if every strategy rejects the query, the rejection is an error instead.
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
          context.onNote("skipped: \(fault.message)")
        }
      }
      result.append(matchups)
    }
    return result
  }
}
