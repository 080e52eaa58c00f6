internal import Reporting
internal import Searching
internal import System
internal import Terminal

/// Runs live search, which searches as the user types.
final class LiveController {
  private let searches: Searches
  private let catalogs: CatalogController

  private var workspace: Workspace { searches.workspace }
  private var pages: ResultPages { searches.pages }
  private var console: Console { workspace.console }

  init(_ searches: Searches, _ catalogs: CatalogController) {
    self.searches = searches
    self.catalogs = catalogs
  }

  /// `:live [Q]`: searches as the user types; Enter makes the visible result the last result.
  func run(_ text: String) throws {
    guard console.isInteractive else {
      throw ShellError.failure(
        ":live needs a terminal: in a script, type the query")
    }
    let loop = try makeLoop(text, for: .result) { [unowned self] place in
      try console.runInForeground(pages.editorArguments(for: place))
    }
    switch try loop.run() {
    case .accepted: try adopt(loop.state)
    case .left: return
    case .interrupted:
      remember(loop.state.query)
      throw ShellError.interrupted
    case .hangup, .terminate:
      console.editor?.record(":live " + loop.state.line.text)
      // If no termination signal has arrived, the terminal was closed.
      if Signals.termination == nil { console.endByHangup() }
    }
  }

  /// Creates the event loop of a live search.
  ///
  /// - Throws: a failure if there is no corpus in scope, there is no terminal to draw on, or the
  ///   system cannot create a pipe.
  func makeLoop(
    _ text: String, for purpose: LiveState.Purpose, marksWithTab: Bool = false,
    height: Int? = nil, history: History? = nil,
    openEditor: @escaping (Outcome.Place) throws -> Void
  ) throws -> LiveLoop {
    _ = try workspace.inScope(for: workspace.query(text))
    guard
      let terminal = RawTerminal(
        environment: console.environment, hasMouse: workspace.settings.usesMouse, height: height)
    else {
      let fault =
        console.facts.isDumb
        ? "that understands escape codes: TERM is "
          + CommandWords.quoted(console.environment["TERM"] ?? "")
        : "to draw on, and there is none here: use searchbench search"
      throw ShellError.failure("live search needs a terminal " + fault)
    }
    let loop = LiveLoop(
      text, in: workspace, catalogs, on: terminal, for: purpose, marksWithTab: marksWithTab,
      openEditor: openEditor)
    guard let loop else {
      throw ShellError.failure("the system cannot create a pipe for live search: try again")
    }
    loop.state.earlier = Self.queries(of: history ?? console.editor?.history)
    return loop
  }

  /// The distinct queries in a history, newest first.
  private static func queries(of history: History?) -> [String] {
    var seen: Set<String> = []
    let named = Set(StrategyCatalog.all.map(\.name) + ["live"])
    return (history?.entries ?? []).reversed().compactMap { entry in
      switch InputLine(entry) {
      case .query(let text): text
      case .command(let name, let rest) where named.contains(name) && !rest.isEmpty: rest
      default: nil
      }
    }.filter { seen.insert($0).inserted }
  }

  /// Makes the result of live search the last result, and prints the page that was on the screen.
  private func adopt(_ state: LiveState) throws {
    guard let result = state.result else { return }
    var found = Outcome(
      query: result.query, parts: result.parts, isComplete: true, rows: result.rows)
    found.current = state.movedPlace
    workspace.cursor.outcome = found
    remember(result.query)
    let start = Platform.monotonicNanoseconds()
    let top = state.window.top
    try pages.show(page: top..<min(top + pages.pageLength(of: found.rows), found.rows.count))
    try console.flushOutput()
    searches.report(found, renderNanoseconds: Int(Platform.monotonicNanoseconds() - start))
  }

  /// Adds the prompt line for `query` to the history.
  private func remember(_ query: Query) {
    if let line = Self.line(for: query, under: workspace.settings) { console.editor?.record(line) }
  }

  /// The line that runs a query with its strategy at the prompt; nil if no line can run the query.
  ///
  /// The line does not set the other options of the query, such as its case mode.
  static func line(for query: Query, under settings: Settings) -> String? {
    guard let first = query.text.unicodeScalars.first else { return nil }
    if query.strategy.name == settings.strategy, case .query = InputLine(query.text),
      History.isWorthKeeping(query.text)
    {
      return query.text
    }
    // A command ignores whitespace before its query, so no command can run a query that starts with
    // whitespace.
    return first.properties.isWhitespace ? nil : ":\(query.strategy.name) \(query.text)"
  }
}
