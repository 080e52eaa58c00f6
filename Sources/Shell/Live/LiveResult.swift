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

  init(query: Query, number: Int, parts: [Outcome.Part], isWhole: Bool) {
    self.query = query
    self.number = number
    self.parts = parts
    self.isWhole = isWhole
    rows = ResultRows(parts.map { ResultRows.Part($0.loaded.corpus, $0.report) })
    hitCount = isWhole ? parts.reduce(0) { $0 + ($1.report.hitCount ?? 0) } : nil
  }

  /// Whether the row of `key` would be here if the query matched it.
  ///
  /// Of a first page only the records up to its last are known.
  func decides(_ key: RowKey) -> Bool {
    if isWhole { return true }
    guard rows.parts.contains(where: { $0.corpus.name == key.corpus }) else { return false }
    return rows.row(notBefore: key) < rows.count
  }

  /// How many hits come before those of a row, as far as few rows have to be looked at for that.
  func hitsBefore(_ row: Int) -> Int? {
    if row <= Self.most { return (0..<row).reduce(0) { $0 + rows.hits(ofRow: $1).count } }
    guard let hitCount, rows.count - row <= Self.most else { return nil }
    return (row..<rows.count).reduce(hitCount) { $0 - rows.hits(ofRow: $1).count }
  }

  private static let most = 256
}
