internal import Corpora
internal import UnicodeText

/// The identity of a query, without the options that affect only how the query runs.
struct QueryIdentity: Hashable, Sendable {
  /// The text as bytes, because `String` treats canonically equivalent texts as equal, but a regex
  /// distinguishes them.
  let text: [UInt8]
  let strategy: String
  let options: SearchOptions

  init(_ query: Query) {
    text = Array(query.text.utf8)
    strategy = query.strategy.name
    var options = query.options
    options.accessPath = "auto"
    options.threads = nil
    self.options = options
  }

  /// Whether the two queries are equal except for their text.
  func hasSameSettings(as other: QueryIdentity) -> Bool {
    strategy == other.strategy && options == other.options
  }
}

/// Complete results of recent queries over one corpus; the most recently used result is the last.
struct ResultStore: Sendable {
  struct Entry: Sendable {
    let identity: QueryIdentity
    let folding: Folding?
    let key: NarrowingKey?
    let results: ResultSet
    let undecided: [RecordID]
    /// The number of hits; `nil` if the hits were not counted.
    let hitCount: Int?

    /// The approximate memory of the entry, in bytes.
    var memoryBytes: Int { results.memoryBytes + undecided.count * 8 + identity.text.count + 256 }
  }

  private(set) var entries: [Entry] = []
  private(set) var memoryBytes = 0

  /// The stored result of the query; the call makes it the most recently used result.
  mutating func entry(for identity: QueryIdentity) -> Entry? {
    guard let index = entries.lastIndex(where: { $0.identity == identity }) else { return nil }
    let entry = entries.remove(at: index)
    entries.append(entry)
    return entry
  }

  /// The smallest stored result that contains all results of a query.
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

  /// Stores a result, and drops the least recently used results until the remaining results fit in
  /// `limit` bytes.
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
