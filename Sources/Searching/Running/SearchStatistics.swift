/// The cost and the counts of a search; all sources use this type.
public struct SearchStatistics: Hashable, Sendable {
  /// How the search ended: completely, early, or by cancellation.
  public enum Completion: Hashable, Sendable {
    /// The search examined everything that it had to examine.
    case complete
    /// The search stopped before the end, because it found as many records as requested.
    case stoppedEarly
    /// The caller canceled the search; the results are the records found until then.
    case cancelled
  }

  /// The durations of the phases of a search, in nanoseconds.
  public struct Timings: Hashable, Sendable {
    /// Parsing the query.
    public var parse = 0
    /// Choosing an access path, and finding the candidates.
    public var plan = 0
    /// Building the access path that the settings name, if the path was not built before.
    public var build = 0
    /// Folding the corpus, if no earlier query needed the same folding.
    public var fold = 0
    /// Searching and counting; for a stream, also reading files and writing rows.
    public var search = 0

    /// Creates durations of 0.
    public init() {}

    /// The sum of the phases, in nanoseconds.
    public var total: Int { parse + build + plan + fold + search }
  }

  /// The durations of the phases.
  public var timings = Timings()

  /// How the search ended: complete, stopped early because it found enough records, or canceled.
  public var completion = Completion.complete

  /// The name of the access path that found the candidates.
  public var accessPath: String

  /// The number of records examined; `nil` if these records were not counted.
  public var examined: Int?

  /// The number of bytes of text examined.
  public var bytes = 0

  /// The number of files read; `nil` if the records do not come from files.
  public var files: Int?

  /// The number of matching records; `nil` if matching records were not counted.
  public var matches: Int?

  /// The number of hits in all matching records; `nil` if hits were not counted.
  ///
  /// Overlapping hits are merged, and count as one hit.
  public var hits: Int?

  /// The amount of text that was skipped because of stored indexes; `nil` if no stored index was
  /// used.
  public var storedIndex: StoredIndexUse?

  /// The number of records in which PCRE2 reached its match limits before it could decide whether
  /// they match.
  ///
  /// These records are in neither the result of the query nor the result of the inverted query.
  public var undecided = 0

  /// If the search was limited to an earlier result, the number of records in that result.
  ///
  /// The value is `nil` if the search was not limited to an earlier result.
  public var narrowedFrom: Int?

  /// Whether the results come from the cache of an earlier search.
  public var isCached = false

  /// A message that says how many undecided records the result omits.
  package var undecidedSentence: String { Self.sentence(undecided: undecided) }

  /// A message that says that the result omits `count` undecided records.
  package static func sentence(undecided count: Int) -> String {
    "the result omits \(count) \(count == 1 ? "record" : "records") "
      + "in which PCRE2 reached its match limit"
  }

  /// Creates statistics without counts.
  public init(accessPath: String) { self.accessPath = accessPath }
}
