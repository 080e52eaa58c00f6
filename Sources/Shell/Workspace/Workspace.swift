internal import Cataloguing
internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// The corpora, the scope, the settings and the saved queries of a session.
///
/// A workspace must be used from only one thread.
final class Workspace {
  let console: Console

  /// The last result and the user's position in it; both are discarded when the corpora change.
  let cursor: ResultCursor

  var settings = Settings()

  /// The loaded corpora, in order of loading.
  var corpora: [LoadedCorpus] = []

  /// The names of the corpora to search, in the order in which they are searched.
  var scope: [String] = []

  /// Whether a load has left out files or folders because they could not be read.
  var leavesFilesOut = false

  var saved: [SavedQuery] = []

  /// The file of saved queries that all sessions share; nil if saved queries are not stored.
  var keptQueries: KeptQueries?

  /// The changes that `:undo` can revert, in chronological order.
  var undoStack: [Change] = []

  /// The name under which the session was loaded or saved; nil if it was neither loaded nor saved.
  var sessionName: String?

  /// The settings after the rc file and the command line were read; nil until both were read.
  ///
  /// Loading a saved session starts from these settings.
  var startSettings: Settings?

  init(console: Console, cursor: ResultCursor) {
    self.console = console
    self.cursor = cursor
  }

  // MARK: Corpora

  /// The corpora in scope, in the order of the scope.
  var corporaInScope: [LoadedCorpus] { scope.compactMap(loaded) }

  func loaded(_ name: String) -> LoadedCorpus? { corpora.first { $0.name == name } }

  /// The corpora in scope, which the query will search.
  ///
  /// - Throws: a failure if no corpus is in scope, or if the query names a field that no corpus in
  ///   scope has.
  func inScope(for query: Query) throws -> [LoadedCorpus] {
    let corpora = try corpora(named: nil)
    if let names = query.options.fields { try checkFields(names) }
    return corpora
  }

  /// The corpus called `name`, or the corpora in scope if `name` is nil.
  ///
  /// - Throws: a failure if there is no such corpus, or if no corpus is in scope.
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

  /// Checks that each name is the name of a field of a corpus in scope.
  ///
  /// If no corpus is in scope, accepts any name.
  ///
  /// - Throws: a failure if a name is unknown. The error suggests a similar name, or lists all
  ///   fields.
  func checkFields(_ names: [String]) throws {
    let known = corporaInScope.flatMap { $0.fields.map(\.name) }
    if !corporaInScope.isEmpty { try Self.checkFields(names, among: known) }
  }

  /// Checks that `known` contains each name.
  ///
  /// - Throws: a failure if a name is unknown. The error suggests a similar name, or lists all
  ///   fields.
  static func checkFields(_ names: [String], among known: [String]) throws {
    for name in names where !known.contains(name) {
      let remedy = suggestion(
        for: name, among: known, else: "the fields are \(known.joined(separator: ", "))")
      throw ShellError.failure("no field in scope is called \(name)\(remedy)", at: .word(name))
    }
  }

  // MARK: Queries

  /// Creates a query with the current settings.
  func query(_ text: String, by strategy: String? = nil) -> Query {
    Query(text, by: strategy ?? settings.strategy, options: settings.searchOptions)
  }

  /// The maximum length of a query's text, in bytes.
  ///
  /// The limit is the maximum length of one command-line argument on Linux. Parsing a longer query
  /// could take seconds.
  private static let lengthLimit = 128 << 10

  /// Throws `tooLong` if `query` or one of its alternatives is longer than the limit.
  static func checkLength(of query: Query) throws(QueryError) {
    for text in [query.text] + query.alternatives where text.utf8.count > lengthLimit {
      throw QueryError(.tooLong(limit: lengthLimit))
    }
  }

  /// Compiles a query.
  ///
  /// - Throws: `ShellError` for an invalid query; the error shows the query, with a caret under the
  ///   fault.
  func compile(_ query: Query) throws -> CompiledQuery {
    do throws(QueryError) {
      try Self.checkLength(of: query)
      return try CompiledQuery(query)
    } catch {
      throw ShellError(error, in: query, width: console.pictureWidth)
    }
  }

  /// Recomputes the result that limited the last search.
  ///
  /// Returns nil if the last search covered all records, or was limited to a catalog item.
  func outerResult() throws -> Outcome? {
    var found: Outcome?
    for step in cursor.outcome?.outer ?? [] {
      guard case .query(let query) = step else { return nil }
      found = try find(query, within: found)
      if found?.isComplete == false { throw ShellError.interrupted }
    }
    return found
  }

  /// Searches the corpora in scope, or only the records of an earlier result.
  ///
  /// Corpora without the fields of the query are skipped.
  ///
  /// - Throws: `ShellError` for an invalid query; the error shows the query, with a caret under the
  ///   fault.
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
      if let catalog = loaded.catalog, catalog.open.hasLostText {
        throw ShellError.failure(
          "the image of the catalog \(catalog.name) changed while it was read: run the query again")
      }
      if let known = remaining { remaining = max(0, known - (result.knownCount ?? 0)) }
      isComplete = isComplete && result.statistics.completion != .cancelled
      parts.append(Outcome.Part(loaded: loaded, result: result))
    }
    return Outcome(query: query, parts: parts, isComplete: isComplete)
  }
}
