/// The content of a `catalog` frame.
package struct CatalogMessage: Equatable {
  /// A contender's description, as the contender program sends it.
  package struct Entry: Equatable {
    package var name: String
    package var summary: String

    /// How the contender's results are known to differ from searchbench's; nil if no difference is
    /// known.
    package var dialect: String?

    package var strategies: [String]

    package init(name: String, summary: String, dialect: String?, strategies: [String]) {
      self.name = name
      self.summary = summary
      self.dialect = dialect
      self.strategies = strategies
    }
  }

  package var entries: [Entry]

  package init(_ entries: [Entry]) { self.entries = entries }

  /// Decodes the message; nil if the content is malformed.
  package init?(_ content: [UInt8]) {
    var reader = FrameReader(content)
    guard let count = reader.number() else { return nil }
    entries = []
    for _ in 0..<count {
      guard let name = reader.text(), let summary = reader.text(), let dialect = reader.text(),
        let strategies = reader.texts()
      else { return nil }
      entries.append(
        Entry(
          name: name, summary: summary, dialect: dialect.isEmpty ? nil : dialect,
          strategies: strategies))
    }
    if !reader.isAtEnd { return nil }
  }

  package func write(to frame: inout FrameWriter) {
    frame.write(UInt32(entries.count))
    for entry in entries {
      frame.write(entry.name)
      frame.write(entry.summary)
      frame.write(entry.dialect ?? "")
      frame.write(entry.strategies)
    }
  }
}
