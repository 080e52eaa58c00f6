internal import Corpora
internal import UnicodeText

/// What is looked for in each strip of some files, and how.
struct StripSearch: Sendable {
  /// What is wanted of the lines that match.
  enum Wanted: Sendable {
    case count
    case records
  }

  let wanted: Wanted

  /// Whether the lines that do not match are wanted instead.
  let isInverted: Bool
  let query: Query
  let matcher: any Matcher

  /// `nil` if every line has to be looked at.
  let filter: LineFilter?

  /// The text that a line matches if its folding holds it; `nil` where matching is something else.
  let needle: Needle?

  /// Finds lines by a regular expression; `nil` for other queries.
  let regex: RegexLines?

  /// The bytes that are read and looked through at a time: they stay in the cache.
  let blockSize: Int

  /// Whether lines are numbered.
  var countsLines: Bool { wanted == .records || isInverted }

  /// What was found in a strip.
  struct Result: Sendable {
    /// The lines that match, or that do not.
    var count = 0

    /// All lines, if they were to be counted.
    var lines = 0

    /// The files in which `count` lines are.
    var files: [Int] = []

    /// The lines to show, on numbers counted from the start of the strip's part of each file; `nil` for none.
    var records: (corpus: Corpus, results: ResultSet)?
  }

  /// Searches a part of a file, or all of some; `nil` if reading failed, or was cancelled.
  func search(
    _ strip: Strip, of files: [LineFile], isCancelled: () -> Bool
  ) -> Result? {
    var result = Result()
    switch search(strip, of: files, copies: false, &result, isCancelled) {
    case .done: return result
    case .stopped, .failed: return nil
    case .changed: break
    }
    // What was seen of the strip may never have stood in a file.
    result = Result()
    return search(strip, of: files, copies: true, &result, isCancelled) == .done ? result : nil
  }

  private func search(
    _ strip: Strip, of files: [LineFile], copies: Bool, _ result: inout Result,
    _ isCancelled: () -> Bool
  ) -> LineFile.Reading {
    var worker = Worker(search: self)
    for file in strip.files {
      let part = strip.part ?? 0..<files[file].size
      let reading = worker.read(part, of: files[file], copies: copies, isCancelled)
      if reading != .done { return reading }
      let isComplete = wanted == .records || worker.finishFile(file, &result, isCancelled)
      if !isComplete { return .failed }
    }
    result.lines = worker.lines
    return wanted == .count || worker.finish(&result, isCancelled) ? .done : .failed
  }

  /// Which of the records match; `nil` if cancelled.
  func matches(in corpus: Corpus, _ isCancelled: () -> Bool) -> ResultSet? {
    var folded: FoldedCorpus?
    if let folding = matcher.folding {
      folded = corpus.folded(folding, isCancelled: isCancelled)
      if folded == nil { return nil }
    }
    let scan = Scan(
      corpus: corpus, folded: folded, matcher: matcher, limit: nil, countsHits: false,
      cutting: Scan.Cutting())
    let outcome = scan.run(over: .all, threads: 1, isCancelled: isCancelled)
    if outcome.completion == .cancelled { return nil }
    return isInverted ? outcome.results.complement() : outcome.results
  }

  func report(_ corpus: Corpus, _ results: ResultSet) -> SearchReport {
    SearchReport(
      query: query, results: results, hitCount: nil, examined: corpus.count,
      accessPath: ScanPath.name, completion: .complete, narrowedFrom: nil, isCached: false,
      timings: SearchReport.Timings(), bytesScanned: corpus.textBytes, corpus: corpus,
      matcher: matcher)
  }
}

/// Consecutive lines that one thread searches: a part of one file, or all of some small ones.
struct Strip: Sendable {
  let files: Range<Int>
  let part: Range<Int>?
}
