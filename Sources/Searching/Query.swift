/// A search query: a text, the strategy that interprets it, and the options that refine it.
///
/// ```swift
/// let report = try Searcher(corpus).run(Query("up arrow", .prefix))
/// ```
public struct Query: Hashable, Sendable {
  /// The text of the query, as typed.
  public var text: String

  /// Alternatives to `text`: a record matches if it matches `text` or any of the alternatives.
  public var alternatives: [String] = []

  /// How the text is interpreted.
  public var strategy: Strategy

  /// The options that refine the query.
  public var options: SearchOptions

  /// Creates a query without checking it.
  public init(
    _ text: String, _ strategy: Strategy = .substring, options: SearchOptions = SearchOptions()
  ) {
    self.text = text
    self.strategy = strategy
    self.options = options
  }

  /// Creates a query for the strategy with a given name, without checking that the strategy exists.
  package init(
    _ text: String, by strategy: String, options: SearchOptions = SearchOptions()
  ) {
    self.init(text, Strategy(name: strategy), options: options)
  }
}

extension Query {
  /// The rules by which the text of a query is interpreted.
  public struct Strategy: Hashable, Sendable, CustomStringConvertible {
    /// The name of the strategy in settings, commands and files.
    public let name: String

    package init(name: String) { self.name = name }

    /// The strategy with this name; `nil` if there is none.
    public init?(named name: String) {
      guard StrategyCatalog.named(name) != nil else { return nil }
      self.name = name
    }

    /// A record matches if one of its fields contains the text.
    public static let substring = Strategy(name: "substring")

    /// A record matches if each word of the text begins a different word of the record.
    public static let prefix = Strategy(name: "prefix")

    /// The text consists of words, phrases and groups with AND, OR and NOT.
    public static let boolean = Strategy(name: "bool")

    /// The text is a regular expression, by default in the syntax of RE2.
    public static let regex = Strategy(name: "regex")

    /// All strategies.
    public static var all: [Strategy] { StrategyCatalog.all.map { Strategy(name: $0.name) } }

    /// The name of the strategy.
    public var description: String { name }
  }
}
