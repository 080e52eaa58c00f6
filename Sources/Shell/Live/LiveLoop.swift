internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Terminal
internal import UnicodeText

/// The event loop of live search, which handles keys and answers until the user accepts the result
/// or leaves.
final class LiveLoop {
  /// How live search ended.
  enum Ending {
    /// The user pressed Enter to accept the result or the chosen records.
    case accepted
    /// The user left with Esc or Ctrl-C; the session is unchanged.
    case left
    /// The terminal was closed.
    case hangup
    case terminate
    /// The user typed Ctrl-C after Enter, while the loop waited for the answer.
    case interrupted
  }

  /// The maximum time, in nanoseconds, spent on pending events before drawing.
  private static let drainTimeLimit: UInt64 = 30_000_000

  /// The maximum time, in nanoseconds, for which drawing waits for the answer to a key.
  private static let answerTimeout: UInt64 = 10_000_000

  private let console: Console
  private let terminal: RawTerminal
  let search: LiveSearch
  let locator: HitLocator
  let cacheBytes: Int

  /// The time, in nanoseconds, to wait after a key before searching.
  private let delay: UInt64

  /// Whether `:set follow on` is in effect, so that text appended to files is searched too.
  private let followsFiles: Bool

  /// Opens the editor at a record of the result.
  private let openEditor: (Outcome.Place) throws -> Void

  /// Updates open catalogs and followed files.
  ///
  /// Returns the updated corpora and the new keys of the given rows; nil if nothing has changed.
  /// The second argument of `update` receives messages, because the console would write them over
  /// the screen.
  let update: ([RowKey], @escaping (String) -> Void) throws -> ([LoadedCorpus], MovedRecords)?

  var state: LiveState
  var view: LiveView
  private var screen: Screen

  /// The number of the latest search request.
  ///
  /// `submitted` is the query of this request, without the whitespace that its strategy ignores.
  /// `searched` contains the corpora that this request searches.
  var number = 0
  var submitted: Query?
  var searched: [LoadedCorpus] = []

  /// The compiled query of the latest request; nil if later queries cannot reuse its result.
  var compiled: CompiledQuery?

  /// The latest question to the locator, and the result that the question refers to.
  var located: (question: HitLocator.Question, result: Int)?

  /// The monotonic time, in nanoseconds, at which to submit the query on the screen; nil if the
  /// query has already been submitted.
  private var due: UInt64?

  /// The time of the earliest change that has not been drawn yet; nil if everything is drawn.
  var undrawnSince: UInt64?

  /// The time of the latest key that started a search; nil after its page of results was drawn.
  private var keyTime: UInt64?

  /// Creates the loop; nil if the system cannot create a pipe.
  init?(
    _ text: String, in workspace: Workspace, _ catalogs: CatalogController,
    on terminal: RawTerminal, for purpose: LiveState.Purpose,
    marksWithTab: Bool, openEditor: @escaping (Outcome.Place) throws -> Void
  ) {
    guard let search = LiveSearch() else { return nil }
    self.search = search
    locator = HitLocator(wakeUp: search.wakeUp)
    delay = UInt64(workspace.settings.delay) * 1_000_000
    followsFiles = workspace.settings.follows
    self.terminal = terminal
    self.openEditor = openEditor
    console = workspace.console
    cacheBytes = workspace.settings.cacheBytes
    update = { [unowned workspace, unowned catalogs] keys, tell in
      try catalogs.update(following: keys, tell: tell).map { (workspace.corporaInScope, $0) }
    }
    let size = terminal.area
    let layout = LiveLayout(columns: size.columns, rows: size.rows, showsRecord: false)
    state = LiveState(
      text, strategy: workspace.settings.strategy, options: workspace.settings.searchOptions,
      corpora: workspace.corporaInScope, purpose: purpose, rows: layout.listHeight,
      marksWithTab: marksWithTab)
    view = LiveView(style: workspace.console.screenStyle(columns: layout.columns), layout: layout)
    screen = Screen(
      columns: layout.columns, rows: layout.rows, isRelative: !terminal.isFullScreen)
  }

  /// Runs the loop until the user accepts the result or leaves, then restores the terminal.
  ///
  /// - Throws: a failure if the terminal cannot be used.
  func run() throws -> Ending {
    do throws(SystemError) { try terminal.enter() } catch { throw Self.failure(error) }
    defer {
      search.cancel()
      locator.cancel()
      terminal.leave()
    }
    submit()
    undrawnSince = Platform.monotonicNanoseconds()
    while true {
      if let ending = try takeEvents() { return ending }
      if let due, Platform.monotonicNanoseconds() >= due { submitNow() }
      ask()
      if !isWaiting { draw() }
    }
  }

  /// Waits for an event, then handles the pending events for at most `drainTimeLimit`.
  private func takeEvents() throws -> Ending? {
    var event = terminal.nextEvent(wakingOn: search.wakeUp.descriptor, milliseconds: wait)
    if event == .timeout, followsSources, due == nil { submit() }
    let start = Platform.monotonicNanoseconds()
    while event != .timeout {
      if let ending = try take(event) { return ending }
      if Platform.monotonicNanoseconds() - start > Self.drainTimeLimit { break }
      event = terminal.nextEvent(wakingOn: search.wakeUp.descriptor, milliseconds: 0)
    }
    return nil
  }

  private static func failure(_ error: SystemError) -> ShellError {
    .failure("the terminal cannot be used for live search: \(error.message)")
  }

  /// Whether to delay drawing, because the answer to the last key is expected soon.
  private var isWaiting: Bool {
    guard state.isPending, let undrawnSince else { return false }
    return Platform.monotonicNanoseconds() - undrawnSince < Self.answerTimeout
  }

  /// The time, in milliseconds, to wait for an event; -1 means no limit.
  private var wait: Int32 {
    guard let due else { return waitWithoutDelay }
    let now = Platform.monotonicNanoseconds()
    let left = due > now ? Int32(clamping: (due - now) / 1_000_000 + 1) : 0
    return waitWithoutDelay < 0 ? left : min(left, waitWithoutDelay)
  }

  private var waitWithoutDelay: Int32 {
    if isWaiting, let undrawnSince {
      let passed = Platform.monotonicNanoseconds() - undrawnSince
      return passed < Self.answerTimeout ? Int32((Self.answerTimeout - passed) / 1_000_000) + 1 : 0
    }
    if view.indexing != nil { return 200 }
    if followsFiles { return 250 }
    // Check for changes every second: no event reports that items expired, or that another process
    // changed a catalog.
    return followsSources ? 1_000 : -1
  }

  /// Whether the records can change while the user types nothing.
  var followsSources: Bool { followsFiles || state.corpora.contains { $0.catalog != nil } }

  // MARK: Events

  private func take(_ event: TerminalEvent) throws -> Ending? {
    switch event {
    case .key(let key):
      let now = Platform.monotonicNanoseconds()
      undrawnSince = undrawnSince ?? now
      return try obey(press(key), at: now)
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

  private func press(_ key: Key) -> LiveState.Effect {
    if key == .enter, due != nil { submitNow() }
    guard case .click(let row, let column) = key else { return state.press(key) }
    // Without the alternate screen, ignore clicks, because the list can start at any row of the
    // window.
    guard terminal.isFullScreen, column < view.layout.listColumns else { return .nothing }
    return state.click(listRow: row - LiveLayout.rowsBeforeList)
  }

  private func obey(_ effect: LiveState.Effect, at time: UInt64) throws -> Ending? {
    switch effect {
    case .nothing: relayout()
    case .search:
      state.wantedHit = nil
      keyTime = time
      due = time + delay
      if delay == 0 { submitNow() }
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

  /// Submits the query on the screen now, even if its delay has not passed.
  private func submitNow() {
    due = nil
    if !submit() { keyTime = nil }
  }

  /// Whether Enter can accept the answer now.
  ///
  /// The first page of rows is enough for printing records. A result that becomes the last result
  /// of the session must be complete.
  private var isEnough: Bool {
    !state.isPending && (state.purpose == .records || state.result?.isWhole == true)
  }

  /// Waits until Enter can accept the answer, then accepts the answer.
  ///
  /// The terminal is restored before the wait. The next reader of the terminal receives the keys
  /// that the user types during the wait, and Ctrl-C sends a signal.
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
    // The query has an error, so return to live search, where the user can correct it.
    try enterAgain()
    return nil
  }

  private func enterAgain() throws {
    do throws(SystemError) { try terminal.enter() } catch { throw Self.failure(error) }
    redraw()
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

  /// Adapts to the current size of the window; the next call of `draw` draws the whole screen.
  private func redraw() {
    let size = (screen.columns, screen.rows)
    terminal.placeRows()
    relayout()
    screen.resize(columns: view.layout.columns, rows: view.layout.rows)
    // A page that was requested for the old window size can have too few rows for the new window.
    if size != (view.layout.columns, view.layout.rows), state.result?.isWhole != true {
      (submitted, compiled) = (nil, nil)
      submit()
    }
  }

  /// Recomputes the layout after the window was resized, or after the record was shown or hidden.
  private func relayout() {
    let size = terminal.area
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
    let bytes = screen.draw(rows.map { StyledRows.placed($0) }, cursor: cursor)
    if !bytes.isEmpty { terminal.write(bytes.span) }
    if let keyTime, !state.isPending {
      state.latency.append(Platform.monotonicNanoseconds() - keyTime)
      self.keyTime = nil
    }
  }
}
