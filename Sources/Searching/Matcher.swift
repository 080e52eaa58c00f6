package import Corpora
package import UnicodeText

/// A compiled query: decides which records match, and where.
///
/// `scan` and `matches` agree on every record, and a record without a hit may still match (`NOT x`).
package protocol Matcher: Sendable {
  /// The folding of the text it reads besides the original; `nil` if it reads the original only.
  var folding: Folding? { get }

  /// A condition that every matching record meets, simple enough for an index to test.
  var requirement: Requirement { get }

  /// Whether each record that meets the requirement matches.
  ///
  /// Then an index that can tell which records meet it gives the answer without a look at the text.
  var isRequirementSufficient: Bool { get }

  /// The hits in records that are known to match; `nil` if that takes reading them one by one.
  func hitCount(ofMatching records: ResultSet, in corpus: Corpus) -> Int?

  /// Byte strings each of which occurs in the folded text of every matching record, most telling first.
  var requiredNeedles: [RequiredNeedle] { get }

  /// What tells whether the results of another query surely hold all of this one's; `nil` if nothing does.
  var narrowingKey: NarrowingKey? { get }

  /// What finds the lines in which the query may match, in the raw text of files; `nil` if every line has to be
  /// looked at. The lines are records of one field.
  ///
  /// Has a default that looks for what is required.
  ///
  /// - Parameter sample: some of the text.
  /// - Returns: what finds the lines, or `nil`.
  func lineScanner(sample: consuming GrowableBuffer<UInt8>) -> (any LineScanner)?

  /// What `:explain` shows of the compiled query.
  var explanation: [Explanation.Line] { get }

  /// Whether a record, given as stored and as stored in the folded corpus, matches.
  func matches(_ record: Span<UInt8>, folded: Span<UInt8>) -> Bool

  /// The places to highlight in a matching record, given as stored: merged, in the order of results.
  func hits(in record: Span<UInt8>) -> [Hit]

  /// Whether the record matches only because a whole name begins with the query.
  func matchesByFullName(_ record: Span<UInt8>) -> Bool

  /// Adds a record of more than a megabyte to `sink` if it matches; `false` if that was cancelled.
  ///
  /// Has a default that scans it like any other; a matcher that may take long for it asks `isCancelled` meanwhile.
  func scanLong(
    _ record: Int, of text: SegmentText, into sink: inout MatchSink, isCancelled: () -> Bool
  ) -> Bool

  /// Adds the matching ones of a run of records to `sink`, until it is full.
  ///
  /// Has a default built on `matches`; a matcher that can scan all text at once does better.
  func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink)

  /// Adds the matching ones of some records, which are given in ascending order, to `sink`, until it is full.
  ///
  /// Has a default that scans each as a run; a matcher that needs memory for a scan takes it once here.
  func scan(each records: Span<UInt32>, of text: SegmentText, into sink: inout MatchSink)
}

/// One segment of a corpus, as it is and as the matcher wants it folded.
package struct SegmentText: Sendable {
  let original: Segment
  let folded: Segment

  /// Calls `body` with a record by its place in the segment, as stored and as stored in the folded corpus.
  func withRecord<R>(
    _ index: Int, _ body: (_ original: Span<UInt8>, _ folded: Span<UInt8>) -> R
  ) -> R {
    original.text.withSpan(of: original.bounds(of: index)) { originalBytes in
      folded.text.withSpan(of: folded.bounds(of: index)) { foldedBytes in
        body(originalBytes, foldedBytes)
      }
    }
  }
}

/// Bytes to look for, and the places of two of them that are rare.
package struct RequiredNeedle: Sendable {
  let bytes: [UInt8]
  let pair: Kernels.RarePair

  init(_ needle: Needle) {
    bytes = needle.bytes
    pair = needle.pair
  }
}

extension Matcher {
  var requiredNeedles: [RequiredNeedle] { [] }

  var isRequirementSufficient: Bool { false }

  var narrowingKey: NarrowingKey? { nil }

  func hitCount(ofMatching records: ResultSet, in corpus: Corpus) -> Int? { nil }

  func matchesByFullName(_ record: Span<UInt8>) -> Bool { false }

  func scanLong(
    _ record: Int, of text: SegmentText, into sink: inout MatchSink, isCancelled: () -> Bool
  ) -> Bool {
    scan(record..<record + 1, of: text, into: &sink)
    return true
  }

  func scan(each records: Span<UInt32>, of text: SegmentText, into sink: inout MatchSink) {
    for index in records.indices {
      if sink.isFull { return }
      let record = Int(records[index])
      scan(record..<record + 1, of: text, into: &sink)
    }
  }

  func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink) {
    for record in records {
      if sink.isFull { return }
      text.withRecord(record) { original, folded in
        guard matches(original, folded: folded) else { return }
        sink.add(record)
        if sink.countsHits { sink.addHits(hits(in: original).count) }
      }
    }
  }
}
