internal import Corpora
internal import Synchronization
internal import UnicodeText

extension Searcher {
  /// Finds the first matching records, which can be shown while all records are still being
  /// searched.
  ///
  /// Scans the corpus from its start on the caller's thread, until `limit` records are found or
  /// `isCancelled` returns `true`. Even if the scan is canceled, the found records are the first
  /// records of the full result. The scan counts no hits, caches no results, and folds only the
  /// text that it reads.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - limit: the maximum number of records to find.
  ///   - isCancelled: called between chunks of text.
  /// - Returns: a report with the found records; its `completion` is `complete` only if all records
  ///   were examined.
  /// - Throws: the error in the query, with its position.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text up to the last found record.
  package func firstRecords(
    matching query: Query, limit: Int, isCancelled: () -> Bool = { false }
  ) throws(QueryError) -> SearchReport {
    try firstRecords(matching: CompiledQuery(query), limit: limit, isCancelled: isCancelled)
  }

  /// Finds the first records that match a compiled query.
  package func firstRecords(
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
      query: query, results: scan.results, undecided: scan.undecidedRecords, hitCount: nil,
      examined: scan.examined,
      accessPath: ScanPath.name, completion: scan.completion, narrowedFrom: nil, isCached: false,
      timings: timings, bytesScanned: scan.bytes, corpus: corpus, matcher: matcher)
  }

  /// The number of hits in some of the records that a search found.
  ///
  /// - Parameters:
  ///   - report: the report of the search.
  ///   - records: records that are in the results of `report`.
  ///   - isCancelled: called between chunks of text, only on the caller's thread.
  /// - Returns: the number of hits; `nil` if `isCancelled` returned `true`.
  /// - Complexity: The cost of scanning the records.
  package func hitCount(
    of report: SearchReport, in records: ResultSet, isCancelled: () -> Bool = { false }
  ) -> Int? {
    if let known = report.matcher.hitCount(ofMatching: records, in: corpus) { return known }
    let part = try? run(report.query, within: records, isCancelled: isCancelled)
    return part?.isComplete == true ? part?.hitCount : nil
  }
}
