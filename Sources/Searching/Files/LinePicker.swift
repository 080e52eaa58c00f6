internal import Corpora
internal import UnicodeText

/// A query on files, and what the caller wants of its results.
struct FileQuery: Sendable {
  let query: CompiledQuery

  /// The matcher for plain lines; `nil` if lines have none of the fields in the query's scope.
  let lines: (any Matcher)?

  let request: StreamRequest

  /// Whether rows are wanted, not only their count.
  let wantsRows: Bool

  var isInverted: Bool { request.isInverted }

  /// Whether lines are counted, for the line numbers of rows or for the total of an inverted search.
  var countsLines: Bool { wantsRows || isInverted }

  /// Whether all records are counted; context is selected by record numbers.
  var countsRecords: Bool {
    wantsRows && (request.details.recordNumbers || request.details.hasContext) || isInverted
  }

  /// Whether records that do not match are needed, too.
  var needsNonMatches: Bool { isInverted || wantsRows && request.details.hasContext }

  /// The number of context records before each row.
  var before: Int { wantsRows ? request.details.before : 0 }
  /// The number of context records after each row.
  var after: Int { wantsRows ? request.details.after : 0 }

  /// Some records of a corpus.
  struct Rows {
    /// The records that match; for an inverted search, those that do not match.
    var records: ResultSet

    /// How many records could not be decided.
    var undecided = 0
  }

  /// The records of a corpus that match, or for an inverted search those that do not; `nil` if the scan was canceled.
  ///
  /// Without a matcher, no record matches: the records have none of the fields in the query's scope.
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
  /// The records of a corpus that match, or those that do not; `nil` if the scan was canceled.
  ///
  /// It uses one thread.
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
}

/// Searches the lines of files or parts of files, block by block, on one thread.
///
/// Lines that certainly match are counted. Lines that may match are picked, with their context if that is wanted, and
/// become a small corpus that is searched like any other.
struct LinePicker: ~Copyable {
  private let query: FileQuery
  private let matcher: (any Matcher)?

  /// The scanner of the current part; `nil` if every line is tested.
  private var scanner: (any LineScanner)?

  private var picked = CandidateCorpus()
  private var parts: [FileFindings.Part] = []

  /// The lines of the part that are counted so far.
  private var lines = 0
  /// The certain matches that were not picked.
  private var certain = 0

  /// How many of the next lines to pick as context, after a match or at the start of a part.
  private var trailing = 0

  /// For each part, the number of lines picked from earlier parts.
  private var pickedBefore: [Int] = []

  /// Whether to count all lines of the part, including those after the last match.
  private var countsAllLines = false
  private(set) var failure: CorpusError?

  private var line = GrowableBuffer<UInt8>()
  private var folded = GrowableBuffer<UInt8>()

  private static let newline = UInt8(ascii: "\n")

  init(_ query: FileQuery) {
    self.query = query
    matcher = query.lines
  }

  /// Begins a file, or a part of one.
  ///
  /// - Parameters:
  ///   - path: the path to show.
  ///   - continuesFile: whether the previous part was of the same file.
  ///   - isWhole: whether the part is a whole file.
  ///   - scanner: finds lines that may match; `nil` to test every line.
  mutating func begin(
    _ path: String, continuesFile: Bool, isWhole: Bool, scanner: (any LineScanner)?
  ) {
    self.scanner = scanner
    countsAllLines = query.countsRecords || (query.countsLines && !isWhole)
    parts.append(FileFindings.Part(path: path, continuesFile: continuesFile))
    picked.begin(path)
    lines = 0
    certain = 0
    // A match at the end of the previous part may need these lines as context.
    trailing = continuesFile ? query.after : 0
    pickedBefore.append(picked.count)
  }

  /// Adds a file without text.
  mutating func addEmpty(_ path: String) {
    parts.append(FileFindings.Part(path: path))
    pickedBefore.append(picked.count)
  }

  /// Ends the part.
  mutating func end(_ isCancelled: () -> Bool) {
    let last = parts.count - 1
    parts[last].lines = query.countsLines ? lines : 0
    parts[last].records = query.countsRecords ? lines : 0
    parts[last].matches = certain
    if !query.wantsRows { count(last, isCancelled) }
  }

  /// The ill-formed UTF-8 sequences in picked lines.
  private var invalidSequences = 0

  /// The counted lines that could not be decided.
  private var undecided = 0

  /// The bytes of the picked lines.
  var pickedBytes: Int { picked.textBytes }

  /// The certain matches of the part; matches that need a test as a record do not count.
  var certainMatches: Int { query.isInverted ? 0 : certain }

  /// Searches whole lines of the part, each with its line end; returns `false` if an error has occurred.
  mutating func look(at text: Span<UInt8>) -> Bool {
    if text.isEmpty { return failure == nil }
    guard let matcher else {
      if query.isInverted, query.wantsRows {
        pickAll(text)
      } else if query.countsLines {
        lines += Kernels.count(of: Self.newline, in: text)
      }
      return failure == nil
    }
    guard let scanner, !query.wantsRows || !(query.isInverted || scanner.picksMostLines) else {
      pickAll(text)
      return failure == nil
    }
    if !query.wantsRows, scanner.canCount, matcher.isSlow {
      // Lines that do not certainly match are searched as records, because that can be canceled.
      let counted = scanner.count(in: text) { line in
        pick(text.extracting(line), number: 0)
        return false
      }
      certain += counted
      if query.countsLines { lines += Kernels.count(of: Self.newline, in: text) }
    } else if !query.wantsRows, scanner.canCount {
      var line = GrowableBuffer<UInt8>(capacity: 0)
      var folded = GrowableBuffer<UInt8>(capacity: 0)
      swap(&line, &self.line)
      swap(&folded, &self.folded)
      certain += scanner.count(in: text) { range in
        Self.matches(text.extracting(range), matcher, &line, &folded)
      }
      swap(&line, &self.line)
      swap(&folded, &self.folded)
      if query.countsLines { lines += Kernels.count(of: Self.newline, in: text) }
    } else {
      pick(by: scanner, text)
    }
    return failure == nil
  }

  /// Counts a line if it is known whether it matches, and no row is needed for it; returns whether it did.
  mutating func takeLine(_ match: MatchLikelihood) -> Bool {
    switch match {
    case .nowhere: break
    case .surely where !query.wantsRows && !query.isInverted: certain += 1
    case .surely, .perhaps: return false
    }
    if query.countsLines || countsAllLines { lines += 1 }
    return true
  }

  // MARK: Picking

  private mutating func pick(_ line: Span<UInt8>, number: Int) {
    do throws(CorpusError) {
      try picked.append(line, number: number)
    } catch {
      failure = failure ?? error
    }
  }

  private mutating func pickAll(_ text: Span<UInt8>) {
    let before = picked.count
    do throws(CorpusError) {
      try picked.append(all: text, from: lines + 1)
    } catch {
      failure = failure ?? error
    }
    lines += picked.count - before
  }

  private mutating func pick(by scanner: any LineScanner, _ text: Span<UInt8>) {
    // The offset up to which lines are counted, and the end of the last picked line.
    var counted = 0
    var done = 0
    func countLines(of picker: inout LinePicker, to place: Int) {
      if counted < place, picker.query.countsLines {
        picker.lines += Kernels.count(of: Self.newline, in: text.extracting(counted..<place))
      }
      counted = max(counted, place)
    }
    func take(_ picker: inout LinePicker, _ line: Range<Int>) {
      countLines(of: &picker, to: line.lowerBound)
      picker.pick(text.extracting(line), number: picker.lines + 1)
      done = line.upperBound
    }
    func takeTrailing(_ picker: inout LinePicker, before end: Int) {
      while picker.trailing > 0, done < end {
        take(&picker, done..<LineBounds.end(behind: done, in: text))
        picker.trailing -= 1
      }
    }
    var found = GrowableBuffer<Int>()
    scanner.pick(in: text) { line in
      found.append(line.lowerBound)
      found.append(line.upperBound)
    }
    for index in stride(from: 0, to: found.count, by: 2) {
      let line = found[index]..<found[index + 1]
      takeTrailing(&self, before: line.lowerBound)
      var start = line.lowerBound
      for _ in 0..<query.before where start > done {
        start = LineBounds.start(of: start - 1, in: text, from: done)
      }
      while start < line.lowerBound {
        take(&self, start..<LineBounds.end(behind: start, in: text))
        start = done
      }
      take(&self, line)
      trailing = query.after
    }
    takeTrailing(&self, before: text.count)
    // A match in the next block may need the last lines of this one as context.
    var start = text.count
    for _ in 0..<query.before where start > done {
      start = LineBounds.start(of: start - 1, in: text, from: done)
    }
    while start < text.count, query.before > 0 {
      take(&self, start..<LineBounds.end(behind: start, in: text))
      start = done
    }
    if countsAllLines { countLines(of: &self, to: text.count) }
  }

  /// Whether a raw line matches.
  private static func matches(
    _ text: Span<UInt8>, _ matcher: any Matcher, _ line: inout GrowableBuffer<UInt8>,
    _ folded: inout GrowableBuffer<UInt8>
  ) -> Bool {
    line.truncate(to: 0)
    CandidateCorpus.append(text, to: &line)
    line.append(Separator.field)
    folded.truncate(to: 0)
    guard let folding = matcher.folding else {
      return line.withSpan { matcher.matches($0, folded: $0) }
    }
    return line.withSpan { line in
      folding.fold(line, into: &folded)
      return folded.withSpan { matcher.matches(line, folded: $0) }
    }
  }

  /// Tells whether a text matches as a line.
  static func test(_ query: FileQuery) -> (Span<UInt8>) -> Bool {
    { text in
      guard let matcher = query.lines else { return false }
      var line = GrowableBuffer<UInt8>()
      var folded = GrowableBuffer<UInt8>()
      return matches(text, matcher, &line, &folded)
    }
  }

  // MARK: Results

  /// Adds the matches among the picked lines of a part; for an inverted search, converts the sum to non-matches.
  private mutating func count(_ part: Int, _ isCancelled: () -> Bool) {
    var count = parts[part].matches
    if picked.count > 0 {
      var candidates = CandidateCorpus()
      swap(&candidates, &picked)
      invalidSequences += candidates.invalidSequences
      let corpus = candidates.finish(name: "")
      let rows = query.rows(of: corpus, by: matcher, isCancelled)
      undecided += rows?.undecided ?? 0
      let found = rows?.records.count ?? 0
      count += query.isInverted ? corpus.count - found : found
    }
    parts[part].matches = query.isInverted ? lines - count : count
  }

  /// Finishes the search; returns `nil` if it was canceled.
  consuming func finish(_ isCancelled: () -> Bool) -> FileFindings? {
    var findings = FileFindings()
    findings.parts = parts
    findings.invalidSequences = invalidSequences + picked.invalidSequences
    findings.undecided = undecided
    guard query.wantsRows, picked.count > 0 else { return findings }
    let (query, matcher, pickedBefore) = (query, matcher, pickedBefore)
    let corpus = picked.finish(name: "")
    guard let found = query.rows(of: corpus, by: matcher, isCancelled) else { return nil }
    findings.undecided = found.undecided
    let rows = found.records
    guard !rows.isEmpty || query.request.details.hasContext else { return findings }
    for (index, start) in pickedBefore.enumerated() {
      let end = index + 1 < pickedBefore.count ? pickedBefore[index + 1] : corpus.count
      findings.parts[index].matches =
        rows.rank(of: RecordID(UInt64(end))) - rows.rank(of: RecordID(UInt64(start)))
    }
    findings.rows = FoundRows(corpus: corpus, matches: rows, areLines: true)
    return findings
  }
}
