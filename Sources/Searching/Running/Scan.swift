internal import Corpora
internal import Synchronization
internal import Threading
internal import UnicodeText

/// Scans candidates with a matcher, on several threads if there is enough text.
struct Scan: Sendable {
  /// The number of bytes of text to search between two checks for cancellation.
  private static let step = 1 << 20

  /// The number of bytes of text to search between two checks if the matcher is slow.
  ///
  /// The number is small, so that a canceled search reports accurate counts.
  private static let slowStep = 1 << 10

  /// The size of a record, in bytes, above which a matcher may take a long time.
  private static let longRecordSize = 1 << 20

  /// How a scan is divided into pieces.
  struct Cutting: Sendable {
    /// The minimum number of bytes of text for which several threads are used.
    var minimumBytesForThreads = 1 << 20
    var pieces = 16
  }

  let corpus: Corpus

  /// The folded text.
  ///
  /// The value is `nil` if the matcher reads only the original text, or if each candidate is folded
  /// separately.
  let folded: FoldedCorpus?
  let matcher: any Matcher
  let limit: Int?
  let countsHits: Bool
  let cutting: Cutting

  /// The results of a scan, and its cost.
  struct Outcome: Sendable {
    var results: ResultSet
    var hitCount = 0
    var examined = 0
    var bytes = 0
    /// The numbers of the records for which PCRE2 could not decide whether they match; see
    /// `MatchSink`.
    var undecided: [Int] = []
    var completion: SearchStatistics.Completion = .cancelled

    var undecidedRecords: [RecordID] { undecided.map { RecordID(UInt64($0)) } }

    init(universe: Int) { results = ResultSet([], of: universe) }
  }

  /// Records of one segment that one thread scans in order.
  private struct Piece: Sendable {
    let segment: Int
    /// The numbers of the records in the corpus.
    let records: Range<Int>
  }

  /// Scans the candidates; calls `isCancelled` only on the caller's thread.
  func run(
    over candidates: Candidates, threads: Int, isCancelled: () -> Bool
  ) -> Outcome {
    let isLarge = threads > 1 && bytes(of: candidates) >= cutting.minimumBytesForThreads
    let pieces = cut(into: isLarge ? max(cutting.pieces, threads) : 1)
    let threads = isLarge ? threads : 1
    let done = Progress(pieces.count, limit: limit)
    let isComplete = Workers.run(pieces.count, threads: threads, isCancelled: isCancelled) {
      index, isCancelled in
      if done.isEnough { return }
      let part = scan(pieces[index], candidates, limit) { isCancelled() || done.isEnough }
      done.finish(index, part)
    }
    return joined(done.parts, pieces, candidates, isComplete: isComplete)
  }

  private func bytes(of candidates: Candidates) -> Int {
    switch candidates {
    case .all: corpus.textBytes
    case .some(let records): corpus.textBytes / max(1, corpus.count) * records.count
    case .runs(let runs):
      corpus.textBytes / max(1, corpus.count) * runs.reduce(0) { $0 + $1.count }
    }
  }

  /// Divides the records into pieces with about the same amount of text.
  ///
  /// No piece spans two segments. All bounds except the ends of segments are multiples of 64, so
  /// that bitmaps can be joined word by word.
  private func cut(into count: Int) -> [Piece] {
    let size = max(1, corpus.textBytes / count)
    var pieces: [Piece] = []
    for (index, segment) in corpus.segments.enumerated() {
      let all = segment.firstRecord..<segment.firstRecord + segment.count
      var start = all.lowerBound
      while start < all.upperBound {
        var end = all.upperBound
        if count > 1 {
          let limit = UInt32(
            clamping: Int(segment.starts[start - segment.firstRecord]) + size)
          end = segment.starts.withSpan { starts in
            segment.firstRecord
              + RecordFinder.record(
                at: limit, in: starts, from: start - segment.firstRecord, end: segment.count)
          }
          end = min(all.upperBound, max(end, start + 1) / 64 * 64 + 64)
        }
        pieces.append(Piece(segment: index, records: start..<end))
        start = end
      }
    }
    return pieces
  }

  /// Joins the results of the pieces in order, up to the limit.
  private func joined(
    _ parts: [Outcome?], _ pieces: [Piece], _ candidates: Candidates, isComplete: Bool
  ) -> Outcome {
    var joiner = ResultSet.Joiner(universe: corpus.count)
    var outcome = Outcome(universe: corpus.count)
    outcome.completion = isComplete ? .complete : .cancelled
    for (index, part) in parts.enumerated() {
      guard var part else { continue }
      let remaining = limit.map { $0 - joiner.count } ?? .max
      if part.results.count > remaining {
        // The results of earlier pieces count toward the limit, so scan this piece again with the
        // remaining limit.
        part = scan(pieces[index], candidates, remaining) { false }
      }
      joiner.append(part.results, at: pieces[index].records.lowerBound)
      outcome.hitCount += part.hitCount
      outcome.examined += part.examined
      outcome.bytes += part.bytes
      let first = pieces[index].records.lowerBound
      outcome.undecided += part.undecided.map { $0 + first }
      if isComplete, let limit, joiner.count >= limit {
        let isLast = index == parts.count - 1 && part.completion == .complete
        outcome.completion = isLast ? .complete : .stoppedEarly
        break
      }
    }
    outcome.results = joiner.finish()
    return outcome
  }
}

/// The results of the finished pieces of a scan.
private final class Progress: Sendable {
  private let limit: Int?
  private let enough = Atomic<Bool>(false)
  private let state: Mutex<[Scan.Outcome?]>

  init(_ count: Int, limit: Int?) {
    self.limit = limit
    state = Mutex([Scan.Outcome?](repeating: nil, count: count))
  }

  /// Whether `limit` records have been found in the pieces before the first unfinished piece.
  var isEnough: Bool { enough.load(ordering: .relaxed) }

  var parts: [Scan.Outcome?] { state.withLock { $0 } }

  func finish(_ index: Int, _ part: Scan.Outcome) {
    state.withLock { parts in
      parts[index] = part
      guard let limit else { return }
      var found = 0
      for part in parts {
        guard let part else { return }
        found += part.results.count
        if found >= limit { return enough.store(true, ordering: .relaxed) }
      }
    }
  }
}

// MARK: One piece

extension Scan {
  struct State {
    var sink: MatchSink
    var examined = 0
    var bytes = 0
    /// The number of bytes searched since the last check for cancellation.
    ///
    /// The count includes earlier runs, because a run is often a single record.
    var bytesSinceCheck = Scan.step
    var completion = SearchStatistics.Completion.complete
  }

  /// Scans the candidates in a piece; the results are numbered from the first record of the piece.
  private func scan(
    _ piece: Piece, _ candidates: Candidates, _ limit: Int?, _ isCancelled: () -> Bool
  ) -> Outcome {
    let segment = corpus.segments[piece.segment]
    var state = State(
      sink: MatchSink(records: piece.records.count, limit: limit, countsHits: countsHits))
    state.sink.firstRecord = segment.firstRecord - piece.records.lowerBound
    func local(_ run: Range<Int>) -> Range<Int> {
      run.lowerBound - segment.firstRecord..<run.upperBound - segment.firstRecord
    }
    let text = SegmentText(original: segment, folded: folded?.segments[piece.segment] ?? segment)
    let foldsEach = folded == nil ? matcher.folding : nil
    func scan(_ run: Range<Int>) -> Bool {
      if let folding = foldsEach {
        foldAndScan(local(run), of: segment, by: folding, &state, isCancelled)
      } else {
        scanRun(local(run), of: text, &state, isCancelled)
      }
      return state.completion == .complete
    }
    switch candidates {
    case .all: _ = scan(piece.records)
    case .some(let set):
      if foldsEach != nil {
        set.forEachRun(in: piece.records, scan)
      } else {
        self.scan(set, piece.records, of: text, &state, isCancelled)
      }
    case .runs(let runs):
      var index = runs.firstRun(endingAfter: piece.records.lowerBound)
      let isPrepared = foldsEach == nil
      while index < runs.count, runs[index].lowerBound < piece.records.upperBound {
        if isPrepared { prepare(runs, after: index, piece.records, of: text) }
        if !scan(runs[index].clamped(to: piece.records)) { break }
        index += 1
      }
    }
    var outcome = Outcome(universe: piece.records.count)
    outcome.hitCount = state.sink.hitCount
    outcome.examined = state.examined
    outcome.bytes = state.bytes
    outcome.completion = state.completion
    outcome.undecided = state.sink.undecided
    outcome.results = state.sink.finish()
    return outcome
  }

  /// Whether to continue the scan; updates `completion`.
  ///
  /// Polls `isCancelled` if enough bytes were searched since the last check.
  func shouldContinue(_ state: inout State, _ isCancelled: () -> Bool) -> Bool {
    if state.sink.isFull {
      state.completion = .stoppedEarly
    } else if state.bytesSinceCheck >= Self.step / 2 {
      state.bytesSinceCheck = 0
      if isCancelled() { state.completion = .cancelled }
    }
    return state.completion == .complete
  }

  /// Scans consecutive records of a segment in steps.
  func scanRun(
    _ records: Range<Int>, of text: SegmentText, _ state: inout State, _ isCancelled: () -> Bool
  ) {
    var start = records.lowerBound
    while start < records.upperBound {
      guard shouldContinue(&state, isCancelled) else { return }
      let end = text.folded.starts.withSpan { starts in
        let step = matcher.isSlow ? Self.slowStep : Self.step
        let furthest = UInt32(clamping: Int(starts[start]) + step)
        // If there is a limit, scan the last record of a run separately: the scan may reach the
        // limit before that record.
        if limit == nil, starts[records.upperBound] <= furthest { return records.upperBound }
        let found = RecordFinder.record(
          at: furthest, in: starts, from: start, end: records.upperBound)
        return max(found, start + 1)
      }
      let isLong = end - start == 1 && text.folded.bounds(of: start).count > Self.longRecordSize
      if isLong || matcher.isSlow {
        let isDone = matcher.scanSlowly(
          start..<end, of: text, into: &state.sink, isCancelled: isCancelled)
        guard isDone else {
          state.completion = .cancelled
          return
        }
      } else {
        matcher.scan(start..<end, of: text, into: &state.sink)
      }
      let bytes = Int(text.folded.starts[end]) - Int(text.folded.starts[start])
      state.examined += end - start
      state.bytes += bytes
      state.bytesSinceCheck += bytes + 64
      start = end
    }
  }

  /// Folds and tests the candidates one by one, which is faster if there are few candidates.
  private func foldAndScan(
    _ records: Range<Int>, of segment: Segment, by folding: Folding, _ state: inout State,
    _ isCancelled: () -> Bool
  ) {
    var folded = GrowableBuffer<UInt8>()
    for record in records {
      guard shouldContinue(&state, isCancelled) else { return }
      segment.text.withSpan(of: segment.bounds(of: record)) { original in
        folded.truncate(to: 0)
        folding.fold(original, into: &folded)
        if folded.withSpan({ matcher.matches(original, folded: $0) }) {
          state.sink.add(record)
          if countsHits { state.sink.addHits(matcher.hits(in: original).count) }
        }
        state.examined += 1
        state.bytes += original.count
        state.bytesSinceCheck += original.count + 64
      }
    }
  }
}

extension [Range<Int>] {
  /// The index of the first run that ends after `place`; the runs must be ascending.
  fileprivate func firstRun(endingAfter place: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
