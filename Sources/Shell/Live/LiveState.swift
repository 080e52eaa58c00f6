internal import Reporting
internal import Searching
internal import Terminal

/// The state of live search: the query, its result, and the position in the result.
///
/// The state is a value and uses neither the terminal nor threads. Its methods handle keys and
/// answers, and return the effects that the loop must perform.
struct LiveState {
  /// An action that the loop must perform after a key.
  enum Effect: Equatable {
    case nothing
    /// The query has changed.
    case search
    /// The user accepts the result.
    case accept
    /// The user leaves; the session is unchanged.
    case leave
    /// The whole screen must be drawn again.
    case redraw
    case stop
    case openEditor
  }

  /// The action of the Enter key.
  enum Purpose {
    /// Enter makes the result the last result of the session.
    case result
    /// Enter prints records.
    case records
  }

  /// The user's position in a result.
  ///
  /// After the query has changed, the position is restored in the new result.
  struct Standing {
    /// The record of the current row.
    var key: RowKey?
    /// The current hit; nil if the row has no hit.
    var anchor: HitNavigation.Anchor?
    /// The record at the center of the screen.
    var center: RowKey?
    /// The number of rows between the top of the list and the current row.
    var offset = 0
  }

  private(set) var corpora: [LoadedCorpus]
  let purpose: Purpose

  /// The search options at the start; later keys change only the case and diacritics modes.
  private let baseOptions: SearchOptions

  var line: EditableLine
  var strategy: String
  var caseMode: CaseMode
  var diacritics: DiacriticsMode

  /// The result of the last valid query.
  ///
  /// The result is nil before the first answer, and after a catalog or followed file changed.
  private(set) var result: LiveResult?

  /// The latest error of a query; nil after a result has arrived.
  private(set) var fault: String?

  /// Whether the query on the screen has been submitted, but its answer has not arrived yet.
  var isPending = false

  /// The current row, with the current hit if the row has hits; nil if there are no rows.
  var place: HitPlace?
  var window: RowWindow

  /// Whether the user has moved in the list; until the first move, the first row is current.
  private var hasMoved = false

  /// The position in the previous result; nil after it was restored, or after the user has moved.
  private var undecided: Standing?

  var showsRecord = false

  /// A message that the status line shows until the next key.
  var notice: String?

  /// The marked records, in the order of marking.
  var marks: [RowKey] = []

  /// The rows of the marked records, as they were when the records were marked.
  var markedRows: [RowKey: LiveRow] = [:]

  var latency = LiveLatency()

  /// Whether Tab marks records.
  let marksWithTab: Bool

  /// The queries of earlier searches, the newest first.
  var earlier: [String] = []

  /// The text typed before the first Ctrl-R, and the index in `earlier` of the query on the screen.
  ///
  /// The value is nil after any key other than Ctrl-R.
  var recalled: (text: String, index: Int)?

  /// The number that the user is typing after Alt-G; nil if the user is not typing a number.
  var numberLine: EditableLine?

  /// The number, from 1, of the hit that the user asked for; nil after its row was found.
  var wantedHit: Int?

  /// The row for which the locator most recently counted the preceding hits.
  var counted: CountedRow?

  init(
    _ text: String, strategy: String, options: SearchOptions, corpora: [LoadedCorpus],
    purpose: Purpose, rows: Int, marksWithTab: Bool = false
  ) {
    self.marksWithTab = marksWithTab
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

  /// The records to print: the marked records, or the current record if no record is marked.
  var chosen: [LiveRow] {
    guard marks.isEmpty, let result, let place else { return marks.compactMap { markedRows[$0] } }
    return LiveRow(place.row, of: result).map { [$0] } ?? []
  }

  /// Whether the rows on the screen can be the result of an earlier query.
  var isStale: Bool { fault != nil || isPending }

  // MARK: Answers

  mutating func show(_ new: LiveResult) {
    let isSameQuery = result?.number == new.number
    let standing = isSameQuery ? undecided : undecided ?? self.standing
    result = new
    fault = nil
    isPending = false
    if !hasMoved {
      place = rowCount > 0 ? HitPlace(row: 0, hit: 0) : nil
      window.move(to: 0, of: rowCount)
    } else if let standing {
      settle(standing)
    } else {
      window.move(to: window.top, of: rowCount)
    }
  }

  /// Stores the query on the screen as the query of the result, because both find the same records.
  mutating func renameResult() {
    let query = query
    result?.query = query
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
      center: window.center(of: rows.count).map { rows.key(ofRow: $0) },
      offset: place.row - window.top)
  }

  /// Moves to the position in the new result that is nearest to the previous position.
  ///
  /// The first page of a result can lack the nearest record, so the position is determined again
  /// with the full result.
  private mutating func settle(_ standing: Standing) {
    undecided = nil
    guard let result, rowCount > 0 else {
      place = nil
      window.move(to: 0, of: 0)
      undecided = standing
      return
    }
    let rows = result.rows
    if let anchor = standing.anchor, let kept = HitNavigation.kept(anchor, in: rows) {
      return stand(at: kept, offset: standing.offset)
    }
    if !result.isWhole { undecided = standing }
    if result.hitCount != 0, let center = standing.center,
      let hit = HitNavigation.nearest(
        to: center, in: rows, limit: result.walkLimit, position: corpora.position)
    {
      return go(to: hit)
    }
    if let key = standing.key, let row = rows.row(of: key) {
      return stand(at: HitPlace(row: row, hit: 0), offset: standing.offset)
    }
    let nearest = standing.center.flatMap {
      HitNavigation.nearestRow(to: $0, in: rows, position: corpora.position)
    }
    go(to: HitPlace(row: nearest?.row ?? 0, hit: 0))
  }

  /// Makes `place` current, and scrolls so that its row is `offset` rows below the top of the list.
  private mutating func stand(at place: HitPlace, offset: Int) {
    self.place = place
    window.move(to: place.row - offset, of: rowCount)
    window.reveal(place.row, of: rowCount)
  }

  /// Makes `place` current, and centers its row unless that row is already current.
  mutating func go(to place: HitPlace) {
    if place.row == self.place?.row {
      window.reveal(place.row, of: rowCount)
    } else {
      window.center(on: place.row, of: rowCount)
    }
    self.place = place
  }

  /// The keys of the marked records, and of the records that define the position.
  var anchors: [RowKey] {
    let standing = undecided ?? standing
    return [standing.key, standing.anchor?.key, standing.center].compactMap(\.self) + marks
  }

  /// Replaces the corpora after a catalog or followed file changed; `moved` contains the new record
  /// keys.
  ///
  /// The result is discarded, because the records in it may have changed.
  mutating func replace(_ corpora: [LoadedCorpus], moved: MovedRecords) {
    var standing = undecided ?? standing
    standing.key = standing.key.flatMap(moved.place)
    standing.center = standing.center.flatMap(moved.place)
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

  /// Discards the position in the previous result, because the user has moved.
  mutating func decide() {
    undecided = nil
    hasMoved = true
  }

  /// The current position, for the prompt after live search; nil if the user has not moved.
  var movedPlace: HitPlace? { hasMoved ? place : nil }

  /// Changes the height of the list.
  mutating func resize(to height: Int) {
    window.resize(to: height, keeping: place?.row, of: rowCount)
  }
}
