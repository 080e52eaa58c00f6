public import Corpora

/// What a search found, and what it took.
public struct SearchReport: Sendable {
  public let query: Query

  /// The matching records.
  public let results: ResultSet

  /// The hits in all of them, merged; `nil` if they were not counted.
  public let hitCount: Int?

  /// How many records were looked at.
  public let examined: Int

  /// The name of the access path that gave the candidates.
  public let accessPath: String

  public let completion: SearchStatistics.Completion

  /// The number of records that were searched instead of all; `nil` if all were.
  public let narrowedFrom: Int?

  /// Whether the results were kept from an earlier search.
  public let isCached: Bool

  public let timings: SearchStatistics.Timings

  /// The bytes of text that were looked at.
  public let bytesScanned: Int

  let corpus: Corpus
  let matcher: any Matcher

  public var isComplete: Bool { completion == .complete }

  /// What the search took.
  public var statistics: SearchStatistics {
    var statistics = SearchStatistics(accessPath: accessPath)
    statistics.timings = timings
    statistics.completion = completion
    statistics.examined = examined
    statistics.bytes = bytesScanned
    statistics.matches = results.count
    statistics.hits = hitCount
    statistics.narrowedFrom = narrowedFrom
    statistics.isCached = isCached
    return statistics
  }

  /// The places to highlight in one of the records found: merged, fields before representations, by start.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  public func hits(in record: RecordID) -> [Hit] {
    corpus.withRecord(record) { matcher.hits(in: $0) }
  }

  /// Whether one of the records found matched only because its full name begins with the query (token-prefix).
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  public func matchesByFullName(in record: RecordID) -> Bool {
    corpus.withRecord(record) { matcher.matchesByFullName($0) }
  }
}
