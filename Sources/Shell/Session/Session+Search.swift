internal import Corpora
internal import Reporting
internal import Searching
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
      try showRows(0..<found.rows.count, limit: settings.limit)
    }
    try console.flushOutput()
    report(found, renderNanoseconds: Int(Platform.monotonicNanoseconds() - start))
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
      try previous.map { $0.parts.map { ($0.loaded, Optional($0.report.results)) } }
      ?? inScope(for: query).map { ($0, nil) }
    var parts: [Outcome.Part] = []
    var isComplete = true
    var remaining = limit
    for (loaded, results) in searched where isComplete && remaining != 0 {
      guard let scoped = Self.scoped(query, to: loaded.corpus) else { continue }
      let report: SearchReport
      do throws(QueryError) {
        report = try loaded.searcher.run(
          scoped, within: results, stoppingAfter: remaining, countingHits: countingHits,
          keeping: settings.cacheBytes, isCancelled: { Signals.isCancelled })
      } catch {
        throw ShellError(error, in: query, width: console.pictureWidth)
      }
      if let known = remaining { remaining = max(0, known - report.results.count) }
      isComplete = isComplete && report.completion != .cancelled
      parts.append(Outcome.Part(loaded: loaded, report: report))
    }
    return Outcome(query: query, parts: parts, isComplete: isComplete)
  }

  func inScope(for query: Query) throws -> [LoadedCorpus] {
    guard !scope.isEmpty else {
      throw ShellError.failure("no corpus is loaded: :load FILE loads one")
    }
    if let names = query.options.fields { try checkFields(names) }
    return corporaInScope
  }

  /// The query with only those fields of its scope that the corpus has; nil if it has none of them.
  static func scoped(_ query: Query, to corpus: Corpus) -> Query? {
    guard let names = query.options.fields else { return query }
    let known = names.filter { name in corpus.fields.contains { $0.name == name } }
    guard !known.isEmpty else { return nil }
    var scoped = query
    scoped.options.fields = known
    return scoped
  }

  /// `:explain Q`.
  func explain(_ text: String) throws {
    let query = Query(text, by: settings.strategy, options: settings.searchOptions)
    for loaded in try inScope(for: query) {
      guard let scoped = Self.scoped(query, to: loaded.corpus) else { continue }
      let explanation: Explanation
      do throws(QueryError) {
        explanation = try loaded.searcher.explain(scoped)
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
      let total = corporaInScope.reduce(0) { $0 + $1.corpus.count }
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
