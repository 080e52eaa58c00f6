internal import Corpora
internal import UnicodeText

extension TokenPrefixMatcher {
  /// Whether the tokens on both sides of a separator are always in different grapheme clusters, in
  /// text without `ForwardJoiners`.
  private var separatesClusters: Bool {
    let separators = query.classes.separators
    return !separators.splitsCamelCase && separators.characters.allSatisfy(\.isASCII)
  }

  /// The number of hits in a matching record.
  ///
  /// `bags` is the number of bags of the record that match the query (see `Bag`).
  ///
  /// Each bag has one hit for each query token, if no two hits can be merged.
  func hitCount(of record: Int, in text: SegmentText, bags: Int) -> Int {
    if query.tokens.count == 1 { return bags }
    if text.original.isASCII || separatesClusters && !text.original.mayJoinForward {
      return bags * query.tokens.count
    }
    return text.withRecord(record) { original, _ in hitCount(of: original, bags: bags) }
  }

  private func hitCount(of record: Span<UInt8>, bags: Int) -> Int {
    let isPlain =
      UTF8Text.isASCII(record) || separatesClusters && !ForwardJoiners.mayOccur(in: record)
    return isPlain ? bags * query.tokens.count : hits(in: record).count
  }

  func hitCount(ofMatching records: ResultSet, in corpus: Corpus) -> Int? {
    if scope.hasRepresentations { return nil }
    if query.tokens.count <= 1 || query.isImpossible { return records.count * query.tokens.count }
    var hits = 0
    for segment in corpus.segments {
      let all = segment.firstRecord..<segment.firstRecord + segment.count
      let isPlain = segment.isASCII || separatesClusters && !segment.mayJoinForward
      records.forEachRun(in: all) { run in
        if isPlain {
          hits += run.count * query.tokens.count
        } else {
          for record in run {
            hits += segment.text.withSpan(of: segment.bounds(of: record - all.lowerBound)) {
              hitCount(of: $0, bags: 1)
            }
          }
        }
        return true
      }
    }
    return hits
  }
}
