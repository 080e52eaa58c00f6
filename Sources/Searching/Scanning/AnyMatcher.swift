internal import Corpora
internal import UnicodeText

/// Finds records that match at least one of several queries; all queries have the same folding.
struct AnyMatcher: Matcher {
  let matchers: [any Matcher]

  init(_ matchers: [any Matcher]) { self.matchers = matchers }

  var folding: Folding? { matchers.lazy.compactMap(\.folding).first }

  var requirement: Requirement {
    let all = matchers.map(\.requirement)
    return all.contains(.nothing) ? .nothing : .any(all)
  }

  var isRequirementSufficient: Bool { matchers.allSatisfy(\.isRequirementSufficient) }

  var explanation: [Explanation.Line] {
    [.init("queries", "a record must match at least one of \(matchers.count) queries")]
      + matchers.flatMap(\.explanation)
  }

  func matches(_ record: Span<UInt8>, folded: Span<UInt8>) -> Bool {
    for matcher in matchers where matcher.matches(record, folded: folded) { return true }
    return false
  }

  /// The hits of all queries; overlapping hits are merged.
  func hits(in record: Span<UInt8>) -> [Hit] {
    let all = matchers.flatMap { $0.hits(in: record) }.sorted(by: Hit.isOrdered)
    var merged: [Hit] = []
    for hit in all {
      guard let last = merged.last, last.field == hit.field,
        last.representation == hit.representation, hit.range.lowerBound < last.range.upperBound
      else {
        merged.append(hit)
        continue
      }
      let end = Swift.max(last.range.upperBound, hit.range.upperBound)
      merged[merged.count - 1] = Hit(
        field: hit.field, representation: hit.representation,
        range: last.range.lowerBound..<end)
    }
    return merged
  }

  func matchesByFullName(_ record: Span<UInt8>) -> Bool {
    for matcher in matchers where matcher.matchesByFullName(record) { return true }
    return false
  }

  var isSlow: Bool { matchers.contains(where: \.isSlow) }

  /// Runs the scan of each query separately, which is faster than testing every query on each
  /// record.
  func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink) {
    _ = scan(records, of: text, into: &sink) { matcher, sink in
      matcher.scan(records, of: text, into: &sink)
      return true
    }
  }

  func scanSlowly(
    _ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink,
    isCancelled: () -> Bool
  ) -> Bool {
    scan(records, of: text, into: &sink) { matcher, sink in
      matcher.scanSlowly(records, of: text, into: &sink, isCancelled: isCancelled)
    }
  }

  /// Adds the records that `scan` finds for any query.
  ///
  /// Returns `false` if a call of `scan` returns `false`.
  private func scan(
    _ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink,
    _ scan: (any Matcher, inout MatchSink) -> Bool
  ) -> Bool {
    var found = ResultSet([], of: records.count)
    var undecided: Set<Int> = []
    for matcher in matchers {
      var own = MatchSink(records: records.count, limit: nil, countsHits: false)
      own.firstRecord = -records.lowerBound
      guard scan(matcher, &own) else { return false }
      undecided.formUnion(own.undecided)
      found = found.union(own.finish())
    }
    for record in found {
      if sink.isFull { return true }
      undecided.remove(Int(record.rawValue))
      add(records.lowerBound + Int(record.rawValue), of: text, to: &sink)
    }
    for record in undecided.sorted() { sink.addUndecided(records.lowerBound + record) }
    return true
  }

  func scan(each records: Span<UInt32>, of text: SegmentText, into sink: inout MatchSink) {
    for index in records.indices where !sink.isFull {
      let record = Int(records[index])
      if text.withRecord(record, { matches($0, folded: $1) }) { add(record, of: text, to: &sink) }
    }
  }

  private func add(_ record: Int, of text: SegmentText, to sink: inout MatchSink) {
    sink.add(record)
    if sink.countsHits {
      sink.addHits(text.withRecord(record) { original, _ in hits(in: original).count })
    }
  }
}
