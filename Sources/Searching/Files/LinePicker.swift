internal import Corpora
internal import UnicodeText

/// Searches the lines of files or parts of files, block by block, on one thread.
///
/// Lines that may match are picked: they are copied to a small corpus, with context lines if the
/// query needs context. The small corpus is searched like any other corpus. If no rows are wanted,
/// lines that are certain to match are only counted.
struct LinePicker: ~Copyable {
  private let query: FileQuery
  private let matcher: (any Matcher)?

  /// The scanner of the current part; `nil` if every line is tested.
  private var scanner: (any LineScanner)?

  private var picked = CandidateCorpus()
  private var parts: [FileFindings.Part] = []

  /// The number of lines of the current part that have been counted so far.
  private var lines = 0
  /// The number of lines that are certain to match and were not picked.
  private var certain = 0

  /// The number of upcoming lines to pick as context, because they follow a match or begin a part.
  private var trailing = 0

  /// The picked lines that may match, in ascending order.
  ///
  /// An element is twice the index of a record, plus 1 if the line of that record is certain to
  /// match.
  private var candidates = GrowableBuffer<Int>()

  /// The number of picked lines, except the lines that `pickAll` picked.
  ///
  /// If `knowsCandidates` is true, this is the number of all picked lines.
  private var pickedCount = 0

  /// Whether every picked line that may match is in `candidates`.
  private var knowsCandidates = true

  /// For each part, the number of lines picked from earlier parts.
  private var pickedBefore: [Int] = []

  /// Whether to count all lines of the part, including the lines after the last match.
  private var countsAllLines = false
  private(set) var failure: CorpusError?

  private var line = GrowableBuffer<UInt8>()
  private var folded = GrowableBuffer<UInt8>()

  private static let newline = UInt8(ascii: "\n")

  init(_ query: FileQuery) {
    self.query = query
    matcher = query.lines
  }

  /// Begins a file, or a part of a file.
  ///
  /// - Parameters:
  ///   - path: the path to show.
  ///   - continuesFile: whether the previous part is from the same file.
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
    // A match at the end of the previous part may need the first lines of this part as context.
    trailing = continuesFile ? query.after : 0
    pickedBefore.append(picked.count)
  }

  /// Adds a file without text.
  mutating func addEmpty(_ path: String) {
    parts.append(FileFindings.Part(path: path))
    pickedBefore.append(picked.count)
  }

  /// Ends the current part.
  mutating func end(_ isCancelled: () -> Bool) {
    let last = parts.count - 1
    parts[last].lines = query.countsLines ? lines : 0
    parts[last].records = query.countsRecords ? lines : 0
    parts[last].matches = certain
    if !query.wantsRows { count(last, isCancelled) }
  }

  /// The number of ill-formed UTF-8 sequences in picked lines.
  private var invalidSequences = 0

  /// The number of undecided lines so far: the search could not find out whether they match.
  private var undecided = 0

  /// The total size of the picked lines, in bytes.
  var pickedBytes: Int { picked.textBytes }

  /// The number of lines of the part that were counted as certain matches; 0 for an inverted
  /// search.
  var certainMatches: Int { query.isInverted ? 0 : certain }

  /// Searches whole lines of the part, each with its line end.
  ///
  /// Returns `false` if an error has occurred.
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
    if !query.wantsRows, scanner.canCount, matcher.isSlow || scanner.hasManyUnsureLines {
      // Pick lines that are not certain to match, so that they are tested together as records. A
      // scan of records can be canceled, but the test of a single line cannot.
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

  /// Counts a line if it need not be picked; returns `false` if the line has to be picked.
  mutating func takeLine(_ match: MatchLikelihood) -> Bool {
    switch match {
    case .absent: break
    case .certain where !query.wantsRows && !query.isInverted: certain += 1
    case .certain, .possible: return false
    }
    if query.countsLines || countsAllLines { lines += 1 }
    return true
  }

  // MARK: Picking

  private mutating func pick(_ line: Span<UInt8>, number: Int) {
    do throws(CorpusError) {
      try picked.append(line, number: number)
      pickedCount += 1
    } catch {
      failure = failure ?? error
    }
  }

  private mutating func pickAll(_ text: Span<UInt8>) {
    knowsCandidates = false
    let before = picked.count
    do throws(CorpusError) {
      try picked.append(all: text, from: lines + 1)
    } catch {
      failure = failure ?? error
    }
    lines += picked.count - before
  }

  private mutating func pick(by scanner: any LineScanner, _ text: Span<UInt8>) {
    var found = GrowableBuffer<Int>()
    scanner.pick(in: text) { line, isCertain in
      found.append(line.lowerBound)
      found.append(line.upperBound << 1 | (isCertain ? 1 : 0))
    }
    var lines = PickedLines(countingFrom: query.countsLines ? self.lines : nil)
    for index in stride(from: 0, to: found.count, by: 2) {
      let line = found[index]..<found[index + 1] >> 1
      lines.take(&trailing, of: text, before: line.lowerBound)
      if query.before > 0 { lines.take(last: query.before, of: text, before: line.lowerBound) }
      candidates.append((pickedCount + lines.count) << 1 | found[index + 1] & 1)
      lines.take(line, of: text)
      trailing = query.after
    }
    lines.take(&trailing, of: text, before: text.count)
    // A match in the next block may need the last lines of this block as context.
    if query.before > 0 { lines.take(last: query.before, of: text, before: text.count) }
    if countsAllLines { lines.countLines(of: text, before: text.count) }
    self.lines = lines.number ?? self.lines
    do throws(CorpusError) {
      try lines.withLines { (lines) throws(CorpusError) in try picked.append(lines, of: text) }
      pickedCount += lines.count
    } catch {
      // The error may have occurred after some of the lines were added, so the record numbers of
      // the candidates are unknown.
      knowsCandidates = false
      failure = failure ?? error
    }
  }

  /// Whether a raw line matches.
  private static func matches(
    _ text: Span<UInt8>, _ matcher: any Matcher, _ line: inout GrowableBuffer<UInt8>,
    _ folded: inout GrowableBuffer<UInt8>
  ) -> Bool {
    line.truncate(to: 0)
    CandidateCorpus.append(text, to: &line)
    line.append(Separator.field)
    return line.withSpan { matches(stored: $0, matcher, &folded) }
  }

  /// Whether a record matches; `record` must be encoded as in a corpus.
  private static func matches(
    stored record: Span<UInt8>, _ matcher: any Matcher, _ folded: inout GrowableBuffer<UInt8>
  ) -> Bool {
    guard let folding = matcher.folding else { return matcher.matches(record, folded: record) }
    folded.truncate(to: 0)
    folding.fold(record, into: &folded)
    return folded.withSpan { matcher.matches(record, folded: $0) }
  }

  /// A closure that returns whether a text would match if it were a whole line.
  static func test(_ query: FileQuery) -> (Span<UInt8>) -> Bool {
    { text in
      guard let matcher = query.lines else { return false }
      var line = GrowableBuffer<UInt8>()
      var folded = GrowableBuffer<UInt8>()
      return matches(text, matcher, &line, &folded)
    }
  }

  // MARK: Results

  /// Adds the matches among the picked lines to the count of a part.
  ///
  /// For an inverted search, converts the count to the number of lines that do not match.
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

  /// The records among `candidates` that match; `nil` if the corpus has to be scanned instead.
  ///
  /// The corpus is scanned if a scan is faster. It is also scanned if a test may take long, because
  /// only a scan can be canceled.
  private static func matches(
    among candidates: borrowing GrowableBuffer<Int>, of corpus: Corpus, _ matcher: any Matcher
  ) -> FileQuery.Rows? {
    var unsure = 0
    for index in 0..<candidates.count { unsure += ~candidates[index] & 1 }
    if unsure == 0, candidates.count == corpus.count {
      return FileQuery.Rows(records: .all(of: corpus.count))
    }
    if unsure > candidates.count / 16 || unsure > 0 && matcher.isSlow { return nil }
    var rows = ResultSet.Builder(universe: corpus.count)
    var folded = GrowableBuffer<UInt8>()
    for index in 0..<candidates.count {
      let record = candidates[index] >> 1
      if candidates[index] & 1 == 0 {
        let isMatch = corpus.withRecord(RecordID(UInt64(record))) { text -> Bool? in
          text.count > longestTest ? nil : Self.matches(stored: text, matcher, &folded)
        }
        guard let isMatch else { return nil }
        if !isMatch { continue }
      }
      rows.append(record)
    }
    return FileQuery.Rows(records: rows.finish())
  }

  /// The maximum length, in bytes, of a record that is tested without checking for cancellation.
  private static let longestTest = 1 << 16

  /// Finishes the search; returns `nil` if the search was canceled.
  consuming func finish(_ isCancelled: () -> Bool) -> FileFindings? {
    var findings = FileFindings()
    findings.parts = parts
    if !parts.isEmpty { findings.fields = FieldMatchers.lineFields }
    findings.invalidSequences = invalidSequences + picked.invalidSequences
    findings.undecided = undecided
    guard query.wantsRows, picked.count > 0 else { return findings }
    let (query, matcher, pickedBefore) = (query, matcher, pickedBefore)
    let knowsCandidates = knowsCandidates
    var candidates = GrowableBuffer<Int>(capacity: 0)
    swap(&candidates, &self.candidates)
    let corpus = picked.finish(name: "")
    let known =
      if knowsCandidates, let matcher {
        Self.matches(among: candidates, of: corpus, matcher)
      } else {
        FileQuery.Rows?.none
      }
    guard let found = known ?? query.rows(of: corpus, by: matcher, isCancelled) else { return nil }
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
