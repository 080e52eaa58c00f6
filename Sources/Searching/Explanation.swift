/// How a query is understood and run, as labeled lines in reading order.
public struct Explanation: Equatable, Sendable {
  public struct Line: Hashable, Sendable {
    /// The kind of information: `folded`, `tokens`, `parsed`, `normal form`, `requirement`, ...
    public let label: String
    public let value: String

    public init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  public let query: Query
  public let lines: [Line]

  public init(query: Query, lines: [Line]) {
    self.query = query
    self.lines = lines
  }

  /// The value of the first line with the label `label`; `nil` if there is none.
  public subscript(_ label: String) -> String? { lines.first { $0.label == label }?.value }
}
