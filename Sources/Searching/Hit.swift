/// A range to highlight in one field of a record, because a query matched there.
public struct Hit: Hashable, Sendable {
  /// The index of the field in the list of columns.
  public let field: Int

  /// The index of the value in an alias field; `nil` in any other field.
  public let representation: Int?

  /// The byte range of the hit in the text that `Corpus.text(of:field:)` returns.
  ///
  /// Newlines separate the values of a field in that text.
  public let range: Range<Int>

  /// Creates a hit.
  public init(field: Int, representation: Int? = nil, range: Range<Int>) {
    self.field = field
    self.representation = representation
    self.range = range
  }
}

extension Hit {
  /// Whether `a` comes before `b` in output order.
  ///
  /// Hits in the values of alias fields come after all other hits. In both groups, hits are ordered
  /// by field, then by start.
  static func isOrdered(_ a: Hit, before b: Hit) -> Bool {
    let (aliasA, aliasB) = (a.representation == nil ? 0 : 1, b.representation == nil ? 0 : 1)
    return (aliasA, a.field, a.range.lowerBound) < (aliasB, b.field, b.range.lowerBound)
  }
}
