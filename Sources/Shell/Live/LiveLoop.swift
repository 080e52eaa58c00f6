internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Terminal
internal import UnicodeText

/// Runs live search on a terminal until the reader is done: waits for keys and answers, and draws.
final class LiveLoop {
  /// How it ended.
  enum Ending {
    /// Enter: the result, or the records, are wanted.
    case accepted
    /// Esc or Ctrl-C: all is to be as it was.
    case left
    /// The terminal is gone.
    case hangup
    case terminate
    /// Ctrl-C while the answer was waited for after Enter.
    case interrupted
  }

  /// For so long at most, keys that are there already are taken before anything is drawn, in nanoseconds.
  private static let longestRun: UInt64 = 30_000_000

  /// For so long after a key only its answer is drawn, and not the key before it, in nanoseconds.
  private static let patience: UInt64 = 10_000_000

  private let console: Console
  private let terminal: RawTerminal
  private let search: LiveSearch
  private let cacheBytes: Int

  /// Opens the editor at a record of the result.
  private let openEditor: (Outcome.Place) throws -> Void

  /// Brings catalogs up to date; the corpora, and where rows are now, if some have changed.
  private let update: ([RowKey]) throws -> ([LoadedCorpus], MovedRecords)?

  private(set) var state: LiveState
  private var view: LiveView
  private var screen: Screen

  /// The request of which the answer is awaited or shown, and its query in the form that tells it from others.
  private var number = 0
  private var submitted: Query?
  private var searched: [LoadedCorpus] = []

  /// When the first key came whose effect is not drawn yet.
  private var undrawnSince: UInt64?

  /// When the last key came that changed the query and whose page is not drawn yet.
  private var asked: UInt64?

  /// Nil if the system has no pipe left.
  init?(
    _ text: String, in workspace: Workspace, _ catalogs: CatalogController,
    on terminal: RawTerminal, for purpose: LiveState.Purpose,
    openEditor: @escaping (Outcome.Place) throws -> Void
  ) {
    guard let search = LiveSearch() else { return nil }
    self.search = search
    self.terminal = terminal
    self.openEditor = openEditor
    console = workspace.console
    cacheBytes = workspace.settings.cacheBytes
    update = { [unowned workspace, unowned catalogs] keys in
      try catalogs.update(following: keys).map { (workspace.corporaInScope, $0) }
    }
    let size = terminal.size
    let layout = LiveLayout(columns: size.columns, rows: size.rows, showsRecord: false)
    state = LiveState(
      text, strategy: workspace.settings.strategy, options: workspace.settings.searchOptions,
      corpora: workspace.corporaInScope, purpose: purpose, rows: layout.listHeight)
    view = LiveView(style: workspace.console.screenStyle(columns: layout.columns), layout: layout)
    screen = Screen(columns: layout.columns, rows: layout.rows)
  }

  /// Runs until the reader is done; the terminal is then as it was.
  ///
  /// - Throws: a failure where the terminal cannot be used.
  func run() throws -> Ending {
    do throws(SystemError) { try terminal.enter() } catch { throw Self.failure(error) }
    defer {
      search.cancel()
      terminal.leave()
    }
    submit()
    undrawnSince = Platform.monotonicNanoseconds()
    while true {
      if let ending = try takeEvents() { return ending }
      if !isWaiting { draw() }
    }
  }

  /// Waits for an event, and takes all that are there by then.
  private func takeEvents() throws -> Ending? {
    var event = terminal.nextEvent(wakingOn: search.wakeUp.descriptor, milliseconds: wait)
    if event == .timeout, followsCatalogs { submit() }
    let start = Platform.monotonicNanoseconds()
    while event != .timeout {
      if let ending = try take(event) { return ending }
      if Platform.monotonicNanoseconds() - start > Self.longestRun { break }
      event = terminal.nextEvent(wakingOn: search.wakeUp.descriptor, milliseconds: 0)
    }
    return nil
  }

  private static func failure(_ error: SystemError) -> ShellError {
    .failure("the terminal cannot be used for live search: \(error.message)")
  }

  /// Whether the answer to the last key is likely to come so soon that nothing need be drawn before it.
  private var isWaiting: Bool {
    guard state.isPending, let undrawnSince else { return false }
    return Platform.monotonicNanoseconds() - undrawnSince < Self.patience
  }

  /// How long to wait for an event, in milliseconds.
  private var wait: Int32 {
    if isWaiting, let undrawnSince {
      let passed = Platform.monotonicNanoseconds() - undrawnSince
      return passed < Self.patience ? Int32((Self.patience - passed) / 1_000_000) + 1 : 0
    }
    if view.indexing != nil { return 200 }
    // Items expire, and other processes change catalogs, without a word.
    return followsCatalogs ? 1_000 : -1
  }

  private var followsCatalogs: Bool { state.corpora.contains { $0.catalog != nil } }

  // MARK: Events

  private func take(_ event: TerminalEvent) throws -> Ending? {
    switch event {
    case .key(let key):
      let now = Platform.monotonicNanoseconds()
      undrawnSince = undrawnSince ?? now
      return try obey(state.press(key), at: now)
    case .woken: takeAnswer()
    case .resized, .resumed: redraw()
    case .interrupted:
      Signals.clearInterrupt()
      return .left
    case .timeout: break
    case .hangup: return .hangup
    case .terminate: return .terminate
    }
    return nil
  }

  private func obey(_ effect: LiveState.Effect, at time: UInt64) throws -> Ending? {
    switch effect {
    case .nothing: relayout()
    case .search:
      if submit() { asked = time }
    case .leave: return .left
    case .accept: return try accept()
    case .redraw: redraw()
    case .stop:
      terminal.suspend()
      redraw()
    case .openEditor: try edit()
    }
    return nil
  }

  /// Whether there is as much of the answer as Enter takes.
  private var isEnough: Bool {
    !state.isPending && (state.purpose == .records || state.result?.isWhole == true)
  }

  /// Waits for what Enter takes, if it is not there yet.
  ///
  /// The terminal is given back before: what is typed meanwhile is for whoever reads it next, and Ctrl-C is a signal.
  private func accept() throws -> Ending? {
    if isEnough { return .accepted }
    terminal.leave()
    Signals.clearInterrupt()
    while true {
      search.wakeUp.wait(milliseconds: -1)
      if let signal = Signals.termination { return signal == .hangup ? .hangup : .terminate }
      if Signals.interruptRequested { return .interrupted }
      takeAnswer()
      if isEnough { return .accepted }
      if state.fault != nil, !state.isPending { break }
    }
    // What is wrong with the query is to be mended here.
    try enterAgain()
    return nil
  }

  private func enterAgain() throws {
    do throws(SystemError) { try terminal.enter() } catch { throw Self.failure(error) }
    redraw()
  }

  /// Puts the query on the screen to the corpora, unless that was done.
  ///
  /// - Returns: whether an answer is on its way that was not before.
  @discardableResult
  private func submit() -> Bool {
    updateCatalogs()
    let query = state.query
    let identity = Self.identity(of: query)
    if identity == submitted { return false }
    submitted = identity
    number += 1
    let compiled: CompiledQuery
    do throws(SearchError) {
      compiled = try CompiledQuery(checking: query)
    } catch {
      search.cancel()
      state.show(fault: Self.sentence(error, in: state.line.text))
      return false
    }
    var parts: [LiveSearch.Part] = []
    searched = []
    for loaded in state.corpora {
      guard let scoped = compiled.scoped(to: loaded.fields) else { continue }
      searched.append(loaded)
      parts.append(LiveSearch.Part(source: loaded.source, query: scoped))
    }
    state.isPending = true
    let request = LiveSearch.Request(
      number: number, parts: parts, rows: max(1, view.layout.rows),
      cacheBytes: cacheBytes)
    if search.submit(request) { return true }
    submitted = nil
    state.show(fault: "no thread can be had to search on: type on to try again")
    return false
  }

  /// Sees to it that nothing is searched, or shown, that is not there any more.
  private func updateCatalogs() {
    guard followsCatalogs else { return }
    do {
      guard let (corpora, moved) = try update(state.anchors) else { return }
      state.replace(corpora, moved: moved)
      submitted = nil
      undrawnSince = undrawnSince ?? Platform.monotonicNanoseconds()
    } catch let error as ShellError {
      state.notice = error.message
    } catch {
      state.notice = "\(error)"
    }
  }

  /// The query in the form that it has in common with all that mean the same.
  private static func identity(of query: Query) -> Query {
    var identity = query
    switch query.strategy.name {
    case "substring" where query.options.trims:
      identity.text = String(Blanks.trimmed(query.text))
    case "prefix":
      let words = query.text.unicodeScalars.split { Blanks.isWhiteSpace($0.value) }
      identity.text = words.map { String($0) }.joined(separator: " ")
    default: break
    }
    return identity
  }

  private func takeAnswer() {
    guard let answer = search.takeAnswer(), answer.number == number else { return }
    switch answer.content {
    case .page(let rows): show(rows, isWhole: false)
    case .whole(let rows): show(rows, isWhole: true)
    case .fault(let error): state.show(fault: Self.sentence(error, in: state.line.text))
    }
    if let failure = state.result?.rows.takeFailure(), failure != .cancelled {
      state.notice = failure.message
    }
  }

  /// What is wrong, with the place in the query.
  private static func sentence(_ error: SearchError, in text: String) -> String {
    guard case .query(let problem) = error else { return error.message }
    return problem.message + (problem.offset.map { " (at \(column(of: $0, in: text)))" } ?? "")
  }

  /// The character, from 1, at a place in the UTF-8 of a text.
  private static func column(of offset: Int, in text: String) -> Int {
    String(decoding: text.utf8.prefix(offset), as: UTF8.self).count + 1
  }

  private func show(_ rows: ResultRows, isWhole: Bool) {
    state.show(
      LiveResult(
        query: state.query, number: number, searched: searched, rows: rows, isWhole: isWhole))
  }

  private func edit() throws {
    guard let result = state.result, let place = state.place else { return }
    let opened = Outcome(
      query: result.query, parts: result.parts, isComplete: true, rows: result.rows)
    terminal.leave()
    do {
      try openEditor(try opened.place(ofRow: place.row))
    } catch let error as ShellError {
      state.notice = "the editor: " + error.message
    }
    try enterAgain()
  }

  // MARK: Drawing

  /// Draws all anew, in the size that the window has by now.
  private func redraw() {
    let size = (view.layout.columns, view.layout.rows)
    relayout()
    screen.resize(columns: view.layout.columns, rows: view.layout.rows)
    // A page of the old size may be too short for the new one.
    if size != (view.layout.columns, view.layout.rows), state.result?.isWhole != true {
      submitted = nil
      submit()
    }
  }

  /// Shares out the rows anew: for another window, or because the record is shown or hidden.
  private func relayout() {
    let size = terminal.size
    let layout = LiveLayout(
      columns: size.columns, rows: size.rows, showsRecord: state.showsRecord)
    if layout == view.layout { return }
    view = LiveView(
      style: console.screenStyle(columns: layout.columns), layout: layout, indexing: view.indexing)
    state.resize(to: layout.listHeight)
  }

  private func draw() {
    undrawnSince = nil
    let current = state.corpora.lazy.compactMap { $0.indexing?.current }.first
    view.indexing = current.map(\.fraction)
    let (rows, cursor) = view.frame(state)
    let bytes = screen.draw(rows, cursor: cursor)
    if !bytes.isEmpty { terminal.write(bytes.span) }
    if let asked, !state.isPending {
      state.latency.append(Platform.monotonicNanoseconds() - asked)
      self.asked = nil
    }
  }
}
