package import Corpora
package import UnicodeText

/// A compiled query, which decides which records match and where they match.
///
/// For every record, `scan` and `matches` must give the same result. A record can match without a
/// hit, for example if the query is `NOT x`.
package protocol Matcher: Sendable {
  /// The folding of the text that the matcher reads in addition to the original text.
  ///
  /// The value is `nil` if the matcher reads only the original text.
  var folding: Folding? { get }

  /// A condition that every matching record meets, simple enough for an index to test.
  var requirement: Requirement { get }

  /// Whether every record that meets the requirement also matches the query.
  ///
  /// If the value is true, and an index finds exactly the records that meet the requirement, the
  /// search does not read the text.
  var isRequirementSufficient: Bool { get }

  /// A condition that a record meets if and only if the record matches the query.
  ///
  /// The value is `nil` if only the matcher can decide whether a record matches.
  ///
  /// A database that stores the folded text and the tokens of the records can test the condition.
  var condition: TextCondition? { get }

  /// The number of hits in records that are known to match.
  ///
  /// Returns `nil` if counting the hits requires reading the records.
  func hitCount(ofMatching records: ResultSet, in corpus: Corpus) -> Int?

  /// Byte strings that occur in the folded text of every matching record, the rarest first.
  var requiredNeedles: [RequiredNeedle] { get }

  /// A key for testing whether the results of another query contain all results of this query.
  ///
  /// The key is `nil` if the query supports no such comparison.
  var narrowingKey: NarrowingKey? { get }

  /// A scanner that finds the lines of raw file text in which the query may match.
  ///
  /// The scanner treats each line as a record with one field. The default implementation searches
  /// for the texts in `requirement`.
  ///
  /// - Parameter sample: a sample of the text.
  /// - Returns: the scanner; `nil` if every line has to be tested.
  func lineScanner(sample: consuming GrowableBuffer<UInt8>) -> (any LineScanner)?

  /// The lines that `:explain` shows about the compiled query.
  var explanation: [Explanation.Line] { get }

  /// Whether a record matches.
  ///
  /// `record` is the text of the record in the corpus; `folded` is its text in the folded corpus.
  func matches(_ record: Span<UInt8>, folded: Span<UInt8>) -> Bool

  /// The ranges to highlight in a matching record, merged and in output order.
  ///
  /// `record` is the record as stored in the corpus.
  func hits(in record: Span<UInt8>) -> [Hit]

  /// The hits of a matching record, and whether the record matches only because a full name (a run
  /// of text without whitespace) begins with the query.
  func markedHits(in record: Span<UInt8>) -> (hits: [Hit], isByFullName: Bool)

  /// Like `markedHits`, but appends the hits to a list; returns `isByFullName`.
  ///
  /// If `isFirstEnough` is true, all hits except the first may be omitted. Implement this function
  /// if hits can be found without allocating memory for each record.
  func appendHits(
    in record: Span<UInt8>, isFirstEnough: Bool, to hits: inout [Hit]
  ) -> Bool

  /// Appends the hits of several matching records.
  ///
  /// `records` are ascending ranges of `text`; an empty range stands for a record without hits.
  /// Implement this function if the hits of many records can be found in one pass.
  func appendHits(
    inEach records: Span<Range<Int>>, of text: Span<UInt8>, isFirstEnough: Bool,
    to found: inout RowHits
  )

  /// Whether the record matches only because a full name (a run of text without whitespace) begins
  /// with the query.
  func matchesByFullName(_ record: Span<UInt8>) -> Bool

  /// Whether even a short record may take a long time to match.
  ///
  /// If the value is true, a search must call `scanSlowly` for all records.
  var isSlow: Bool { get }

  /// Adds the matching records of a range to `sink`, until the sink is full.
  ///
  /// Returns `false` if the scan was canceled.
  ///
  /// A search calls `scanSlowly` separately for each record of more than a megabyte. For a slow
  /// matcher, a search calls `scanSlowly` for all records. The default implementation calls `scan`.
  /// A slow matcher should poll `isCancelled`.
  func scanSlowly(
    _ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink,
    isCancelled: () -> Bool
  ) -> Bool

  /// Adds the matching records of a range to `sink`, until the sink is full.
  ///
  /// The default implementation calls `matches`. Implement `scan` if the matcher can scan the text
  /// of all records in one pass.
  func scan(_ records: Range<Int>, of text: SegmentText, into sink: inout MatchSink)

  /// Adds the matching records of an ascending list to `sink`, until the sink is full.
  ///
  /// The default implementation scans each record separately. Implement `scan(each:of:into:)` if a
  /// scan allocates memory, so that the memory is allocated only once.
  func scan(each records: Span<UInt32>, of text: SegmentText, into sink: inout MatchSink)
}

/// The original text of a corpus segment, and the same text folded for the matcher.
package struct SegmentText: Sendable {
  let original: Segment
  let folded: Segment

  /// Calls `body` with the original and the folded text of the record at `index` in the segment.
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

/// Bytes to search for, and the indices of two of these bytes that are rare in the text.
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

  func appendHits(
    in record: Span<UInt8>, isFirstEnough: Bool, to hits: inout [Hit]
  ) -> Bool {
    let (found, isByFullName) = markedHits(in: record)
    hits.append(contentsOf: isFirstEnough ? found.prefix(1) : found[...])
    return isByFullName
  }

  func appendHits(
    inEach records: Span<Range<Int>>, of text: Span<UInt8>, isFirstEnough: Bool,
    to found: inout RowHits
  ) {
    appendHitsOneByOne(inEach: records, of: text, isFirstEnough: isFirstEnough, to: &found)
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
