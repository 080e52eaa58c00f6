internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Terminal

extension Session {
  /// Runs a query over the corpora in scope and shows the first page.
  func search(_ text: String, strategy: String? = nil, options: SearchOptions? = nil) throws {
    let query = Query(
      text, by: strategy ?? settings.strategy, options: options ?? settings.searchOptions)
    try run(query, within: nil)
  }

  /// `:within Q`: searches the records of the last result.
  func searchWithin(_ text: String) throws {
    guard let outcome else {
      throw ShellError.failure("there is no result to search within: search first")
    }
    let query = Query(text, by: settings.strategy, options: settings.searchOptions)
    try run(query, within: outcome)
  }

  private func run(_ query: Query, within previous: Outcome?) throws {
    var found = try find(query, within: previous)
    // Whoever stands on a hit stays on it, if it is one of this query, too.
    found.current = outcome?.anchor.flatMap { HitNavigation.kept($0, in: found.rows) }
    found.outer = previous.map { $0.outer + [$0.step] } ?? []
    outcome = found
    let start = Platform.monotonicNanoseconds()
    if console.isInteractive {
      try showFirstPage(of: found)
    } else {
      try showRows(nil, limit: settings.limit)
    }
    try console.flushOutput()
    let render = Int(Platform.monotonicNanoseconds() - start)
    try finishCount(of: found)
    report(found, renderNanoseconds: render)
    if !found.isComplete, !console.isInteractive { throw ShellError.interrupted }
  }

  /// Shows what was found, also what was found until Ctrl-C; a further Ctrl-C only ends the showing.
  private func showFirstPage(of found: Outcome) throws {
    if !found.isComplete {
      Signals.clearInterrupt()
      // The terminal has put ^C where the first row would stand.
      console.report("")
    }
    do {
      try showNextPage()
    } catch OutputError.cancelled {
      Signals.clearInterrupt()
      console.report("")
    }
  }

  /// The records that a query finds, without showing them.
  ///
  /// - Throws: `ShellError` for a bad query, with a picture of the place.
  func find(
    _ query: Query, within previous: Outcome? = nil, stoppingAfter limit: Int? = nil,
    countingHits: Bool = true
  ) throws -> Outcome {
    let searched =
      try previous.map { $0.parts.map { ($0.loaded, Optional($0.result)) } }
      ?? inScope(for: query).map { ($0, nil) }
    let compiled = try compile(query)
    var parts: [Outcome.Part] = []
    var isComplete = true
    var remaining = limit
    for (loaded, within) in searched where isComplete && remaining != 0 {
      guard let scoped = compiled.scoped(to: loaded.fields) else { continue }
      let request = ResultRequest(
        within: within, limit: remaining, countsHits: countingHits,
        cacheBytes: settings.cacheBytes)
      let result: any SearchResult
      do throws(SearchError) {
        result = try loaded.source.search(scoped, request, .signals)
      } catch {
        throw ShellError(error, in: query, width: console.pictureWidth)
      }
      if let known = remaining { remaining = max(0, known - (result.knownCount ?? 0)) }
      isComplete = isComplete && result.statistics.completion != .cancelled
      parts.append(Outcome.Part(loaded: loaded, result: result))
    }
    return Outcome(query: query, parts: parts, isComplete: isComplete)
  }

  /// - Throws: `ShellError` for a bad query, with a picture of the place.
  func compile(_ query: Query) throws -> CompiledQuery {
    do throws(QueryError) {
      return try CompiledQuery(query)
    } catch {
      throw ShellError(error, in: query, width: console.pictureWidth)
    }
  }

  /// Waits until every source has counted its rows.
  ///
  /// - Throws: `interrupted`; what was shown stays, and the count is not known.
  private func finishCount(of found: Outcome) throws {
    do throws(SearchError) {
      try found.rows.finishCount(.signals)
    } catch {
      throw ShellError(error)
    }
  }

  func inScope(for query: Query) throws -> [LoadedCorpus] {
    guard !scope.isEmpty else {
      throw ShellError.failure("no corpus is loaded: :load FILE loads one")
    }
    if let names = query.options.fields { try checkFields(names) }
    return corporaInScope
  }

  /// `:explain Q`.
  func explain(_ text: String) throws {
    let query = Query(text, by: settings.strategy, options: settings.searchOptions)
    let compiled = try compile(query)
    for loaded in try inScope(for: query) {
      guard let scoped = compiled.scoped(to: loaded.fields) else { continue }
      let explanation: Explanation
      do throws(SearchError) {
        explanation = try loaded.source.explain(scoped, .signals)
      } catch {
        throw ShellError(error, in: query, width: console.pictureWidth)
      }
      if corporaInScope.count > 1 { try console.writeLine("corpus \(loaded.name)") }
      var table = Table(["", ""], hasHeader: false)
      for line in explanation.lines {
        table.append([StyledText(line.label, .label), StyledText(line.value)])
      }
      for line in table.lines(nil) { try console.writeLine(console.shown(line)) }
      if let legend = console.legend { try console.writeLine(legend) }
    }
  }

  func report(_ found: Outcome, renderNanoseconds: Int) {
    let timing = found.timing(renderNanoseconds: renderNanoseconds)
    let searched = found.timing(renderNanoseconds: nil).totalNanoseconds
    timings.append(.init(query: found.query, scope: scope, nanoseconds: UInt64(searched)))
    lastTiming = timing
    if !found.isComplete {
      let total = corporaInScope.reduce(0) { $0 + ($1.source.recordCount ?? 0) }
      console.report(
        StyledText("interrupted: ", .warning)
          + "\(NumberFormat.counted(found.rows.count, "record")) in the "
          + "\(NumberFormat.grouped(found.examined)) of \(NumberFormat.grouped(total)) examined")
    }
    if settings.showsTiming {
      console.report(StyledText(timing.text(isUTF8: console.facts.usesUTF8), .dimmed))
    }
  }
}

extension ShellError {
  /// A query error as a sentence, with the query and a caret.
  init(_ error: QueryError, in query: Query, width: Int) {
    // Without a place to point at the remedy belongs to the sentence.
    let isPlaced = error.offset != nil
    let remedy = isPlaced ? "" : error.remedy.map { "; \($0)" } ?? ""
    let picture =
      isPlaced ? CaretPicture(error, in: query.text) : CaretPicture(query.text, offset: nil)
    self.init(
      message: error.message + remedy, picture: picture.lines(width: width),
      exitCode: ExitStatus.failure, fault: .tail(query.text, offset: error.offset ?? 0))
  }
}
