public import Corpora
internal import Searching

/// The sources of a result and their fields, known before its first row.
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

  /// Whether all records come from one file, so that rows need not name it.
  public let hasSingleSource: Bool

  /// The number of rows, if it is known.
  public let rowCount: Int?

  public init(_ parts: [Part], hasSingleSource: Bool, rowCount: Int? = nil) {
    self.parts = parts
    self.hasSingleSource = hasSingleSource
    self.rowCount = rowCount
  }

  /// Whether there is more than one source, so that each row must name its own.
  public var spansCorpora: Bool { parts.count > 1 }
}
