public import Searching

/// A corpus to search, and the settings that queries have there.
public struct SearchTarget: Sendable {
  /// The name in the column `corpus`.
  public let name: String
  public let searcher: Searcher

  /// The access path among them is replaced by the one that is measured.
  public let options: SearchOptions

  public init(name: String, searcher: Searcher, options: SearchOptions = SearchOptions()) {
    self.name = name
    self.searcher = searcher
    self.options = options
  }

  /// A query of ours by one access path.
  func query(_ text: String, by strategy: String, path: String) -> Query {
    var options = options
    options.accessPath = path
    return Query(text, by: strategy, options: options)
  }

  /// What is wrong with a query here; nil if it can be run.
  func fault(in text: String, by strategy: String) -> QueryError? {
    do throws(QueryError) {
      _ = try searcher.explain(query(text, by: strategy, path: ScanPath.name))
      return nil
    } catch {
      return error
    }
  }
}
