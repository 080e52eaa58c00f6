internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Terminal

/// Runs queries over the corpora in scope, shows their results, and records their durations.
final class Searches {
  let workspace: Workspace
  let pages: ResultPages

  /// The time of each phase of the last query.
  private(set) var lastTiming: TimingLine?

  private(set) var timings = TimingLog()

  var console: Console { workspace.console }
  private var cursor: ResultCursor { workspace.cursor }

  init(_ workspace: Workspace, _ pages: ResultPages) {
    self.workspace = workspace
    self.pages = pages
  }

  /// Runs a query over the corpora in scope and shows the result.
  ///
  /// An interactive session shows the first page; any other session writes all rows up to the
  /// limit.
  func search(_ text: String, by strategy: String? = nil) throws {
    try search(workspace.query(text, by: strategy))
  }

  func search(_ query: Query) throws { try run(query, within: nil) }

  /// `:words Q`: searches for records with all words of a text.
  func search(words text: String) throws {
    var query = workspace.query(text, by: "bool")
    query.options.grammar = .words
    try search(query)
  }

  /// `:within Q`: searches the records of the last result.
  func searchWithin(_ text: String) throws {
    guard let outcome = cursor.outcome else {
      throw ShellError.failure("there is no result to search within: search first")
    }
    try run(workspace.query(text), within: outcome)
  }

  private func run(_ query: Query, within previous: Outcome?) throws {
    var found = try workspace.find(query, within: previous)
    // The previous current hit stays current if it overlaps a hit of this query.
    found.current = cursor.outcome?.anchor.flatMap { HitNavigation.kept($0, in: found.rows) }
    found.outer = previous.map { $0.outer + [$0.step] } ?? []
    cursor.outcome = found
    let start = Platform.monotonicNanoseconds()
    // Some sources find rows only when the rows are shown. Count the time for finding rows as
    // search time, not as render time.
    let searched = found.timing(renderNanoseconds: nil).totalNanoseconds
    let isShown = try pages.showNew()
    try console.flushOutput()
    // If Ctrl-C stopped the display, also end the query, unless the source has found all rows.
    if !isShown, found.rows.knownCount == nil { throw ShellError.interrupted }
    let inSearch = found.timing(renderNanoseconds: nil).totalNanoseconds - searched
    let render = max(0, Int(Platform.monotonicNanoseconds() - start) - inSearch)
    try finishCount(of: found)
    report(found, renderNanoseconds: render)
    noteTakenAsText(query)
    if !found.isComplete, !console.isInteractive { throw ShellError.interrupted }
    if found.undecided > 0 {
      let sentence = SearchStatistics.sentence(undecided: found.undecided)
      if !console.isInteractive { throw ShellError.failure(sentence) }
      console.warn(sentence)
    }
  }

  /// Reports which operators in the query were parsed as plain text by the classic grammar.
  private func noteTakenAsText(_ query: Query) {
    guard query.strategy.name == "bool", query.options.grammar == .classic else { return }
    let taken = BooleanStrategy.takenAsText(query.text)
    if taken.isEmpty { return }
    console.report(
      StyledText(
        "\(taken.joined(separator: " ")) \(taken.count == 1 ? "is" : "are") treated as text; "
          + ":set grammar standard reports an error instead", .dimmed))
  }

  /// Waits until all matching rows have been counted.
  ///
  /// - Throws: a failure of a source; `interrupted`. After either error, the shown rows remain, and
  ///   the count stays unknown.
  private func finishCount(of found: Outcome) throws {
    do throws(SearchError) {
      try found.rows.finishCount(.signals)
    } catch {
      throw ShellError(error)
    }
  }

  /// `:explain Q`: explains how the query would be run over each corpus in scope.
  func explain(_ text: String) throws {
    let query = workspace.query(text)
    let compiled = try workspace.compile(query)
    for loaded in try workspace.inScope(for: query) {
      guard let scoped = compiled.scoped(to: loaded.fields) else { continue }
      let explanation: Explanation
      do throws(SearchError) {
        explanation = try loaded.source.explain(scoped, .signals)
      } catch {
        throw ShellError(error, in: query, width: console.pictureWidth)
      }
      if workspace.corporaInScope.count > 1 { try console.writeLine("corpus \(loaded.name)") }
      try console.write(explanation)
    }
  }

  /// Records how long a query took.
  ///
  /// Also reports an interruption and, if enabled, the timing line.
  func report(_ found: Outcome, renderNanoseconds: Int) {
    let timing = found.timing(renderNanoseconds: renderNanoseconds)
    let searched = found.timing(renderNanoseconds: nil).totalNanoseconds
    timings.append(.init(query: found.query, scope: workspace.scope, nanoseconds: UInt64(searched)))
    lastTiming = timing
    if !found.isComplete {
      let total = workspace.corporaInScope.reduce(0) { $0 + ($1.source.recordCount ?? 0) }
      console.report(
        StyledText("interrupted: ", .warning)
          + "found \(NumberFormat.counted(found.rows.count, "record")), after "
          + "\(NumberFormat.grouped(found.examined)) of \(NumberFormat.grouped(total)) "
          + "records were searched")
    }
    if workspace.settings.showsTiming {
      console.report(StyledText(timing.text(isUTF8: console.facts.usesUTF8), .dimmed))
    }
  }
}
