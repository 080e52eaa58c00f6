internal import System

/// What a catalogue holds, and when it was indexed.
public struct CatalogStatus: Equatable, Sendable {
  /// How many items there are, by what became of them.
  public struct Counts: Hashable, Sendable {
    /// To be found.
    public var ready = 0

    /// Announced by an addition that was not finished.
    public var pending = 0

    /// Without content; nobody finds them.
    public var failed = 0
  }

  /// A file or folder that items come from.
  public struct Source: Equatable, Sendable {
    public let path: String
    public let domain: String
    public let counts: Counts

    /// How many files it has.
    public let files: Int

    /// When it was last read to its end, in seconds since 1970.
    public let indexed: Int?

    /// What went wrong since.
    public let problem: String?
  }

  public let name: String

  /// The file of its database.
  public let path: String
  public let isOn: Bool

  /// The process that indexes now, if any; 0 if its number is not known.
  public let indexer: Int32?

  /// By domain, in the order of their names; items without a domain are of the empty one.
  public let domains: [(name: String, counts: Counts)]

  /// Why items have no content, with how many, the most frequent first.
  public let problems: [(reason: String, count: Int)]

  /// Items that have expired and were not purged yet; they are among the ready ones, and nobody finds them.
  public let expired: Int

  /// The bytes of the database and what stands beside it.
  public let bytes: Int
  public let sources: [Source]

  /// When all sources were last read to their end, in seconds since 1970; nil if one never was, or there are none.
  public let indexed: Int?

  /// How old that may become, in seconds.
  public let maximumAge: Int

  /// The time of the clock that the others are to be compared to.
  public let now: Int

  /// When the next refresh reads the sources, in seconds since 1970; nil if it does so at once.
  public var due: Int? {
    // A time to come was written by a clock that was wrong.
    guard let indexed, indexed <= now else { return nil }
    let due = indexed.later(by: maximumAge)
    return due > now ? due : nil
  }

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
      && a.bytes == b.bytes && a.sources == b.sources && a.indexed == b.indexed
      && a.maximumAge == b.maximumAge && a.now == b.now
  }
}

extension CatalogStore {
  /// How old sources may become before a refresh reads them, where nothing else was said: 30 days.
  package static let usualMaximumAge = 30 * 86_400

  package func maximumAge() throws(CatalogError) -> Int {
    try meta("maximum_age") ?? Self.usualMaximumAge
  }

  package func setMaximumAge(_ seconds: Int) throws(CatalogError) {
    try writing { () throws(CatalogError) in try setMeta("maximum_age", seconds) }
  }

  /// - Complexity: O(sources + files + domains + failed + expired), whatever the number of items.
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
        sources: sources.map { source in
          CatalogStatus.Source(
            path: source.path, domain: source.domain,
            counts: bySource[source.number]?.counts ?? CatalogStatus.Counts(),
            files: bySource[source.number]?.files ?? 0, indexed: source.indexed,
            problem: source.problem)
        },
        indexed: times.contains(nil) ? nil : times.compactMap { $0 }.min(),
        maximumAge: try maximumAge(), now: now)
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
