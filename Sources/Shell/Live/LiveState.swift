internal import Reporting
internal import Searching
internal import Terminal

/// What live search knows: the query as typed so far, what was found, and where the reader stands in it.
///
/// A value without a terminal or a thread: keys and answers go in, effects come out.
struct LiveState {
  /// What the loop is to do after a key.
  enum Effect: Equatable {
    case nothing
    /// The query has changed.
    case search
    /// The reader is done, and takes the result.
    case accept
    /// The reader is done, and wants all as it was.
    case leave
    /// Nothing on the screen can be trusted.
    case redraw
    case stop
    case openEditor
  }

  /// What Enter means.
  enum Purpose {
    /// The result becomes the last result of the session.
    case result
    /// Records are printed.
    case records
  }

  /// Where the reader stood before the query changed.
  struct Standing {
    /// The record of the current row.
    var key: RowKey?
    /// The current hit, if the row has one.
    var anchor: HitNavigation.Anchor?
    /// The record at the top of the screen; nil if that was the first of all.
    var top: RowKey?
    /// How far below the top the current row was.
    var offset = 0
  }

  private(set) var corpora: [LoadedCorpus]
  let purpose: Purpose

  /// The settings that the strategy and the modes on the screen do not change.
  private let baseOptions: SearchOptions

  var line: EditableLine
  var strategy: String
  var caseMode: CaseMode
  var diacritics: DiacriticsMode

  /// What the last query without a fault found.
  private(set) var result: LiveResult?

  /// What is wrong with the query on the screen.
  private(set) var fault: String?

  /// Whether the answer to the query on the screen is still to come.
  var isPending = false

  /// The current row, and the current hit in it if it has one; nil where there is no row.
  var place: HitPlace?
  var window: RowWindow

  /// Where the reader stood, while too few rows are known to tell where that is now.
  private var undecided: Standing?

  var showsRecord = false

  /// A word to the reader, until the next key.
  var notice: String?

  /// The marked records, in the order in which they were marked.
  var marks: [RowKey] = []

  /// The rows of the marked records as they were when they were marked.
  var markedRows: [RowKey: LiveRow] = [:]

  var latency = LiveLatency()

  init(
    _ text: String, strategy: String, options: SearchOptions, corpora: [LoadedCorpus],
    purpose: Purpose, rows: Int
  ) {
    line = EditableLine(text)
    self.strategy = strategy
    self.corpora = corpora
    self.purpose = purpose
    baseOptions = options
    caseMode = options.caseMode
    diacritics = options.diacritics
    window = RowWindow(height: rows)
  }

  /// The query on the screen.
  var query: Query {
    var options = baseOptions
    options.caseMode = caseMode
    options.diacritics = diacritics
    return Query(line.text, by: strategy, options: options)
  }

  var rowCount: Int { result?.rows.count ?? 0 }

  /// The records to print: those marked, else the current one.
  var chosen: [LiveRow] {
    guard marks.isEmpty, let result, let place else { return marks.compactMap { markedRows[$0] } }
    return LiveRow(place.row, of: result).map { [$0] } ?? []
  }

  /// Whether what is shown was found for another query than the one on the screen.
  var isStale: Bool { fault != nil || isPending }

  // MARK: Answers

  mutating func show(_ new: LiveResult) {
    let isSameQuery = result?.number == new.number
    let standing = isSameQuery ? undecided : undecided ?? self.standing
    result = new
    fault = nil
    isPending = false
    if let standing {
      settle(standing)
    } else {
      window.move(to: window.top, of: rowCount)
    }
  }

  mutating func show(fault: String) {
    self.fault = fault
    isPending = false
  }

  private var standing: Standing {
    guard let result, let place else { return Standing() }
    let rows = result.rows
    let hits = rows.hits(ofRow: place.row)
    let key = rows.key(ofRow: place.row)
    return Standing(
      key: key,
      anchor: hits.indices.contains(place.hit)
        ? HitNavigation.Anchor(key: key, hit: hits[place.hit]) : nil,
      top: window.top > 0 ? rows.key(ofRow: window.top) : nil, offset: place.row - window.top)
  }

  /// Finds the place in the new result that is nearest to where the reader stood.
  private mutating func settle(_ standing: Standing) {
    undecided = nil
    guard let result, rowCount > 0 else {
      place = nil
      window.move(to: 0, of: 0)
      if self.result?.isWhole == false { undecided = standing }
      return
    }
    let rows = result.rows
    if let anchor = standing.anchor, let kept = HitNavigation.kept(anchor, in: rows) {
      return stand(at: kept, offset: standing.offset)
    }
    let isDecided = [standing.anchor?.key, standing.top].allSatisfy {
      $0.map(result.decides) ?? true
    }
    if !isDecided { undecided = standing }
    window.move(to: standing.top.map { rows.row(notBefore: $0) } ?? 0, of: rowCount)
    let center = window.center(of: rowCount) ?? 0
    if result.hitCount != 0,
      let hit = HitNavigation.nearest(to: center, in: rows, limit: result.walkLimit)
    {
      return stand(at: hit, offset: hit.row - window.top)
    }
    if let key = standing.key, let row = rows.row(of: key) {
      return stand(at: HitPlace(row: row, hit: 0), offset: standing.offset)
    }
    place = HitPlace(row: window.top, hit: 0)
  }

  private mutating func stand(at place: HitPlace, offset: Int) {
    self.place = place
    window.move(to: place.row - offset, of: rowCount)
    window.reveal(place.row, of: rowCount)
  }

  /// The rows that tell where the reader stands.
  var anchors: [RowKey] {
    let standing = undecided ?? standing
    return [standing.key, standing.anchor?.key, standing.top].compactMap(\.self) + marks
  }

  /// Takes over corpora that have changed; `moved` says where their rows are now.
  ///
  /// What was found in them is nothing to be shown any more.
  mutating func replace(_ corpora: [LoadedCorpus], moved: MovedRecords) {
    var standing = undecided ?? standing
    standing.key = standing.key.flatMap(moved.place)
    standing.top = standing.top.flatMap(moved.place)
    standing.anchor = standing.anchor.flatMap { anchor in
      moved.place(of: anchor.key).map { HitNavigation.Anchor(key: $0, hit: anchor.hit) }
    }
    self.corpora = corpora
    let old = markedRows
    markedRows = [:]
    marks = marks.compactMap { key in
      guard let now = moved.place(of: key) else { return nil }
      markedRows[now] = old[key]
      return now
    }
    result = nil
    place = nil
    undecided = standing
  }

  /// The reader has moved: where the place comes from no longer matters.
  mutating func decide() { undecided = nil }

  /// Takes another height of the list.
  mutating func resize(to height: Int) {
    window.resize(to: height, keeping: place?.row, of: rowCount)
  }
}

/// A row that somebody chose, with all that it takes to print it.
struct LiveRow {
  let key: RowKey
  let query: Query
  private let batch: RowBatch
  private let place: Int

  init?(_ row: Int, of result: LiveResult) {
    guard let (batch, place, _) = result.rows.row(at: row) else { return nil }
    self.batch = batch
    self.place = place
    key = result.rows.key(ofRow: row)
    query = result.query
  }

  /// The texts of its fields.
  var texts: [String] { batch.fields.indices.map { batch.text(ofRow: place, field: $0) } }

  /// Calls `body` with the row as a batch of its own.
  func batch(showingHits: Bool) -> RowBatch {
    batch.row(at: place, showingHits: showingHits)
  }
}

/// How long the reader waited for a page after each key.
struct LiveLatency {
  /// In nanoseconds, ascending.
  private var sorted: [UInt64] = []

  /// The wait after the last key.
  private(set) var last: UInt64?

  mutating func append(_ nanoseconds: UInt64) {
    last = nanoseconds
    let place = sorted.firstIndex { $0 > nanoseconds } ?? sorted.count
    sorted.insert(nanoseconds, at: place)
    // Enough for any percentile; of a long session the middle is what repeats itself.
    if sorted.count > 10_000 { sorted.remove(at: sorted.count / 2) }
  }

  /// The wait that 99 of 100 keys did not exceed.
  var p99: UInt64? { sorted.isEmpty ? nil : TimingLog.percentile(99, of: sorted) }
}
