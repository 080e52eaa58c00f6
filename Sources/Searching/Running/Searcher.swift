public import Corpora
internal import Synchronization
internal import Threading
internal import UnicodeText

/// Runs queries over one corpus.
///
/// ```swift
/// let searcher = Searcher(corpus)
/// let report = try searcher.run(Query("whale AND NOT ship", .boolean))
/// for record in report.results.prefix(10) { print(corpus.text(of: record, field: 0)) }
/// ```
///
/// Folded text and access paths are created when they are first needed, and kept for later queries.
/// A searcher can be used on several threads.
public final class Searcher: Sendable {
  /// The corpus to search.
  public let corpus: Corpus

  let cutting: Scan.Cutting
  let kept = Mutex(Kept())

  struct Kept {
    var folded: [Folding: FoldedCorpus] = [:]
    /// For each folding and each segment of the corpus, the folded segment of an earlier searcher.
    ///
    /// An element is nil if the earlier searcher has not folded the segment.
    var inherited: [Folding: [Segment?]] = [:]
    /// The foldings for which a thread is currently folding the corpus.
    var foldingsInProgress: Set<Folding> = []
    var histograms: [Folding: ByteHistogram] = [:]
    var paths: [String: BuiltPath] = [:]
    var results = ResultStore()
  }

  /// Creates a searcher; the searcher reads no text before the first query.
  public convenience init(_ corpus: Corpus) { self.init(corpus, cutting: Scan.Cutting()) }

  init(_ corpus: Corpus, cutting: Scan.Cutting) {
    self.corpus = corpus
    self.cutting = cutting
  }

  /// Drops folded text, access paths and results; they are created again when needed.
  ///
  /// - Complexity: O(1), plus the time to free the memory.
  public func dropCaches() {
    kept.withLock {
      let foldingsInProgress = $0.foldingsInProgress
      $0 = Kept()
      $0.foldingsInProgress = foldingsInProgress
    }
  }

  /// Finds the records that match.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - within: the records to search; `nil` for all records.
  ///   - stoppingAfter: the maximum number of records to find; `nil` for all.
  ///   - countingHits: whether to count the hits in each record.
  ///   - keeping: the maximum size of the kept results, in bytes; with 0, the search neither keeps
  ///     nor reuses results.
  ///   - isCancelled: called between chunks of text, only on the caller's thread; `true` ends the
  ///     search with the records found so far.
  /// - Returns: the records found, and the cost of the search.
  /// - Throws: the error in the query, with its position.
  /// - Complexity: O(*n*) at most, where *n* is the number of bytes of text; less with an access
  ///   path.
  public func run(
    _ query: Query, within: ResultSet? = nil, stoppingAfter: Int? = nil, countingHits: Bool = true,
    keeping: Int = 0, isCancelled: () -> Bool = { false }
  ) throws(QueryError) -> SearchReport {
    try run(
      CompiledQuery(query), within: within, stoppingAfter: stoppingAfter,
      countingHits: countingHits, keeping: keeping, isCancelled: isCancelled)
  }

  /// Finds the records that match a compiled query.
  ///
  /// - Throws: `unknownField`, `unknownAccessPath`, and errors that depend on the fields.
  /// - Complexity: O(*n*) at most, where *n* is the number of bytes of text; less with an access
  ///   path.
  public func run(
    _ compiled: CompiledQuery, within: ResultSet? = nil, stoppingAfter: Int? = nil,
    countingHits: Bool = true, keeping: Int = 0, isCancelled: () -> Bool = { false }
  ) throws(QueryError) -> SearchReport {
    var watch = Stopwatch()
    let query = compiled.query
    let setting = try AccessPathCatalog.path(for: query.options.accessPath)
    let matcher = try matcher(for: compiled)
    var timings = SearchStatistics.Timings()
    timings.parse = compiled.parseNanoseconds + watch.lap()
    let reuse = within == nil && keeping > 0 ? Reuse(query, matcher, keeping) : nil
    if let entry = reuse.flatMap(kept(for:)),
      let report = Self.report(
        of: entry, query, matcher, limit: stoppingAfter, countingHits, timings, corpus)
    {
      return report
    }
    let threads = query.options.threads ?? Workers.processorCount
    if let setting, !isBuilt(setting) {
      _ = build(setting, threads: threads, isCancelled: isCancelled)
      timings.build = watch.lap()
    }
    let narrowed = within ?? reuse.flatMap(narrowest(for:))
    let plan = plan(for: matcher, setting, within: narrowed)
    let candidates = Self.restrict(plan.answer.candidates, to: plan.isNarrowed ? narrowed : within)
    timings.plan = watch.lap()
    var scan: Scan.Outcome
    if plan.answer.isExact, matcher.isRequirementSufficient,
      let known = known(candidates, matcher, countingHits: countingHits, limit: stoppingAfter)
    {
      scan = known
    } else {
      let needsFolding = matcher.folding.map { !isFolded($0) } ?? false
      let isFew = needsFolding && isFew(candidates)
      let folded = isFew ? nil : matcher.folding.flatMap { foldedCorpus($0, threads, isCancelled) }
      if needsFolding, !isFew { timings.fold = watch.lap() }
      if matcher.folding != nil, folded == nil, !isFew {
        scan = Scan.Outcome(universe: corpus.count)
      } else {
        scan = Scan(
          corpus: corpus, folded: folded, matcher: matcher, limit: stoppingAfter,
          countsHits: countingHits, cutting: cutting
        ).run(over: candidates, threads: threads, isCancelled: isCancelled)
      }
    }
    timings.search = watch.lap()
    if let reuse, scan.completion == .complete {
      keep(scan, countingHits: countingHits, reuse)
    }
    return SearchReport(
      query: query, results: scan.results, undecided: scan.undecidedRecords,
      hitCount: countingHits ? scan.hitCount : nil,
      examined: scan.examined, accessPath: plan.name, completion: scan.completion,
      narrowedFrom: plan.isNarrowed ? narrowed?.count : within?.count, isCached: false,
      timings: timings, bytesScanned: scan.bytes,
      corpus: corpus, matcher: matcher)
  }

  func matcher(for compiled: CompiledQuery) throws(QueryError) -> any Matcher {
    try compiled.matcher(for: corpus.fields) { self.histogram($0) }
  }
}

/// Measures the durations of consecutive phases, in nanoseconds.
struct Stopwatch {
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant

  init() { last = clock.now }

  /// The nanoseconds since the previous call, or since the stopwatch was created.
  mutating func lap() -> Int {
    let now = clock.now
    let elapsed = last.duration(to: now).components
    last = now
    return Int(elapsed.seconds) * 1_000_000_000 + Int(elapsed.attoseconds / 1_000_000_000)
  }
}
