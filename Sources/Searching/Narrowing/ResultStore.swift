internal import UnicodeText

/// What makes two queries the same: how they are run does not count.
struct QueryIdentity: Hashable, Sendable {
  /// The text's bytes: strings are equal that are canonically equivalent, which a regex tells apart.
  let text: [UInt8]
  let strategy: String
  let options: SearchOptions

  init(_ query: Query) {
    text = Array(query.text.utf8)
    strategy = query.strategy
    var options = query.options
    options.accessPath = "auto"
    options.threads = nil
    self.options = options
  }

  /// Whether the two differ in their text at most.
  func hasSameSettings(as other: QueryIdentity) -> Bool {
    strategy == other.strategy && options == other.options
  }
}

/// Complete results of recent queries over one corpus, the latest used last.
struct ResultStore: Sendable {
  struct Entry: Sendable {
    let identity: QueryIdentity
    let folding: Folding?
    let key: NarrowingKey?
    let results: ResultSet
    /// `nil` if the hits were not counted.
    let hitCount: Int?

    /// The bytes that the entry takes, about.
    var memoryBytes: Int { results.memoryBytes + identity.text.count + 256 }
  }

  private(set) var entries: [Entry] = []
  private(set) var memoryBytes = 0

  /// The result of the same query, which counts as used now.
  mutating func entry(for identity: QueryIdentity) -> Entry? {
    guard let index = entries.lastIndex(where: { $0.identity == identity }) else { return nil }
    let entry = entries.remove(at: index)
    entries.append(entry)
    return entry
  }

  /// The smallest result that surely holds all records of a query.
  func narrowest(
    for key: NarrowingKey, _ identity: QueryIdentity, folding: Folding?
  ) -> ResultSet? {
    var best: ResultSet?
    for entry in entries where entry.results.count < best?.count ?? .max {
      guard let old = entry.key, entry.folding == folding,
        entry.identity.hasSameSettings(as: identity), key.narrows(old)
      else { continue }
      best = entry.results
    }
    return best
  }

  /// Keeps a result, and forgets the ones not used for longest until all fit in `limit` bytes.
  mutating func keep(_ entry: Entry, limit: Int) {
    entries.removeAll { old in
      guard old.identity == entry.identity else { return false }
      memoryBytes -= old.memoryBytes
      return true
    }
    entries.append(entry)
    memoryBytes += entry.memoryBytes
    while memoryBytes > limit, !entries.isEmpty {
      memoryBytes -= entries.removeFirst().memoryBytes
    }
  }
}
