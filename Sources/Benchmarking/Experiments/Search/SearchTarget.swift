package import Searching

/// A corpus to search, and the options of its queries.
package struct SearchTarget: Sendable {
  /// The name of the target, which the column `corpus` shows.
  package let name: String
  package let searcher: Searcher

  /// The search options; each measurement sets its own access path.
  package let options: SearchOptions

  /// Other sources that should have the same records as the corpus; the sources are checked and
  /// timed like contenders.
  package let sources: [any NumberedSource]

  package init(
    name: String, searcher: Searcher, options: SearchOptions = SearchOptions(),
    sources: [any NumberedSource] = []
  ) {
    self.name = name
    self.searcher = searcher
    self.options = options
    self.sources = sources
  }

  /// A copy of this target, to be searched with another regular expression engine.
  func with(_ engine: RegexEngine) -> SearchTarget {
    var options = options
    options.regexEngine = engine
    return SearchTarget(name: name, searcher: searcher, options: options, sources: sources)
  }

  /// A query that uses the given access path.
  func query(_ text: String, by strategy: String, path: String) -> Query {
    var options = options
    options.accessPath = path
    return Query(text, by: strategy, options: options)
  }

  /// Why the strategy rejects a query in this corpus; nil if the strategy accepts the query.
  func fault(in text: String, by strategy: String) -> QueryError? {
    do throws(QueryError) {
      _ = try searcher.explain(query(text, by: strategy, path: ScanPath.name))
      return nil
    } catch {
      return error
    }
  }
}
