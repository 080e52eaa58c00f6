/// An explanation of how a query is interpreted and run, as labeled lines in reading order.
public struct Explanation: Equatable, Sendable {
  /// A labeled value.
  public struct Line: Hashable, Sendable {
    /// The kind of information: `folded`, `tokens`, `parsed`, `normal form`, `requirement`, ...
    public let label: String

    /// The value of the line, as text.
    public let value: String

    /// Creates a line.
    public init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  /// The explained query.
  public let query: Query

  /// The lines, in reading order.
  public let lines: [Line]

  /// Creates an explanation.
  public init(query: Query, lines: [Line]) {
    self.query = query
    self.lines = lines
  }

  /// The value of the first line with the label `label`; `nil` if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of lines.
  public subscript(_ label: String) -> String? { lines.first { $0.label == label }?.value }
}
