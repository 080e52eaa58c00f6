public import Corpora

/// What a search found, and what it took.
public struct SearchReport: Sendable {
  /// Whether everything was examined.
  public enum Completion: Hashable, Sendable {
    case complete
    /// As many records as were asked for were found before the end.
    case stoppedEarly
    /// The caller cancelled: the results are those found until then.
    case cancelled
  }

  /// Durations by phase, in nanoseconds.
  public struct Timings: Hashable, Sendable {
    /// Reading the query.
    public var parse = 0
    /// Choosing an access path and the candidates.
    public var plan = 0
    /// Building the access path that is set, if this query was the first to need it.
    public var build = 0
    /// Folding the corpus, if this query was the first to need it.
    public var fold = 0
    /// Finding and counting.
    public var search = 0

    public init() {}

    public var total: Int { parse + build + plan + fold + search }
  }

  public let query: Query

  /// The matching records.
  public let results: ResultSet

  /// The hits in all of them, merged; `nil` if they were not counted.
  public let hitCount: Int?

  /// How many records were looked at.
  public let examined: Int

  /// The name of the access path that gave the candidates.
  public let accessPath: String

  public let completion: Completion

  /// The number of records that were searched instead of all; `nil` if all were.
  public let narrowedFrom: Int?

  /// Whether the results were kept from an earlier search.
  public let isCached: Bool

  public let timings: Timings

  /// The bytes of text that were looked at.
  public let bytesScanned: Int

  let corpus: Corpus
  let matcher: any Matcher

  public var isComplete: Bool { completion == .complete }

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
