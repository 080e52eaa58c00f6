package import Corpora
internal import Searching

/// The sources of a result and their fields, which are known before the first row is read.
package struct ResultSchema: Sendable {
  package struct Part: Sendable {
    /// The name of the source.
    package let name: String
    package let fields: [Field]

    package init(name: String, fields: [Field]) {
      self.name = name
      self.fields = fields
    }
  }

  package let parts: [Part]

  /// Whether all records come from one file, so that rows need not name the file.
  package let hasSingleSource: Bool

  /// The number of rows; nil if the number is unknown.
  package let rowCount: Int?

  package init(_ parts: [Part], hasSingleSource: Bool, rowCount: Int? = nil) {
    self.parts = parts
    self.hasSingleSource = hasSingleSource
    self.rowCount = rowCount
  }

  /// Whether there is more than one source, so that each row must name its source.
  package var spansCorpora: Bool { parts.count > 1 }
}
