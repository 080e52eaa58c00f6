internal import Corpora
internal import Synchronization
internal import UnicodeText

extension Searcher {
  /// The first records that match: what a page can show while the search of all records goes on.
  ///
  /// The corpus is scanned from its beginning on the caller's thread, until there are `limit` records or `isCancelled`
  /// says that it took long enough. What was found by then is the beginning of the whole answer, whatever ended the scan;
  /// hits are not counted and nothing is kept. No text is folded but what is scanned.
  ///
  /// - Parameters:
  ///   - query: what to look for.
  ///   - limit: how many records are enough.
  ///   - isCancelled: asked between chunks of text.
  /// - Returns: the records found; its completion is `complete` only if all records were examined.
  /// - Throws: what is wrong with the query, with its place.
  /// - Complexity: O(*n*) in the text up to the last record found.
  public func firstRecords(
    matching query: Query, limit: Int, isCancelled: () -> Bool = { false }
  ) throws(QueryError) -> SearchReport {
    try firstRecords(matching: CompiledQuery(query), limit: limit, isCancelled: isCancelled)
  }

  /// The same for a query that was compiled before.
  public func firstRecords(
    matching compiled: CompiledQuery, limit: Int, isCancelled: () -> Bool = { false }
  ) throws(QueryError) -> SearchReport {
    var watch = Stopwatch()
    let query = compiled.query
    let matcher = try matcher(for: compiled)
    var timings = SearchStatistics.Timings()
    timings.parse = watch.lap()
    let folded = matcher.folding.flatMap { folding in kept.withLock { $0.folded[folding] } }
    let scan = Scan(
      corpus: corpus, folded: folded, matcher: matcher, limit: limit, countsHits: false,
      cutting: cutting
    ).run(over: .all, threads: 1, isCancelled: isCancelled)
    timings.search = watch.lap()
    return SearchReport(
      query: query, results: scan.results, hitCount: nil, examined: scan.examined,
      accessPath: ScanPath.name, completion: scan.completion, narrowedFrom: nil, isCached: false,
      timings: timings, bytesScanned: scan.bytes, corpus: corpus, matcher: matcher)
  }

  /// The hits in some of the records that a search found.
  ///
  /// - Parameters:
  ///   - report: what was found.
  ///   - records: records of `report`.
  ///   - isCancelled: asked between chunks of text, on the caller's thread only.
  /// - Returns: the number; `nil` once `isCancelled` said so.
  /// - Complexity: that of a scan of the records.
  public func hitCount(
    of report: SearchReport, in records: ResultSet, isCancelled: () -> Bool = { false }
  ) -> Int? {
    if let known = report.matcher.hitCount(ofMatching: records, in: corpus) { return known }
    let part = try? run(report.query, within: records, isCancelled: isCancelled)
    return part?.isComplete == true ? part?.hitCount : nil
  }
}
