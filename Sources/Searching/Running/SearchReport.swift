public import Corpora

/// The results of a search, and its cost.
public struct SearchReport: Sendable {
  /// The query.
  public let query: Query

  /// The matching records.
  public let results: ResultSet

  /// The records that could not be decided within the limits of the engine PCRE2, ascending.
  public let undecided: [RecordID]

  /// The number of hits in all matching records, merged; `nil` if they were not counted.
  public let hitCount: Int?

  /// The number of records examined.
  public let examined: Int

  /// The name of the access path that found the candidates.
  public let accessPath: String

  /// Whether everything was examined.
  public let completion: SearchStatistics.Completion

  /// The number of records that the search was limited to; `nil` if it searched all.
  public let narrowedFrom: Int?

  /// Whether the results were kept from an earlier search.
  public let isCached: Bool

  /// The durations of the phases, in nanoseconds.
  public let timings: SearchStatistics.Timings

  /// The bytes of text examined.
  public let bytesScanned: Int

  let corpus: Corpus
  let matcher: any Matcher

  /// Whether everything was examined.
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

  /// The places to highlight in one of the records found: merged, fields before representations, then by start.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  public func hits(in record: RecordID) -> [Hit] {
    corpus.withRecord(record) { matcher.hits(in: $0) }
  }

  /// Whether one of the records found matches only because its full name begins with the query (token-prefix).
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  public func matchesByFullName(in record: RecordID) -> Bool {
    corpus.withRecord(record) { matcher.matchesByFullName($0) }
  }
}
