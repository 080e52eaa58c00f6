/// A place to highlight: where a query matched in one field of a record.
public struct Hit: Hashable, Sendable {
  /// The column of the field.
  public let field: Int

  /// Which value of an alias field, from 0; `nil` in any other field.
  public let representation: Int?

  /// The bytes, in the text that `Corpus.text(of:field:)` gives (values joined by a newline).
  public let range: Range<Int>

  public init(field: Int, representation: Int? = nil, range: Range<Int>) {
    self.field = field
    self.representation = representation
    self.range = range
  }
}

extension Hit {
  /// Puts hits in the order of results: fields first, then representations, each by start.
  static func isOrdered(_ a: Hit, before b: Hit) -> Bool {
    let (aliasA, aliasB) = (a.representation == nil ? 0 : 1, b.representation == nil ? 0 : 1)
    return (aliasA, a.field, a.range.lowerBound) < (aliasB, b.field, b.range.lowerBound)
  }
}
