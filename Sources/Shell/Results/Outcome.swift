internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// The result of a query over all searched corpora, and the user's position in this result.
struct Outcome {
  /// The part of the result that comes from one corpus.
  struct Part {
    let loaded: LoadedCorpus
    let result: any SearchResult
  }

  /// The position of a record in its file, for opening the editor there.
  struct Place {
    let key: RowKey

    /// The file's path as the user gave it; `line` is the number of the record's first line.
    let source: String
    let line: Int

    /// The index of the row in the result, from 0.
    let row: Int
  }

  let query: Query
  let parts: [Part]

  /// The rows of the matching records, in the order in which they are shown.
  let rows: ResultRows

  /// The number of hits; nil if they were not counted.
  var hitCount: Int? { rows.knownHitCount }

  /// Whether all searches ran to completion.
  let isComplete: Bool

  /// The earlier steps whose results limited this search, oldest first; empty if the search covered
  /// all records.
  ///
  /// Each step searched only the result of the previous step. This search covered only the result
  /// of the last step.
  var outer: [Step] = []

  /// The catalog item that is the only row of the result; otherwise nil.
  ///
  /// The value is set if the user requested an item by its id, and the query did not find this
  /// item.
  var item: ItemPlace?

  /// Whether `:where` or `:sort` changed the result, so that the query alone cannot reproduce it.
  var isChanged = false

  /// The operation that produced a result: a query, or the request for an item.
  enum Step {
    case query(Query)
    case item(ItemPlace)
  }

  var step: Step { item.map { .item($0) } ?? .query(query) }

  /// Whether only the records of an earlier result were searched.
  var isWithinAnother: Bool { !outer.isEmpty }

  /// The rows on the page that was shown last.
  var page = 0..<0

  /// The current hit; nil before the user's first move.
  ///
  /// The first move starts from the first hit.
  var current: HitPlace?

  /// Centers the page on the current hit, or as nearly as the ends of the result allow.
  mutating func centerPage(of length: Int) {
    guard let current else { return }
    var window = RowWindow(height: length)
    window.center(on: current.row, of: rows.count)
    page = window.visible(of: rows.count)
  }

  /// The number of hits before each row, for the rows whose hits have been counted.
  private var hitsBefore = [0]

  /// Creates a result; pass `rows` to reuse rows that were already fetched.
  init(query: Query, parts: [Part], isComplete: Bool, rows: ResultRows? = nil) {
    self.query = query
    self.parts = parts
    self.isComplete = isComplete
    self.rows = rows ?? ResultRows(parts.map(\.result), cancellation: .signals)
  }

  /// Returns a copy in which `change` has replaced the result of each part.
  ///
  /// `change` receives the old result and the index of the part.
  ///
  /// `order` is the new order of the rows. If `order` is nil, the rows of each part follow the rows
  /// of the previous part.
  ///
  /// - Throws: the errors of `change`; search errors are converted to `ShellError`.
  func changed(
    order: RowOrder? = nil, _ change: (any SearchResult, Int) throws -> any SearchResult
  ) throws -> Outcome {
    var changed: [Part] = []
    for (index, part) in parts.enumerated() {
      do {
        changed.append(Part(loaded: part.loaded, result: try change(part.result, index)))
      } catch let error as SearchError {
        throw ShellError(error)
      }
    }
    var replaced = Outcome(
      query: query, parts: changed, isComplete: isComplete,
      rows: ResultRows(changed.map(\.result), order: order, cancellation: .signals))
    replaced.outer = outer
    replaced.item = item
    replaced.isChanged = true
    replaced.current = anchor.flatMap { HitNavigation.kept($0, in: replaced.rows) }
    return replaced
  }

  /// The number of records that the search examined, in all corpora.
  var examined: Int { parts.reduce(0) { $0 + ($1.result.statistics.examined ?? 0) } }

  /// The number of records for which the search could not determine whether they match.
  var undecided: Int { parts.reduce(0) { $0 + $1.result.statistics.undecided } }

  /// The counts and the times of the search phases, summed over all corpora.
  func timing(renderNanoseconds: Int?) -> TimingLine {
    let counts = parts.map(\.loaded.source.recordCount)
    var line = TimingLine(
      parts.map(\.result.statistics), strategy: query.strategy.name,
      corpusRecords: counts.contains(nil) ? nil : counts.reduce(0) { $0 + ($1 ?? 0) },
      renderNanoseconds: renderNanoseconds)
    line.records = rows.count
    return line
  }

  /// The corpus that contains a row.
  func loaded(ofRow row: Int) -> LoadedCorpus? {
    rows.place(of: row).map { parts[$0.part].loaded }
  }

  /// The position of a row's record in its source.
  ///
  /// - Throws: a failure if the source cannot deliver the row.
  func place(ofRow index: Int) throws -> Place {
    let row: (batch: RowBatch, place: Int, part: Int)
    do throws(SearchError) { row = try self.row(at: index) } catch { throw ShellError(error) }
    let facts = row.batch.rows[row.place]
    return Place(
      key: rows.key(ofRow: index), source: row.batch.source(ofRow: row.place), line: facts.line,
      row: index)
  }

  /// The row of the hit with this number, and the hit's index in that row; nil if there are fewer
  /// hits.
  ///
  /// Hits are numbered from 0. Only rows with an index below `limit` are read; the result is nil if
  /// the hit is in a later row.
  ///
  /// - Throws: the errors of the sources; `cancelled`.
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

  /// The number of hits in the rows whose hits have been counted.
  var countedHits: Int { hitsBefore[hitsBefore.count - 1] }

  /// The number of a hit among all hits, from 0; nil if a source cannot count its hits.
  ///
  /// - Throws: the errors of the sources; `cancelled`.
  /// - Complexity: O(1) if the hits before the row have been counted; otherwise, the records before
  ///   the row are scanned.
  func number(of place: HitPlace, _ cancellation: Cancellation) throws(SearchError) -> Int? {
    if place.row < hitsBefore.count { return hitsBefore[place.row] + place.hit }
    return try rows.hitCount(ofFirst: place.row, cancellation).map { $0 + place.hit }
  }

  /// The current hit, identified by its record; nil before the user's first move.
  var anchor: HitNavigation.Anchor? {
    guard let current, current.row < rows.count else { return nil }
    let hits = rows.hits(ofRow: current.row)
    guard hits.indices.contains(current.hit) else { return nil }
    return HitNavigation.Anchor(key: rows.key(ofRow: current.row), hit: hits[current.hit])
  }

  /// Counts the hits of the next uncounted row.
  ///
  /// - Throws: the error of a source that cannot deliver the row; `cancelled`.
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

extension SearchResult {
  /// The matching records; nil if the source does not number its records.
  ///
  /// If the records are not known yet, searches for them.
  ///
  /// - Throws: a failure of the source; `interrupted`.
  func allRecords() throws -> ResultSet? {
    do throws(SearchError) {
      if knownCount == nil { _ = try count(.signals) }
    } catch {
      throw ShellError(error)
    }
    return records
  }
}

extension Cancellation {
  /// A cancellation that is triggered by Ctrl-C and by signals that end the process.
  static let signals = Cancellation { Signals.isCancelled }
}

extension Collection<LoadedCorpus> {
  /// The position of a record among the records of all corpora, for comparing distances between
  /// records.
  ///
  /// A corpus whose record count is unknown is assumed to be larger than any other corpus.
  func position(of key: RowKey) -> Int {
    let earlier = prefix { $0.name != key.corpus }
    return earlier.reduce(Int(clamping: key.record.rawValue)) {
      $0 + ($1.source.recordCount ?? 1 << 40)
    }
  }
}
