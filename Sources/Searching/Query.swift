/// A search query: a text, the strategy that interprets it, and the options that refine it.
///
/// ```swift
/// let report = try Searcher(corpus).run(Query("up arrow", by: "prefix"))
/// ```
public struct Query: Hashable, Sendable {
  /// The query as typed.
  public var text: String

  /// Further queries of the same strategy: a record matches if it matches any.
  public var alternatives: [String] = []

  /// The name of a strategy in `StrategyCatalog`: `substring`, `prefix`, `bool` or `regex`.
  public var strategy: String

  public var options: SearchOptions

  public init(
    _ text: String, by strategy: String = "substring", options: SearchOptions = SearchOptions()
  ) {
    self.text = text
    self.strategy = strategy
    self.options = options
  }
}
