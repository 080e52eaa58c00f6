public import Corpora

/// The results and the cost of a search.
public struct SearchReport: Sendable {
  /// The query.
  public let query: Query

  /// The matching records.
  public let results: ResultSet

  /// The records in which PCRE2 reached its match limits before it could decide whether they match.
  ///
  /// The records are in ascending order.
  public let undecided: [RecordID]

  /// The number of hits in all matching records; `nil` if hits were not counted.
  ///
  /// Overlapping hits are merged, and count as one hit.
  public let hitCount: Int?

  /// The number of records that the search examined.
  public let examined: Int

  /// The name of the access path that found the candidates.
  public let accessPath: String

  /// How the search ended: completely, early, or by cancellation.
  public let completion: SearchStatistics.Completion

  /// If the search was limited to an earlier result, the number of records in that result.
  ///
  /// The value is `nil` if the search was not limited to an earlier result.
  public let narrowedFrom: Int?

  /// Whether the results are cached results of an earlier search.
  public let isCached: Bool

  /// The durations of the phases, in nanoseconds.
  public let timings: SearchStatistics.Timings

  /// The number of bytes of text that the search examined.
  public let bytesScanned: Int

  let corpus: Corpus
  let matcher: any Matcher

  /// Whether the search examined all records that it had to examine.
  public var isComplete: Bool { completion == .complete }

  /// The cost of the search, and its counts.
  public var statistics: SearchStatistics {
    var statistics = SearchStatistics(accessPath: accessPath)
    statistics.timings = timings
    statistics.completion = completion
    statistics.examined = examined
    statistics.bytes = bytesScanned
    statistics.matches = results.count
    statistics.hits = hitCount
    statistics.undecided = undecided.count
    statistics.narrowedFrom = narrowedFrom
    statistics.isCached = isCached
    return statistics
  }

  /// The ranges to highlight in one of the found records; overlapping ranges are merged.
  ///
  /// Hits in the values of alias fields come after all other hits. Hits in the same text are
  /// ordered by start.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  public func hits(in record: RecordID) -> [Hit] {
    corpus.withRecord(record) { matcher.hits(in: $0) }
  }

  /// Whether a found record matches only because a full name (a run of text without whitespace)
  /// begins with the query.
  ///
  /// The result can be `true` only with the strategy `prefix`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  public func matchesByFullName(in record: RecordID) -> Bool {
    corpus.withRecord(record) { matcher.matchesByFullName($0) }
  }
}
