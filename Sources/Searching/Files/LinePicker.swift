internal import Corpora
internal import UnicodeText

/// What is looked for in files, and what is wanted of it.
struct FileQuery: Sendable {
  let query: CompiledQuery

  /// The matcher for plain lines; `nil` if the query is about fields that they do not have.
  let lines: (any Matcher)?

  let request: StreamRequest

  /// Whether rows are wanted, not only their number.
  let wantsRows: Bool

  var isInverted: Bool { request.isInverted }

  /// Whether the lines of a file that more parts follow are counted.
  var countsLines: Bool { wantsRows || isInverted }

  /// Whether all records are counted.
  ///
  /// Context is chosen by the numbers of records.
  var countsRecords: Bool {
    wantsRows && (request.details.recordNumbers || request.details.hasContext) || isInverted
  }

  /// Whether records that do not match are wanted too.
  var wantsOthers: Bool { isInverted || wantsRows && request.details.hasContext }

  /// The context that is wanted around rows.
  var before: Int { wantsRows ? request.details.before : 0 }
  var after: Int { wantsRows ? request.details.after : 0 }

  /// The records of a corpus of the matcher's fields that match, or that do not; `nil` if cancelled.
  ///
  /// Without a matcher none matches: the query is about fields that the records do not have.
  func rows(
    of corpus: Corpus, by matcher: (any Matcher)?, _ isCancelled: () -> Bool
  ) -> ResultSet? {
    guard let matcher else {
      return isInverted ? .all(of: corpus.count) : ResultSet([], of: corpus.count)
    }
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
}

/// Looks through the lines of some files, or parts of files, block by block: one thread's work.
///
/// Lines that match for sure are counted. Lines that may match are picked, with those around them if context is wanted,
/// and become a small corpus that is searched like any other.
struct LinePicker: ~Copyable {
  private let query: FileQuery
  private let matcher: (any Matcher)?

  /// `nil` if every line is looked at.
  private var scanner: (any LineScanner)?

  private var picked = CandidateCorpus()
  private var parts: [FileFindings.Part] = []

  /// The lines of the part, as far as they are counted, and those that match and were not picked.
  private var lines = 0
  private var certain = 0

  /// How many lines the next ones are picked whatever is in them: those after a match, or at the start of a part.
  private var trailing = 0

  /// For each part, how many lines of earlier parts are picked.
  private var pickedBefore: [Int] = []

  /// Whether all lines of the part are counted, also those after the last match.
  private var countsToEnd = false
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
  ///   - path: the path as it is shown.
  ///   - continuesFile: whether the part before was of the same file.
  ///   - isWhole: whether all of the file is looked at at once.
  ///   - scanner: what finds lines; `nil` to look at every line.
  mutating func begin(
    _ path: String, continuesFile: Bool, isWhole: Bool, scanner: (any LineScanner)?
  ) {
    self.scanner = scanner
    countsToEnd = query.countsRecords || (query.countsLines && !isWhole)
    parts.append(FileFindings.Part(path: path, continuesFile: continuesFile))
    picked.begin(path)
    lines = 0
    certain = 0
    // Lines after the last match of the part before.
    trailing = continuesFile ? query.after : 0
    pickedBefore.append(picked.count)
  }

  /// Ends the part.
  mutating func end() {
    let last = parts.count - 1
    parts[last].lines = query.countsLines ? lines : 0
    parts[last].records = query.countsRecords ? lines : 0
    parts[last].matches = certain
    if !query.wantsRows { count(last) }
  }

  /// The ill-formed UTF-8 sequences in lines that were picked.
  private var invalidSequences = 0

  /// The bytes of the lines that were picked.
  var pickedBytes: Int { picked.textBytes }

  /// Whether a line of the part matches for sure, as far as that is known without reading it as a record.
  var hasCertainMatch: Bool { certain > 0 && !query.isInverted }

  /// Looks through whole lines of the part, all with their ends; `false` if that failed.
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
    guard let scanner, !query.wantsRows || !query.isInverted else {
      pickAll(text)
      return failure == nil
    }
    if !query.wantsRows, scanner.canCount {
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
    // The lines of the text that are counted, and the end of the last that is picked.
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
    // A match in the next block may want the last lines of this one.
    var start = text.count
    for _ in 0..<query.before where start > done {
      start = LineBounds.start(of: start - 1, in: text, from: done)
    }
    while start < text.count, query.before > 0 {
      take(&self, start..<LineBounds.end(behind: start, in: text))
      start = done
    }
    if countsToEnd { countLines(of: &self, to: text.count) }
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

  // MARK: Results

  /// Counts the matches among the lines that were picked of a part; others do not match.
  private mutating func count(_ part: Int) {
    var count = parts[part].matches
    if picked.count > 0 {
      var candidates = CandidateCorpus()
      swap(&candidates, &picked)
      invalidSequences += candidates.invalidSequences
      let corpus = candidates.finish(name: "")
      let rows = query.rows(of: corpus, by: matcher) { false }
      let found = rows?.count ?? 0
      count += query.isInverted ? corpus.count - found : found
    }
    parts[part].matches = query.isInverted ? lines - count : count
  }

  /// What was found, with what is to be shown; `nil` if cancelled.
  consuming func finish(_ isCancelled: () -> Bool) -> FileFindings? {
    var findings = FileFindings()
    findings.parts = parts
    findings.invalidSequences = invalidSequences + picked.invalidSequences
    guard query.wantsRows, picked.count > 0 else { return findings }
    let (query, matcher, pickedBefore) = (query, matcher, pickedBefore)
    let corpus = picked.finish(name: "")
    guard let rows = query.rows(of: corpus, by: matcher, isCancelled) else { return nil }
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
