internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// What a query found, over all corpora in scope, and where the reader stands in it.
struct Outcome {
  /// One corpus's share.
  struct Part {
    let loaded: LoadedCorpus
    let result: any SearchResult
  }

  /// A record of a result, for the editor.
  struct Place {
    let key: RowKey

    /// The path as given, and the line on which the record begins.
    let source: String
    let line: Int

    /// Its row in the result, from 0.
    let row: Int
  }

  let query: Query
  let parts: [Part]

  /// The matching records, in order.
  let rows: ResultRows

  /// The number of hits; nil where they were not counted.
  let hitCount: Int?

  /// Whether no search was cancelled.
  let isComplete: Bool

  /// What gave the records that were searched, where those were not all; the first searched all.
  var outer: [Step] = []

  /// The item that this is, where it was asked for and not found by the query.
  var item: ItemPlace?

  /// What gave a result.
  enum Step {
    case query(Query)
    case item(ItemPlace)
  }

  var step: Step { item.map { .item($0) } ?? .query(query) }

  /// Whether only the records of an earlier result were searched.
  var isWithinAnother: Bool { !outer.isEmpty }

  /// The rows that the last page showed.
  var page = 0..<0

  /// The hit that navigation stands on; nil stands for the first.
  var current: HitPlace?

  /// How many hits come before each row, as far as they were needed.
  private var hitsBefore = [0]

  /// The rows of the parts are given where some of them are known already.
  init(query: Query, parts: [Part], isComplete: Bool, rows: ResultRows? = nil) {
    self.query = query
    self.parts = parts
    self.isComplete = isComplete
    self.rows = rows ?? ResultRows(parts.map(\.result), cancellation: .signals)
    hitCount = self.rows.knownHitCount
  }

  /// How many records were looked at.
  var examined: Int { parts.reduce(0) { $0 + ($1.result.statistics.examined ?? 0) } }

  /// What was found and how long each phase took, over all corpora.
  func timing(renderNanoseconds: Int?) -> TimingLine {
    let counts = parts.map(\.loaded.source.recordCount)
    var line = TimingLine(
      parts.map(\.result.statistics), strategy: query.strategy.name,
      corpusRecords: counts.contains(nil) ? nil : counts.reduce(0) { $0 + ($1 ?? 0) },
      renderNanoseconds: renderNanoseconds)
    line.records = rows.count
    return line
  }

  /// The corpus in which a row was found.
  func loaded(ofRow row: Int) -> LoadedCorpus? {
    rows.place(of: row).map { parts[$0.part].loaded }
  }

  /// Where the record of a row is.
  ///
  /// - Throws: a failure if the source cannot give it.
  func place(ofRow index: Int) throws -> Place {
    let row: (batch: RowBatch, place: Int, part: Int)
    do throws(SearchError) { row = try self.row(at: index) } catch { throw ShellError(error) }
    let facts = row.batch.rows[row.place]
    return Place(
      key: rows.key(ofRow: index), source: row.batch.source(ofRow: row.place), line: facts.line,
      row: index)
  }

  /// The place of the hit of that number, from 0; nil if there are not so many.
  ///
  /// With a `limit` no row from that one on is looked at: a page asks only whether the hit is on it.
  ///
  /// - Throws: what the sources throw; `cancelled`.
  /// - Complexity: O(rows up to the hit or the limit) the first time, then O(log rows).
  mutating func place(
    ofHit number: Int, before limit: Int = .max
  ) throws(SearchError) -> HitPlace? {
    let end = hitCount == 0 ? 0 : min(rows.count, limit)
    while countedHits <= number, hitsBefore.count <= end {
      try countHits()
    }
    guard number >= 0, countedHits > number else { return nil }
    var low = 0
    var high = hitsBefore.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if hitsBefore[middle] <= number { low = middle } else { high = middle }
    }
    return HitPlace(row: low, hit: number - hitsBefore[low])
  }

  /// How many hits the rows have that were looked at, from the first on.
  var countedHits: Int { hitsBefore[hitsBefore.count - 1] }

  /// The number of a hit among all, from 0; nil if a source cannot tell.
  ///
  /// - Throws: what the sources throw; `cancelled`.
  /// - Complexity: that of a scan of the records before the row.
  func number(of place: HitPlace, _ cancellation: Cancellation) throws(SearchError) -> Int? {
    if place.row < hitsBefore.count { return hitsBefore[place.row] + place.hit }
    var sum = place.hit
    var rest = place.row
    for part in parts where rest > 0 {
      let rows = min(rest, part.result.knownCount ?? rest)
      rest -= rows
      guard let hits = try part.result.hitCount(ofFirst: rows, cancellation) else { return nil }
      sum += hits
    }
    return sum
  }

  /// The hit that navigation stands on, known by its record; nil where nobody has moved.
  var anchor: HitNavigation.Anchor? {
    guard let current, current.row < rows.count else { return nil }
    let hits = rows.hits(ofRow: current.row)
    guard hits.indices.contains(current.hit) else { return nil }
    return HitNavigation.Anchor(key: rows.key(ofRow: current.row), hit: hits[current.hit])
  }

  /// Counts the hits of the next row, if it can be had.
  private mutating func countHits() throws(SearchError) {
    try Cancellation.signals.check()
    let index = hitsBefore.count - 1
    let row = try row(at: index)
    hitsBefore.append(hitsBefore[index] + row.batch.hits(ofRow: row.place).count)
  }

  private func row(
    at index: Int
  ) throws(SearchError) -> (batch: RowBatch, place: Int, part: Int) {
    if let row = rows.row(at: index) { return row }
    throw rows.takeFailure() ?? .failed(source: "the result", reason: "has no such row")
  }
}

extension Cancellation {
  /// Stops when the person at the terminal, or a signal, says so.
  static let signals = Cancellation { Signals.isCancelled }
}
