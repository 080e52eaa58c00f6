internal import CSQLite
internal import UnicodeText

/// Texts for the parameters of a statement, in one buffer that SQLite reads without copying.
package struct ParameterTexts: ~Copyable {
  /// Creates an empty list of texts.
  package init() {}

  private var bytes = GrowableBuffer<UInt8>()
  private var places: [csq_text] = []

  /// Removes all texts.
  package mutating func clear() {
    bytes.truncate(to: 0)
    places.removeAll(keepingCapacity: true)
  }

  /// Adds the text of the parameter `index`, from 1; a later text for the same parameter replaces it.
  package mutating func append(_ text: Span<UInt8>, as index: Int32) {
    places.append(csq_text(index: index, start: bytes.count, count: text.count))
    bytes.append(copying: text)
  }

  /// Runs a statement to its end with these texts; afterward their parameters are NULL.
  package func run(_ statement: Statement) throws(DatabaseError) {
    try bytes.withSpan { (bytes) throws(DatabaseError) in
      try statement.run(lending: bytes, places)
    }
  }
}
