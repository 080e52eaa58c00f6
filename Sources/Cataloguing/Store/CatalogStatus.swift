internal import SQLite
internal import System

/// The contents of a catalog, and when its sources were indexed.
public struct CatalogStatus: Equatable, Sendable {
  /// The number of items by state.
  public struct Counts: Hashable, Sendable {
    /// Items that are indexed with all of their text.
    public var ready = 0

    /// Items that are not indexed yet, because the indexing of their file has not finished.
    public var pending = 0

    /// Items whose content could not be read; no search finds these items.
    public var failed = 0
  }

  /// A file or folder that was added as a source.
  public struct Source: Equatable, Sendable {
    /// The path of the file or folder.
    public let path: String

    /// The domain of the source's items; empty for none.
    public let domain: String

    /// The number of the source's items by state.
    public let counts: Counts

    /// The number of the source's files.
    public let files: Int

    /// When the source was last read completely.
    public let indexed: Timestamp?

    /// The problems of the last reading: at most 100 sentences, then the number of further
    /// problems.
    public let problems: [String]

    /// Whether the last reading failed or was interrupted; the next refresh then reads the source
    /// again.
    public let isUnfinished: Bool

    /// Whether items of the source are missing because items of other files replaced these items
    /// and were then deleted.
    let lacksItems: Bool

    /// The first problem of the last reading.
    public var problem: String? { problems.first }
  }

  /// The name of the catalog.
  public let name: String

  /// The path of the database file.
  public let path: String

  /// Whether the catalog accepts items.
  public let isOn: Bool

  /// The id of the process that is indexing; nil if no process is indexing, 0 if the id is unknown.
  public let indexer: Int32?

  /// The counts for each domain, sorted by the domain's name; items without a domain are counted in
  /// the empty domain.
  public let domains: [(name: String, counts: Counts)]

  /// The reasons why contents could not be read, with their counts, most frequent first.
  public let problems: [(reason: String, count: Int)]

  /// The number of expired items that are not deleted yet; these items are counted as ready, but no
  /// search finds them.
  public let expired: Int

  /// The total size in bytes of the database and of SQLite's files next to the database.
  public let bytes: Int

  /// The size in bytes of the image from which the catalog is opened; 0 if there is no image.
  public let imageBytes: Int

  /// The files and folders that were added as sources.
  public let sources: [Source]

  /// The earliest of the times at which the sources were last read completely; nil if a source was
  /// never read completely, or if there are no sources.
  public let indexed: Timestamp?

  /// The age at which a refresh reads a source again.
  public let maximumAge: Duration

  /// The current time, for comparison with the other times of this status.
  public let now: Timestamp

  /// The earliest time at which a source becomes due for a refresh; nil if a source is due now, or
  /// if there are no sources.
  public var due: Timestamp? {
    // If `indexed` is in the future, the clock was wrong, so the sources are due.
    guard let indexed, indexed <= now,
      !sources.contains(where: { $0.isUnfinished || $0.lacksItems })
    else { return nil }
    let due = indexed.advanced(by: maximumAge)
    return due > now ? due : nil
  }

  /// The number of items by state, over all domains.
  public var counts: Counts {
    domains.reduce(into: Counts()) { sum, domain in
      sum.ready += domain.counts.ready
      sum.pending += domain.counts.pending
      sum.failed += domain.counts.failed
    }
  }

  public static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.path == b.path && a.isOn == b.isOn && a.indexer == b.indexer
      && a.domains.elementsEqual(b.domains) { $0 == $1 }
      && a.problems.elementsEqual(b.problems) { $0 == $1 } && a.expired == b.expired
      && a.bytes == b.bytes && a.imageBytes == b.imageBytes && a.sources == b.sources
      && a.indexed == b.indexed
      && a.maximumAge == b.maximumAge && a.now == b.now
  }
}

extension CatalogStore {
  /// The default maximum age of sources: 30 days.
  package static let defaultMaximumAge = 30 * 86_400

  package func maximumAge() throws(CatalogError) -> Int {
    try meta("maximum_age") ?? Self.defaultMaximumAge
  }

  package func setMaximumAge(_ seconds: Int) throws(CatalogError) {
    try writing { () throws(CatalogError) in try setMeta("maximum_age", seconds) }
  }

  /// The status of the catalog at `now`.
  ///
  /// - Complexity: O(sources + files + domains + failed items + expired items), independent of the
  ///   number of other items.
  package func status(now: Int) throws(CatalogError) -> CatalogStatus {
    try reading { () throws(CatalogError) in
      var domains: [[UInt8]: CatalogStatus.Counts] = [:]
      var bySource: [Int: (counts: CatalogStatus.Counts, files: Int)] = [:]
      for origin in try origins() {
        Self.add(origin, to: &domains[Array(origin.domain.utf8), default: CatalogStatus.Counts()])
        guard let source = origin.source else { continue }
        var entry = bySource[source] ?? (CatalogStatus.Counts(), 0)
        Self.add(origin, to: &entry.counts)
        entry.files += 1
        bySource[source] = entry
      }
      let sources = try self.sources()
      let times = sources.map(\.indexed)
      return CatalogStatus(
        name: name, path: file.path, isOn: try isOn(), indexer: file.indexer,
        domains: domains.sorted { $0.key.lexicographicallyPrecedes($1.key) }
          .map { (String(decoding: $0.key, as: UTF8.self), $0.value) },
        problems: try problems(), expired: try expiredCount(now: now),
        bytes: ([file.path] + file.companions).reduce(0) { $0 + (Platform.size(of: $1) ?? 0) },
        imageBytes: Platform.size(of: file.imagePath) ?? 0,
        sources: sources.map { source in
          CatalogStatus.Source(
            path: source.path, domain: source.domain,
            counts: bySource[source.number]?.counts ?? CatalogStatus.Counts(),
            files: bySource[source.number]?.files ?? 0,
            indexed: source.indexed.map(Timestamp.init(secondsSince1970:)),
            problems: source.problem?.split(separator: "\n").map(String.init) ?? [],
            isUnfinished: source.isUnfinished, lacksItems: source.lacksItems)
        },
        indexed: times.contains(nil)
          ? nil : times.compactMap { $0 }.min().map(Timestamp.init(secondsSince1970:)),
        maximumAge: .seconds(try maximumAge()), now: Timestamp(secondsSince1970: now))
    }
  }

  private static func add(_ origin: CatalogOrigin, to counts: inout CatalogStatus.Counts) {
    counts.ready += origin.ready
    counts.pending += origin.pending
    counts.failed += origin.failed
  }

  private func problems() throws(CatalogError) -> [(reason: String, count: Int)] {
    try attempt { () throws(DatabaseError) in
      let select = try statement(
        """
        SELECT problem, count(*) FROM items WHERE problem IS NOT NULL
        GROUP BY problem ORDER BY count(*) DESC, problem
        """)
      var problems: [(reason: String, count: Int)] = []
      while try select.step() { problems.append((select.string(0), select.integer(1))) }
      return problems
    }
  }

  private func expiredCount(now: Int) throws(CatalogError) -> Int {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT count(*) FROM items WHERE expires <= ?")
      try select.bind(1, now)
      return try select.first { $0.integer(0) } ?? 0
    }
  }
}
