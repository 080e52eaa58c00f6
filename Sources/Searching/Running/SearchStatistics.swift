/// What a search took, whatever the source.
public struct SearchStatistics: Hashable, Sendable {
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
    /// Finding and counting; for a stream also reading, and writing rows meanwhile.
    public var search = 0

    public init() {}

    public var total: Int { parse + build + plan + fold + search }
  }

  public var timings = Timings()

  public var completion = Completion.complete

  /// The name of the access path that gave the candidates.
  public var accessPath: String

  /// How many records were looked at; `nil` if they were not counted.
  public var examined: Int?

  /// The bytes of text that were looked at.
  public var bytes = 0

  /// The files that were read; `nil` where records come from no files.
  public var files: Int?

  /// The matching records; `nil` if they were not counted.
  public var matches: Int?

  /// The hits in all matching records, merged; `nil` if they were not counted.
  public var hits: Int?

  /// The number of records that were searched instead of all; `nil` if all were.
  public var narrowedFrom: Int?

  /// Whether the results were kept from an earlier search.
  public var isCached = false

  public init(accessPath: String) { self.accessPath = accessPath }
}
