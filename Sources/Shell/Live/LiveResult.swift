internal import Corpora
internal import Reporting
internal import Searching

/// What live search shows: the rows found for one query, all of them or the first.
struct LiveResult {
  let query: Query

  /// The number of the request that this answers.
  let number: Int

  /// By corpus, in the order of the scope.
  let parts: [Outcome.Part]

  let rows: ResultRows

  /// Whether all records were searched, so that the counts are those of the whole corpus.
  let isWhole: Bool

  /// The number of hits; nil until all are counted.
  let hitCount: Int?

  init(
    query: Query, number: Int, searched: [LoadedCorpus], rows: ResultRows, isWhole: Bool
  ) {
    self.query = query
    self.number = number
    self.isWhole = isWhole
    self.rows = rows
    parts = zip(searched, rows.parts).map { Outcome.Part(loaded: $0, result: $1) }
    hitCount = isWhole ? rows.knownHitCount : nil
  }

  /// Whether the row of `key` would be here if the query matched it.
  ///
  /// Of a first page only the records up to its last are known.
  func decides(_ key: RowKey) -> Bool {
    if isWhole { return true }
    guard rows.parts.contains(where: { $0.source == key.corpus }) else { return false }
    return rows.row(notBefore: key) < rows.count
  }

  /// How many hits come before those of a row, as far as little text has to be looked at for that.
  func hitsBefore(_ row: Int) -> Int? {
    // Rows that are elsewhere are not asked for only to be counted.
    if rows.parts.contains(where: { $0.rowsPerPage > 1 }) { return nil }
    if row <= Self.most, isShort(0..<row) {
      return (0..<row).reduce(0) { $0 + rows.hits(ofRow: $1).count }
    }
    guard let hitCount, rows.count - row <= Self.most, isShort(row..<rows.count) else { return nil }
    return (row..<rows.count).reduce(hitCount) { $0 - rows.hits(ofRow: $1).count }
  }

  /// How many rows may be looked at for a hit, at so many bytes a record.
  var walkLimit: Int {
    let bytes = parts.reduce(0) { $0 + ($1.loaded.source.textBytes ?? Self.longWalk) }
    let records = parts.reduce(0) { $0 + ($1.loaded.source.recordCount ?? 1) }
    return max(16, min(20_000, Self.longWalk / max(1, bytes / max(1, records))))
  }

  private static let most = 256

  /// So many bytes of text are looked at without a thought, and in a walk from hit to hit.
  private static let shortWalk = 1 << 18
  private static let longWalk = 1 << 22

  private func isShort(_ range: Range<Int>) -> Bool {
    var bytes = 0
    for row in range {
      guard let (batch, place, _) = rows.row(at: row) else { return false }
      bytes += batch.size(ofRow: place)
      if bytes > Self.shortWalk { return false }
    }
    return true
  }
}
