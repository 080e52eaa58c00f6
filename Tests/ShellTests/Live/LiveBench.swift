import Reporting
import Searching
import Terminal

@testable import Corpora
@testable import Shell

/// A test harness for live search that uses neither a terminal nor a background thread.
///
/// Each query is run immediately, or when the test calls `answer(page:)`.
struct LiveBench {
  var state: LiveState
  private let corpora: [LoadedCorpus]
  private var number = 0

  init(
    _ corpora: [(name: String, rows: [String])], height: Int = 5,
    purpose: LiveState.Purpose = .result, strategy: String = "substring",
    marksWithTab: Bool = false
  ) {
    self.corpora = corpora.map { name, rows in
      let corpus = Corpus(name: name, fields: [Field("text")], rows: rows.map { [$0] })
      return LoadedCorpus(name: name, corpus: corpus, paths: [], report: LoadReport())
    }
    state = LiveState(
      "", strategy: strategy, options: SearchOptions(), corpora: self.corpora, purpose: purpose,
      rows: height, marksWithTab: marksWithTab)
    answer()
  }

  init(_ rows: [String], height: Int = 5, purpose: LiveState.Purpose = .result) {
    self.init([("rows", rows)], height: height, purpose: purpose)
  }

  /// Presses keys, and runs the queries that they start.
  @discardableResult
  mutating func press(_ keys: Key...) -> LiveState.Effect {
    var last = LiveState.Effect.nothing
    for key in keys {
      last = state.press(key)
      if last == .search { answer() }
    }
    return last
  }

  mutating func type(_ text: String) { for letter in text { press(.text(String(letter))) } }

  /// Replaces the text of the query and runs it.
  mutating func retype(_ text: String) {
    state.line.replace(with: text)
    answer()
  }

  /// Runs the current query, and delivers its result, or only the first `page` records.
  mutating func answer(page: Int? = nil) {
    number += 1
    var results: [any SearchResult] = []
    do {
      let query = try CompiledQuery(state.query)
      let request = ResultRequest(limit: page, countsHits: page == nil, isPreview: page != nil)
      for loaded in corpora { results.append(try loaded.source.search(query, request, .never)) }
    } catch {
      return state.show(fault: (error as? QueryError)?.message ?? "\(error)")
    }
    show(results, isWhole: page == nil)
  }

  /// Delivers the complete result of the current query, after its first page was delivered.
  mutating func complete() {
    guard let query = try? CompiledQuery(state.query) else { return }
    show(
      corpora.compactMap { try? $0.source.search(query, ResultRequest(), .never) }, isWhole: true)
  }

  private mutating func show(_ results: [any SearchResult], isWhole: Bool) {
    state.show(
      LiveResult(
        query: state.query, number: number, searched: corpora, rows: ResultRows(results),
        isWhole: isWhole))
  }

  /// If the state has requested a hit position, computes and delivers this position.
  mutating func locate() throws {
    guard let question = state.question, let result = state.result else { return }
    state.take(try HitLocator.answer(question, result.rows, result.number, .never))
  }

  /// The text of the current row.
  var row: String? {
    guard let result = state.result, let place = state.place else { return nil }
    return result.rows.row(at: place.row).map { $0.batch.text(ofRow: $0.place, field: 0) }
  }

  /// The byte range of the current hit in its row.
  var hit: Range<Int>? {
    guard let result = state.result, let place = state.place else { return nil }
    let hits = result.rows.hits(ofRow: place.row)
    return hits.indices.contains(place.hit) ? hits[place.hit].range : nil
  }

  /// The visible rows.
  var visible: [String] {
    guard let result = state.result else { return [] }
    return state.window.visible(of: result.rows.count).compactMap { index in
      result.rows.row(at: index).map { $0.batch.text(ofRow: $0.place, field: 0) }
    }
  }

  func frame(columns: Int, rows: Int, hasStyles: Bool = true) -> [String] {
    let layout = LiveLayout(columns: columns, rows: rows, showsRecord: state.showsRecord)
    let style = TerminalStyle(width: columns, hasStyles: hasStyles)
    return LiveView(style: style, layout: layout).frame(state).rows
  }
}
