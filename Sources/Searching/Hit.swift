/// A place to highlight: where a query matched in one field of a record.
public struct Hit: Hashable, Sendable {
  /// The column of the field.
  public let field: Int

  /// The index of the value in an alias field; `nil` in any other field.
  public let representation: Int?

  /// The bytes in the text that `Corpus.text(of:field:)` returns, where values are joined by newlines.
  public let range: Range<Int>

  /// Creates a hit.
  public init(field: Int, representation: Int? = nil, range: Range<Int>) {
    self.field = field
    self.representation = representation
    self.range = range
  }
}

extension Hit {
  /// Whether `a` comes before `b` in the order of results: fields before representations, then by field, then by start.
  static func isOrdered(_ a: Hit, before b: Hit) -> Bool {
    let (aliasA, aliasB) = (a.representation == nil ? 0 : 1, b.representation == nil ? 0 : 1)
    return (aliasA, a.field, a.range.lowerBound) < (aliasB, b.field, b.range.lowerBound)
  }
}
