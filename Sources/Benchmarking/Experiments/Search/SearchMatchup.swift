internal import Basics
internal import Corpora
internal import Searching

/// The implementations that run one query with one strategy in one corpus.
///
/// The times of searchbench's own searches include parsing the query's text and finding the set of
/// records. Finding hits is not timed, because contenders do not find hits. An untimed first run
/// builds the folded text and the access path.
struct SearchMatchup {
  /// A row and the records found; `records` is nil if the contender failed or was cut off.
  struct Entry {
    var prepared: PreparedTrial
    var records: ResultSet?

    /// The name of the row within the matchup.
    let name: String
  }

  let target: SearchTarget
  let text: String
  let strategy: String
  let context: ExperimentContext

  var title: String { "\(strategy) '\(text)' in \(target.name)" }

  // MARK: Our own implementations

  /// The answer of searchbench with one access path.
  ///
  /// - Parameters:
  ///   - path: The name of the access path.
  ///   - reference: The scan's answer, with which the answer is compared; nil to skip the
  ///     comparison.
  ///   - acceptsAnyPath: Whether another access path may answer if `path` does not support the
  ///     query.
  ///   - label: The name of the path in the row; a note then names the path that was used. If nil,
  ///     the row itself names the path that was used.
  /// - Returns: The row and its records; nil if the path does not support the query, or after
  ///   cancellation.
  /// - Throws: `query`.
  func entry(
    path: String, reference: ResultSet?, acceptsAnyPath: Bool = false, label: String? = nil
  ) throws(BenchmarkError) -> Entry? {
    let query = target.query(text, by: strategy, path: path)
    let searcher = target.searcher
    let isCancelled = context.isCancelled
    let report: SearchReport
    do throws(QueryError) {
      report = try searcher.run(query, countingHits: false, isCancelled: isCancelled)
    } catch {
      throw .query(strategy: strategy, text: text, error)
    }
    guard report.isComplete else { return nil }
    if !acceptsAnyPath && report.accessPath != path {
      context.onNote("\(path) is left out for \(title): it cannot be used for this query")
      return nil
    }
    var row = row(of: "searchbench", matches: report.results.count)
    row.labels["path"] = label ?? report.accessPath
    if let label { context.onNote("\(label) uses \(report.accessPath) for \(title)") }
    if !report.undecided.isEmpty { row.note = report.statistics.undecidedSentence }
    let name = "searchbench by \(label ?? report.accessPath)"
    if let reference, reference != report.results {
      row.status = .disagrees
      row.add(note: RecordDifference(report.results, reference).sentence)
      return Entry(prepared: PreparedTrial(row), records: report.results, name: path)
    }
    let clock = context.clock
    let trial = Trial(name) { iterations in
      let start = clock.now()
      for _ in 0..<iterations {
        let report = try searcher.run(query, countingHits: false, isCancelled: isCancelled)
        if !report.isComplete { throw TrialFailure.interrupted }
        Blackhole.consume(report)
      }
      return clock.now() - start
    }
    let prepared = PreparedTrial(row, trial, cutOffNote: cutOffNote)
    return Entry(prepared: prepared, records: report.results, name: path)
  }

  // MARK: Contenders

  /// The answers of the contenders that support the strategy.
  func entries(
    _ contenders: [ContenderInfo], on stage: ContenderRunner, _ sample: RecordSample?,
    reference: ResultSet, _ log: ExperimentLog
  ) -> [Entry] {
    contenders.filter { $0.strategies.contains(strategy) }.compactMap { contender in
      if context.isCancelled() { return nil }
      log.announce("checking \(contender.name), \(title)")
      return entry(contender, on: stage, sample, reference: reference)
    }
  }

  /// The answer of a contender; nil if the contender does not support the query, or after
  /// cancellation.
  func entry(
    _ contender: ContenderInfo, on stage: ContenderRunner, _ sample: RecordSample?,
    reference: ResultSet
  ) -> Entry? {
    let query = target.query(text, by: strategy, path: ScanPath.name)
    var row = row(of: contender.name, matches: nil)
    row.note = sample?.note
    let found: ResultSet
    do throws(ContenderError) {
      let records = try stage.answer(contender.name, to: query)
      found = ResultSet(records, of: target.searcher.corpus.count)
    } catch {
      switch error {
      case .cancelled: return nil
      case .refused(let reason):
        context.onNote("\(contender.name) is left out for \(title): \(reason)")
        return nil
      case .cutOff:
        row.status = .cutOff
        row.add(note: cutOffNote)
      default:
        row.status = .disagrees
        row.add(note: error.message)
      }
      return Entry(prepared: PreparedTrial(row), records: nil, name: contender.name)
    }
    row.counts["matches"] = found.count
    let expected = sample.map { reference.intersection($0.records) } ?? reference
    if found != expected {
      row.status = .disagrees
      row.add(note: RecordDifference(found, expected).sentence)
      if let explanation = contender.explanation { row.add(note: explanation) }
      return Entry(prepared: PreparedTrial(row), records: found, name: contender.name)
    }
    let trial = Trial(contender.name) { iterations in
      do throws(ContenderError) {
        return try stage.sample(iterations, of: contender.name, query)
      } catch {
        throw TrialFailure(error)
      }
    }
    var prepared = PreparedTrial(row, trial, cutOffNote: cutOffNote)
    prepared.scale = sample?.scale ?? 1
    return Entry(prepared: prepared, records: found, name: contender.name)
  }

  var cutOffNote: String {
    "cut off: one run takes longer than \(TimeSpan(nanoseconds: context.plan.cutoff).brief)"
  }

  func row(of contender: String, matches: Int?) -> Measurement {
    let corpus = target.searcher.corpus
    var row = Measurement(
      labels: [
        "contender": contender, "strategy": strategy, "query": text, "corpus": target.name,
      ],
      counts: ["records": corpus.count, "bytes": corpus.textBytes])
    row.counts["matches"] = matches
    return row
  }
}

extension ContenderInfo {
  /// A note for a row whose answer differs: how the contender is known to interpret queries
  /// differently; nil if no such difference is known.
  var explanation: String? { dialect.map { "known difference: \($0)" } }
}

extension TrialFailure {
  init(_ error: ContenderError) {
    self =
      switch error {
      case .cutOff: .cutOff
      case .cancelled: .interrupted
      default: .broken(error.message)
      }
  }
}
