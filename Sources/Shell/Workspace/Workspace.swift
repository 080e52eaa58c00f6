internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// What is searched and how: the corpora, which of them are in scope, the settings and the saved queries.
///
/// Used from one thread.
final class Workspace {
  let console: Console

  /// Where the reader stands in the last result, which goes when what is searched changes.
  let cursor: ResultCursor

  var settings = Settings()

  /// The loaded corpora, in order of loading.
  var corpora: [LoadedCorpus] = []

  /// The names of the corpora that are searched.
  var scope: [String] = []

  var saved: [SavedQuery] = []

  /// What `:undo` takes back, the latest last.
  var undoStack: [Change] = []

  /// The name under which the session was loaded or saved.
  var sessionName: String?

  /// What the rc file and the command line have set, from which a saved session starts; nil until they are read.
  var startSettings: Settings?

  init(console: Console, cursor: ResultCursor) {
    self.console = console
    self.cursor = cursor
  }

  // MARK: Corpora

  /// The corpora in scope, in the order of `:use`.
  var corporaInScope: [LoadedCorpus] { scope.compactMap(loaded) }

  func loaded(_ name: String) -> LoadedCorpus? { corpora.first { $0.name == name } }

  /// The corpora in scope, for a query.
  ///
  /// - Throws: a failure if there are none, or if the query names a field that none of them has.
  func inScope(for query: Query) throws -> [LoadedCorpus] {
    let corpora = try corpora(named: nil)
    if let names = query.options.fields { try checkFields(names) }
    return corpora
  }

  /// The corpus of that name; those in scope without one.
  func corpora(named name: String?) throws -> [LoadedCorpus] {
    if let name {
      guard let loaded = loaded(name) else { throw unknownCorpus(name) }
      return [loaded]
    }
    guard !scope.isEmpty else {
      throw ShellError.failure("no corpus is loaded: :load FILE loads one")
    }
    return corporaInScope
  }

  func unknownCorpus(_ name: String) -> ShellError {
    let remedy = suggestion(for: name, among: corpora.map(\.name), else: ":corpora lists them")
    return .failure("no corpus is called \(name)\(remedy)", at: .word(name))
  }

  /// Checks that every name is a field of some corpus in scope, if any is in scope.
  func checkFields(_ names: [String]) throws {
    let known = corporaInScope.flatMap { $0.fields.map(\.name) }
    guard !corporaInScope.isEmpty else { return }
    for name in names where !known.contains(name) {
      let remedy = suggestion(
        for: name, among: known, else: "the fields are \(known.joined(separator: ", "))")
      throw ShellError.failure("no field in scope is called \(name)\(remedy)", at: .word(name))
    }
  }

  // MARK: Finding

  /// A text as a query under the present settings.
  func query(_ text: String, by strategy: String? = nil) -> Query {
    Query(text, by: strategy ?? settings.strategy, options: settings.searchOptions)
  }

  /// - Throws: `ShellError` for a bad query, with a picture of the place.
  func compile(_ query: Query) throws -> CompiledQuery {
    do throws(QueryError) {
      return try CompiledQuery(query)
    } catch {
      throw ShellError(error, in: query, width: console.pictureWidth)
    }
  }

  /// The records that a query finds in the corpora in scope, or among those of an earlier result.
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
}
