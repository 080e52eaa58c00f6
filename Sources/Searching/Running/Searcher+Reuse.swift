internal import Corpora
internal import Synchronization
internal import UnicodeText

/// The properties of a query that decide which earlier results the query can reuse.
struct Reuse {
  let identity: QueryIdentity
  let folding: Folding?
  let key: NarrowingKey?
  /// The maximum total size of the kept results, in bytes.
  let limit: Int

  init(_ query: Query, _ matcher: any Matcher, _ limit: Int) {
    identity = QueryIdentity(query)
    folding = matcher.folding
    key = matcher.narrowingKey
    self.limit = limit
  }
}

extension Searcher {
  func kept(for reuse: Reuse) -> ResultStore.Entry? {
    kept.withLock { $0.results.entry(for: reuse.identity) }
  }

  func narrowest(for reuse: Reuse) -> ResultSet? {
    guard let key = reuse.key else { return nil }
    return kept.withLock {
      $0.results.narrowest(for: key, reuse.identity, folding: reuse.folding)
    }
  }

  func keep(_ scan: Scan.Outcome, countingHits: Bool, _ reuse: Reuse) {
    let entry = ResultStore.Entry(
      identity: reuse.identity, folding: reuse.folding, key: reuse.key, results: scan.results,
      undecided: scan.undecidedRecords, hitCount: countingHits ? scan.hitCount : nil)
    kept.withLock { $0.results.keep(entry, limit: reuse.limit) }
  }

  /// The report of a kept result.
  ///
  /// If hits must be counted, returns `nil` for a kept result that has no hit count, or has at
  /// least `limit` records.
  static func report(
    of entry: ResultStore.Entry, _ query: Query, _ matcher: any Matcher, limit: Int?,
    _ countingHits: Bool, _ timings: SearchStatistics.Timings, _ corpus: Corpus
  ) -> SearchReport? {
    let isWhole = limit.map { entry.results.count < $0 } ?? true
    guard isWhole || !countingHits, !countingHits || entry.hitCount != nil else { return nil }
    return SearchReport(
      query: query, results: limit.map { entry.results.first($0) } ?? entry.results,
      undecided: entry.undecided, hitCount: countingHits ? entry.hitCount : nil, examined: 0,
      accessPath: ScanPath.name,
      completion: isWhole ? .complete : .stoppedEarly, narrowedFrom: nil, isCached: true,
      timings: timings, bytesScanned: 0, corpus: corpus, matcher: matcher)
  }
}
