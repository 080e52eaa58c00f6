internal import Corpora
internal import Reporting
internal import Searching

/// The result of a query in live search: all rows, or only the first page of rows.
struct LiveResult {
  var query: Query

  /// The number of the request that this result answers.
  let number: Int

  /// The result of each corpus, in the order of the scope.
  let parts: [Outcome.Part]

  let rows: ResultRows

  /// Whether all records were searched, so that the counts are final.
  let isWhole: Bool

  /// The number of hits; nil until all hits are counted.
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

  /// The columns that the user chose for the searched corpora; empty to show all fields.
  var shownColumns: [ShownColumn] { parts.map(\.loaded).shownColumns }

  /// The number of records for which the search could not determine whether they match.
  var undecided: Int { parts.reduce(0) { $0 + $1.result.statistics.undecided } }

  /// Whether the search has examined the record with this key.
  ///
  /// If only the first page is known, the search has examined the records up to the last row of
  /// the page.
  func decides(_ key: RowKey) -> Bool {
    if isWhole { return true }
    guard rows.parts.contains(where: { $0.source == key.corpus }) else { return false }
    return rows.row(notBefore: key) < rows.count
  }

  /// The number of hits before a row; nil if counting them would read too much text, or if a source
  /// is on a server.
  func hitsBefore(_ row: Int) -> Int? {
    // Do not fetch rows from a server only to count their hits.
    if rows.parts.contains(where: { $0.rowsPerPage > 1 }) { return nil }
    if row <= Self.maximumCountedRows, isShort(0..<row) {
      return (0..<row).reduce(0) { $0 + rows.hits(ofRow: $1).count }
    }
    guard let hitCount, rows.count - row <= Self.maximumCountedRows, isShort(row..<rows.count)
    else { return nil }
    return (row..<rows.count).reduce(hitCount) { $0 - rows.hits(ofRow: $1).count }
  }

  /// The maximum number of rows to examine for the next hit, given the average size of a record.
  var walkLimit: Int {
    let bytes = parts.reduce(0) { $0 + ($1.loaded.source.textBytes ?? Self.maximumWalkedBytes) }
    let records = parts.reduce(0) { $0 + ($1.loaded.source.recordCount ?? 1) }
    return max(16, min(20_000, Self.maximumWalkedBytes / max(1, bytes / max(1, records))))
  }

  private static let maximumCountedRows = 256

  /// The maximum number of bytes of text to read for counting hits.
  private static let maximumCountedBytes = 1 << 18
  /// The maximum number of bytes of text to read in a search for the next hit.
  private static let maximumWalkedBytes = 1 << 22

  private func isShort(_ range: Range<Int>) -> Bool {
    var bytes = 0
    for row in range {
      guard let (batch, place, _) = rows.row(at: row) else { return false }
      bytes += batch.size(ofRow: place)
      if bytes > Self.maximumCountedBytes { return false }
    }
    return true
  }
}
