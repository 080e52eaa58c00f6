package import Corpora
package import UnicodeText

/// A compiled query: decides which records match, and where.
///
/// `scan` and `matches` agree on every record, and a record without a hit may still match (`NOT x`).
package protocol Matcher: Sendable {
  /// The folding of the text that it reads in addition to the original; `nil` if it reads only the original.
  var folding: Folding? { get }

  /// A condition that every matching record meets, simple enough for an index to test.
  var requirement: Requirement { get }

  /// Whether every record that meets the requirement matches.
  ///
  /// If so, an index that finds exactly those records makes reading the text unnecessary.
  var isRequirementSufficient: Bool { get }

  /// The condition that exactly the matching records meet, for an engine that has their folded text and tokens; `nil` if
  /// only the matcher can decide.
  var condition: TextCondition? { get }

  /// The number of hits in records that are known to match; `nil` if the records have to be read to count them.
  func hitCount(ofMatching records: ResultSet, in corpus: Corpus) -> Int?

  /// Byte strings that all occur in the folded text of every matching record, the rarest first.
  var requiredNeedles: [RequiredNeedle] { get }

  /// The key that shows whether another query's results contain all of this query's; `nil` if there is none.
  var narrowingKey: NarrowingKey? { get }

  /// A scanner that finds the lines in raw text of files in which the query may match; `nil` to test every line.
  ///
  /// The lines are records of one field. The default implementation searches for what `requirement` needs.
  ///
  /// - Parameter sample: some of the text.
  /// - Returns: the scanner, or `nil`.
  func lineScanner(sample: consuming GrowableBuffer<UInt8>) -> (any LineScanner)?

  /// The lines that `:explain` shows about the compiled query.
  var explanation: [Explanation.Line] { get }

  /// Whether a record matches, given as stored and as stored in the folded corpus.
  func matches(_ record: Span<UInt8>, folded: Span<UInt8>) -> Bool

  /// The places to highlight in a matching record, given as stored: merged, and in the order of results.
  func hits(in record: Span<UInt8>) -> [Hit]

  /// The hits of a matching record, and whether it matches only because a whole name begins with the query.
  func markedHits(in record: Span<UInt8>) -> (hits: [Hit], isByFullName: Bool)

  /// Whether the record matches only because a whole name begins with the query.
  func matchesByFullName(_ record: Span<UInt8>) -> Bool

  /// Whether any record may take long, so that `scanSlowly` is called for all of them.
  var isSlow: Bool { get }

  /// Adds the matching records of a run to `sink`, until it is full; returns `false` if it was canceled.
  ///
  /// Called for each record of more than a megabyte separately, and for all records if the matcher is slow. The default
  /// implementation scans them like any others. A slow matcher should poll `isCancelled`.
  func scanSlowly(
    _ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink,
    isCancelled: () -> Bool
  ) -> Bool

  /// Adds the matching records of a run to `sink`, until it is full.
  ///
  /// The default implementation calls `matches`. Implement it if the matcher can scan all the text at once.
  func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink)

  /// Adds the matching records of an ascending list to `sink`, until it is full.
  ///
  /// The default implementation scans each record as a run. Implement it if a scan needs memory, so that the memory is
  /// allocated only once.
  func scan(each records: Span<UInt32>, of text: SegmentText, into sink: inout MatchSink)
}

/// One segment of a corpus, original and folded for the matcher.
package struct SegmentText: Sendable {
  let original: Segment
  let folded: Segment

  /// Calls `body` with the record at an index of the segment, as stored and as stored in the folded corpus.
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

/// Bytes to search for, and the positions of two rare ones.
package struct RequiredNeedle: Sendable {
  let bytes: [UInt8]
  let pair: Kernels.RarePair

  init(_ needle: Needle) {
    bytes = needle.bytes
    pair = needle.pair
  }
}

extension Matcher {
  package var condition: TextCondition? { nil }

  var requiredNeedles: [RequiredNeedle] { [] }

  var isRequirementSufficient: Bool { false }

  var narrowingKey: NarrowingKey? { nil }

  func hitCount(ofMatching records: ResultSet, in corpus: Corpus) -> Int? { nil }

  func matchesByFullName(_ record: Span<UInt8>) -> Bool { false }

  func markedHits(in record: Span<UInt8>) -> (hits: [Hit], isByFullName: Bool) {
    (hits(in: record), matchesByFullName(record))
  }

  var isSlow: Bool { false }

  func scanSlowly(
    _ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink,
    isCancelled: () -> Bool
  ) -> Bool {
    scan(records, of: text, into: &sink)
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
