internal import Corpora

/// A query on files, and the rows or counts that the caller wants.
struct FileQuery: Sendable {
  let query: CompiledQuery

  /// The matcher for plain lines; `nil` if lines have none of the fields in the query's scope.
  let lines: (any Matcher)?

  let request: StreamRequest

  /// Whether the caller wants rows instead of only their number.
  let wantsRows: Bool

  var isInverted: Bool { request.isInverted }

  /// Whether to count lines.
  ///
  /// The count is needed for the line numbers of rows, and for the total of an inverted search.
  var countsLines: Bool { wantsRows || isInverted }

  /// Whether to count all records.
  ///
  /// The count is needed for record numbers, for context (which is selected by record numbers), and
  /// for inverted searches.
  var countsRecords: Bool {
    wantsRows && (request.details.recordNumbers || request.details.hasContext) || isInverted
  }

  /// Whether the search also needs the records that do not match.
  var needsNonMatches: Bool { isInverted || wantsRows && request.details.hasContext }

  /// The number of context records before each row.
  var before: Int { wantsRows ? request.details.before : 0 }
  /// The number of context records after each row.
  var after: Int { wantsRows ? request.details.after : 0 }

  /// The records of one corpus that the search finds.
  struct Rows {
    /// The records that match; for an inverted search, the records that do not match.
    var records: ResultSet

    /// The number of undecided records: the search could not find out whether they match.
    var undecided = 0
  }

  /// The records of a corpus that the search finds; `nil` if the scan was canceled.
  ///
  /// If `matcher` is `nil`, no record matches, because the records have none of the fields in the
  /// query's scope.
  func rows(
    of corpus: Corpus, by matcher: (any Matcher)?, _ isCancelled: () -> Bool
  ) -> Rows? {
    guard let matcher else {
      return Rows(records: isInverted ? .all(of: corpus.count) : ResultSet([], of: corpus.count))
    }
    return matcher.rows(of: corpus, isInverted: isInverted, isCancelled)
  }
}

extension Matcher {
  /// The matching records of a corpus, or all other records if `isInverted` is true.
  ///
  /// The result is `nil` if the scan was canceled.
  ///
  /// The scan uses one thread.
  func rows(
    of corpus: Corpus, isInverted: Bool, _ isCancelled: () -> Bool
  ) -> FileQuery.Rows? {
    var folded: FoldedCorpus?
    if let folding {
      folded = corpus.folded(folding, isCancelled: isCancelled)
      if folded == nil { return nil }
    }
    let scan = Scan(
      corpus: corpus, folded: folded, matcher: self, limit: nil, countsHits: false,
      cutting: Scan.Cutting())
    let outcome = scan.run(over: .all, threads: 1, isCancelled: isCancelled)
    if outcome.completion == .cancelled { return nil }
    let undecided = outcome.undecided.count
    if !isInverted { return FileQuery.Rows(records: outcome.results, undecided: undecided) }
    let others =
      undecided == 0
      ? outcome.results
      : outcome.results.union(ResultSet(outcome.undecidedRecords, of: corpus.count))
    return FileQuery.Rows(records: others.complement(), undecided: undecided)
  }

  /// The number of hits in the matching records of a corpus.
  ///
  /// If `records` is not `nil`, only hits in these records are counted. The scan uses one thread.
  func hitCount(in corpus: Corpus, among records: ResultSet?) -> Int {
    let scan = Scan(
      corpus: corpus, folded: folding.flatMap { corpus.folded($0, isCancelled: { false }) },
      matcher: self, limit: nil, countsHits: true, cutting: Scan.Cutting())
    let candidates = records.map { Candidates.some($0) } ?? .all
    return scan.run(over: candidates, threads: 1, isCancelled: { false }).hitCount
  }
}
