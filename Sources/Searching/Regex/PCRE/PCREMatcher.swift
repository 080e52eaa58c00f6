internal import Corpora
internal import UnicodeText

/// Finds records whose original text matches a regular expression of PCRE2's dialect.
///
/// If the search of a record reaches a limit of PCRE2, the record is undecided: it is neither a
/// match nor a non-match.
struct PCREMatcher: Matcher {
  let pattern: PCREText
  let scope: FieldScope

  private let matchesEmptyText: Bool

  init(_ pattern: PCREText, scope: FieldScope) {
    self.pattern = pattern
    self.scope = scope
    matchesEmptyText = PCREText.Search(pattern)?.first(in: [UInt8]().span) == .found(0..<0)
  }

  var folding: Folding? { nil }

  var requirement: Requirement { .nothing }

  var isSlow: Bool { true }

  var explanation: [Explanation.Line] {
    [
      .init("pattern", pattern.text),
      .init("engine", "PCRE2 \(pattern.library.version)"),
      .init("case", pattern.ignoresCase ? "ignored" : "sensitive"),
      .init("searches", "each field separately"),
    ]
  }

  /// Whether a record matches; `false` for an undecided record.
  func matches(_ record: Span<UInt8>, folded: Span<UInt8>) -> Bool {
    guard let search = PCREText.Search(pattern) else { return false }
    if case .found = first(in: record, search) { return true }
    return false
  }

  /// The first match in a record, whose fields and values are searched in order.
  private func first(
    in record: Span<UInt8>, _ search: borrowing PCREText.Search
  ) -> PCREPattern.Match {
    if scope.isOneText {
      // Search the field without the separator that ends it.
      let count =
        record.count - (record.isEmpty || record[record.count - 1] != Separator.field ? 0 : 1)
      return search.first(in: record.extracting(0..<count))
    }
    var result = PCREPattern.Match.none
    RecordPart.forEach(of: record, in: scope) { part in
      switch result {
      case .found, .cancelled: return
      case .none, .undecided: break
      }
      let found = search.first(in: record.extracting(part.range))
      if found != .none { result = found }
    }
    if result == .none, matchesEmptyText {
      let cells = Kernels.count(of: Separator.field, in: record)
      if scope.isIncluded.dropFirst(cells).contains(true) { return .found(0..<0) }
    }
    return result
  }

  /// The hits in a record.
  ///
  /// If a search reaches a limit, all later hits in the same field or value are missing.
  func hits(in record: Span<UInt8>) -> [Hit] {
    guard let search = PCREText.Search(pattern) else { return [] }
    return hits(in: record, search)
  }

  private func hits(in record: Span<UInt8>, _ search: borrowing PCREText.Search) -> [Hit] {
    var hits: [Hit] = []
    RecordPart.forEach(of: record, in: scope) { part in
      let offset = part.range.lowerBound
      search.forEach(in: record.extracting(part.range)) {
        hits.append(part.hit($0.lowerBound + offset..<$0.upperBound + offset))
      }
    }
    return hits.sorted(by: Hit.isOrdered)
  }

  func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink) {
    _ = scanSlowly(records, of: text, into: &sink) { false }
  }

  func scanSlowly(
    _ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink,
    isCancelled: () -> Bool
  ) -> Bool {
    guard let search = PCREText.Search(pattern) else {
      for record in records { sink.addUndecided(record) }
      return true
    }
    return search.whileWatching(isCancelled) { search in
      for record in records where !sink.isFull {
        let isDone = text.original.text.withSpan(of: text.original.bounds(of: record)) { bytes in
          switch first(in: bytes, search) {
          case .none: break
          case .undecided: sink.addUndecided(record)
          case .cancelled: return false
          case .found:
            sink.add(record)
            if sink.countsHits { sink.addHits(hits(in: bytes, search).count) }
          }
          return !search.isCancelled
        }
        if !isDone { return false }
      }
      return true
    }
  }

  func lineScanner(sample: consuming GrowableBuffer<UInt8>) -> (any LineScanner)? {
    scope.isOneText ? PCRELines(pattern: pattern) : nil
  }
}
