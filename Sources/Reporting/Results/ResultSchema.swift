public import Corpora
internal import Searching

/// What is known of a result before its first row: which sources it spans, and their columns.
public struct ResultSchema: Sendable {
  public struct Part: Sendable {
    /// The name of the source.
    public let name: String
    public let fields: [Field]

    public init(name: String, fields: [Field]) {
      self.name = name
      self.fields = fields
    }
  }

  public let parts: [Part]

  /// Whether all records come from one file, so that naming it in every row says nothing.
  public let hasSingleSource: Bool

  /// The number of rows, if it is known.
  public let rowCount: Int?

  public init(_ parts: [Part], hasSingleSource: Bool, rowCount: Int? = nil) {
    self.parts = parts
    self.hasSingleSource = hasSingleSource
    self.rowCount = rowCount
  }

  /// Whether more than one source is in scope, so that a row must name its own.
  public var spansCorpora: Bool { parts.count > 1 }
}
