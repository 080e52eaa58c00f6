public import Corpora
internal import Synchronization
internal import UnicodeText

/// Runs queries over one corpus.
///
/// ```swift
/// let searcher = Searcher(corpus)
/// let report = try searcher.run(Query("whale AND NOT ship", by: "bool"))
/// for record in report.results.prefix(10) { print(corpus.text(of: record, field: 0)) }
/// ```
///
/// What queries have in common, the folded text and the access paths, is made when first needed and kept. A searcher may
/// be used from several threads.
public final class Searcher: Sendable {
  /// The bytes of text searched between two looks at the clock's owner: how fast a cancelled search ends.
  private static let chunkSize = 1 << 18

  /// Records of more bytes than this may take a matcher long.
  private static let longRecordSize = 1 << 20

  public let corpus: Corpus

  private let kept = Mutex(Kept())

  private struct Kept {
    var folded: [Folding: FoldedCorpus] = [:]
    var histograms: [Folding: ByteHistogram] = [:]
    var accessPaths: [String: any AccessPath] = [:]
  }

  public init(_ corpus: Corpus) { self.corpus = corpus }

  /// Forgets folded text and access paths; they are made again when needed.
  public func dropCaches() { kept.withLock { $0 = Kept() } }

  /// Finds the records that match.
  ///
  /// - Parameters:
  ///   - query: what to look for.
  ///   - within: the only records to look at; `nil` is all of them.
  ///   - stoppingAfter: how many records are enough.
  ///   - countingHits: whether to count the hits in each record too.
  ///   - isCancelled: asked between chunks of text; `true` ends the search with what was found.
  /// - Returns: the records found, and what it took.
  /// - Throws: what is wrong with the query, with its place.
  public func run(
    _ query: Query, within: ResultSet? = nil, stoppingAfter: Int? = nil, countingHits: Bool = true,
    isCancelled: () -> Bool = { false }
  ) throws(QueryError) -> SearchReport {
    var watch = Stopwatch()
    let paths = try AccessPathCatalog.paths(for: query.options.accessPath)
    let matcher = try compile(query)
    var timings = SearchReport.Timings()
    timings.parse = watch.lap()
    let plan = choose(from: paths, for: matcher.requirement)
    let candidates = Self.restrict(plan.candidates, to: within)
    timings.plan = watch.lap()
    let isFoldKnown = matcher.folding.map { isFolded($0) } ?? true
    let folded = matcher.folding.flatMap { foldedCorpus($0, isCancelled) }
    if !isFoldKnown { timings.fold = watch.lap() }
    var scan = Scan(
      sink: MatchSink(records: corpus.count, limit: stoppingAfter, countsHits: countingHits))
    if matcher.folding != nil && folded == nil {
      scan.completion = .cancelled
    } else {
      run(matcher, over: candidates, folded, &scan, isCancelled)
    }
    timings.search = watch.lap()
    return SearchReport(
      query: query, results: scan.sink.finish(),
      hitCount: countingHits ? scan.sink.hitCount : nil, examined: scan.examined,
      accessPath: plan.name, completion: scan.completion, narrowedFrom: within?.count,
      isCached: false, timings: timings, bytesScanned: scan.bytes, corpus: corpus,
      matcher: matcher)
  }

  /// How the query is understood and would be run.
  ///
  /// - Throws: what is wrong with the query, with its place.
  public func explain(_ query: Query) throws(QueryError) -> Explanation {
    let paths = try AccessPathCatalog.paths(for: query.options.accessPath)
    let matcher = try compile(query)
    let plan = choose(from: paths, for: matcher.requirement)
    let count =
      switch plan.candidates {
      case .all: corpus.count
      case .some(let records): records.count
      }
    let requirement = matcher.requirement
    var lines = [
      Explanation.Line("strategy", query.strategy),
      Explanation.Line("folding", Self.describe(matcher.folding)),
    ]
    lines += matcher.explanation
    lines.append(.init("requirement", requirement.description))
    let literals = requirement.requiredLiterals.map {
      "\"\(String(decoding: $0, as: UTF8.self))\""
    }
    lines.append(
      .init("required literals", literals.isEmpty ? "none" : literals.joined(separator: " ")))
    lines.append(.init("access path", "\(plan.name): \(plan.reason)"))
    lines.append(.init("records to examine", "\(count) of \(corpus.count)"))
    return Explanation(query: query, lines: lines)
  }

  private static func describe(_ folding: Folding?) -> String {
    guard let folding else { return "none: the original text is searched" }
    return "case \(folding.ignoresCase ? "ignored" : "sensitive"), "
      + "diacritics \(folding.ignoresDiacritics ? "ignored" : "sensitive")"
  }

  private func compile(_ query: Query) throws(QueryError) -> any Matcher {
    let strategy = try StrategyCatalog.strategy(named: query.strategy)
    let context = try CompileContext(
      options: query.options, fields: corpus.fields, histogram: { self.histogram($0) })
    return try strategy.compile(query.text, in: context)
  }
}

// MARK: Choosing

extension Searcher {
  private struct Plan {
    let name: String
    let candidates: Candidates
    let reason: String
  }

  /// The first path that can test the requirement; all records if none can.
  private func choose(from paths: [any AccessPath.Type], for requirement: Requirement) -> Plan {
    for type in paths {
      let name = type.name
      guard let candidates = accessPath(type).candidates(meeting: requirement) else { continue }
      let reason = paths.count == 1 && AccessPathCatalog.all.count > 1 ? "as set" : type.summary
      return Plan(name: name, candidates: candidates, reason: reason)
    }
    return Plan(
      name: ScanPath.name, candidates: .all, reason: "the path set cannot test the requirement")
  }

  private func accessPath(_ type: any AccessPath.Type) -> any AccessPath {
    if let path = kept.withLock({ $0.accessPaths[type.name] }) { return path }
    let path = type.init(over: corpus)
    kept.withLock { $0.accessPaths[type.name] = path }
    return path
  }

  private static func restrict(_ candidates: Candidates, to records: ResultSet?) -> Candidates {
    guard let records else { return candidates }
    return switch candidates {
    case .all: .some(records)
    case .some(let others): .some(others.intersection(records))
    }
  }
}

// MARK: Folding

extension Searcher {
  private func isFolded(_ folding: Folding) -> Bool {
    kept.withLock { $0.folded[folding] != nil }
  }

  /// The corpus under the folding; `nil` if cancelled.
  ///
  /// The work is done outside the lock: two threads that need the same folding at once may both do it.
  private func foldedCorpus(_ folding: Folding, _ isCancelled: () -> Bool) -> FoldedCorpus? {
    if let folded = kept.withLock({ $0.folded[folding] }) { return folded }
    guard let folded = corpus.folded(folding, isCancelled: isCancelled) else { return nil }
    kept.withLock { $0.folded[folding] = folded }
    return folded
  }

  /// How often each byte occurs in a few pieces of the corpus, folded.
  private func histogram(_ folding: Folding) -> ByteHistogram {
    if let histogram = kept.withLock({ $0.histograms[folding] }) { return histogram }
    var sample = GrowableBuffer<UInt8>()
    for segment in corpus.segments {
      let pieces = max(1, 8 / corpus.segments.count)
      for piece in 0..<pieces where segment.count > 0 {
        let start = Int(segment.starts[segment.count * piece / pieces])
        segment.text.withSpan { text in
          // A piece ends where a character does.
          var end = min(start + 1 << 13, text.count)
          while end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
          folding.fold(text.extracting(start..<end), into: &sample)
        }
      }
    }
    let histogram = sample.count == 0 ? .english : sample.withSpan { ByteHistogram(of: $0) }
    kept.withLock { $0.histograms[folding] = histogram }
    return histogram
  }
}

// MARK: Scanning

extension Searcher {
  private struct Scan {
    var sink: MatchSink
    var examined = 0
    var bytes = 0
    /// The bytes searched since cancellation was last asked for; runs of candidates are often of one record.
    var unasked = Searcher.chunkSize
    var completion = SearchReport.Completion.complete
  }

  private func run(
    _ matcher: any Matcher, over candidates: Candidates, _ folded: FoldedCorpus?,
    _ scan: inout Scan, _ isCancelled: () -> Bool
  ) {
    for (index, segment) in corpus.segments.enumerated() {
      let text = SegmentText(original: segment, folded: folded?.segments[index] ?? segment)
      scan.sink.firstRecord = segment.firstRecord
      let records = segment.firstRecord..<segment.firstRecord + segment.count
      switch candidates {
      case .all: scanRun(0..<segment.count, of: text, matcher, &scan, isCancelled)
      case .some(let set):
        set.forEachRun(in: records) { run in
          let local = run.lowerBound - segment.firstRecord..<run.upperBound - segment.firstRecord
          scanRun(local, of: text, matcher, &scan, isCancelled)
          return scan.completion == .complete
        }
      }
      if scan.completion != .complete { return }
    }
  }

  /// Scans consecutive records of a segment chunk by chunk.
  private func scanRun(
    _ records: Range<Int>, of text: SegmentText, _ matcher: any Matcher, _ scan: inout Scan,
    _ isCancelled: () -> Bool
  ) {
    var start = records.lowerBound
    while start < records.upperBound {
      if scan.sink.isFull {
        scan.completion = .stoppedEarly
        return
      }
      if scan.unasked >= Self.chunkSize / 2 {
        scan.unasked = 0
        if isCancelled() {
          scan.completion = .cancelled
          return
        }
      }
      let end = text.folded.starts.withSpan { starts in
        let limit = UInt32(clamping: Int(starts[start]) + Self.chunkSize)
        let found = RecordFinder.record(at: limit, in: starts, from: start, end: records.upperBound)
        return max(found, start + 1)
      }
      if end - start == 1, text.folded.bounds(of: start).count > Self.longRecordSize {
        guard matcher.scanLong(start, of: text, into: &scan.sink, isCancelled: isCancelled) else {
          scan.completion = .cancelled
          return
        }
      } else {
        matcher.scan(start..<end, of: text, into: &scan.sink)
      }
      let bytes = Int(text.folded.starts[end]) - Int(text.folded.starts[start])
      scan.examined += end - start
      scan.bytes += bytes
      scan.unasked += bytes + 64
      start = end
    }
  }
}

/// Measures phases in nanoseconds.
private struct Stopwatch {
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant

  init() { last = clock.now }

  /// The nanoseconds since the last lap.
  mutating func lap() -> Int {
    let now = clock.now
    let elapsed = last.duration(to: now).components
    last = now
    return Int(elapsed.seconds) * 1_000_000_000 + Int(elapsed.attoseconds / 1_000_000_000)
  }
}
