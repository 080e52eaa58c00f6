public import Corpora
public import Searching

/// The rows of a result: matching records of one corpus or several, in order.
///
/// Nothing is searched again and nothing is copied: a row is found from the result sets when it is asked for, and its
/// hits are computed then.
public struct ResultRows: Sendable {
  /// What was found in one corpus.
  public struct Part: Sendable {
    public let corpus: Corpus

    /// The records to show, in corpus order.
    public let records: ResultSet

    let hits: @Sendable (RecordID) -> [Hit]

    /// Whether a record was found only because its unsplit name begins with the query.
    let isFullName: @Sendable (RecordID) -> Bool

    /// Creates a part from a search.
    ///
    /// `records` replaces the records of the report; records that the query does not match (`--invert`) have no hits.
    /// `hits` gives what the report's own would, sooner.
    public init(
      _ corpus: Corpus, _ report: SearchReport, records: ResultSet? = nil,
      hits: (@Sendable (RecordID) -> [Hit])? = nil
    ) {
      self.corpus = corpus
      self.records = records ?? report.results
      self.hits = hits ?? { report.hits(in: $0) }
      isFullName = { report.matchesByFullName(in: $0) }
    }

    /// Creates a part whose hits come from `hits`; by default there are none.
    public init(
      _ corpus: Corpus, records: ResultSet,
      hits: @escaping @Sendable (RecordID) -> [Hit] = { _ in [] }
    ) {
      self.corpus = corpus
      self.records = records
      self.hits = hits
      isFullName = { _ in false }
    }
  }

  public let parts: [Part]

  /// The number of rows in all.
  public let count: Int

  public init(_ parts: [Part]) {
    self.parts = parts
    self.count = parts.reduce(0) { $0 + $1.records.count }
  }

  /// The corpus and the record of the row at `index`, from 0.
  ///
  /// - Precondition: `index` is less than `count`.
  /// - Complexity: O(*n*) in the number of corpora.
  public subscript(_ index: Int) -> (corpus: Corpus, record: RecordID) {
    let (part, offset) = place(of: index)
    return (parts[part].corpus, parts[part].records[offset])
  }

  /// The hits of the row at `index`, from 0, in the order of results.
  ///
  /// - Precondition: `index` is less than `count`.
  /// - Complexity: O(*n*) in the length of the record.
  public func hits(ofRow index: Int) -> [Hit] {
    let (part, offset) = place(of: index)
    return parts[part].hits(parts[part].records[offset])
  }

  /// Whether more than one corpus is in scope, so that a row must say which is its own.
  public var spansCorpora: Bool { parts.count > 1 }

  /// The part that holds row `index`, and the row's place in it.
  func place(of index: Int) -> (part: Int, offset: Int) {
    precondition(index >= 0 && index < count, "there is no such row")
    var offset = index
    var part = 0
    while offset >= parts[part].records.count {
      offset -= parts[part].records.count
      part += 1
    }
    return (part, offset)
  }
}
