internal import CSQLite
internal import UnicodeText

/// Texts for parameters of a statement, collected in one block that SQLite reads where it is.
struct ParameterTexts: ~Copyable {
  private var bytes = GrowableBuffer<UInt8>()
  private var places: [csq_text] = []

  /// Forgets all texts.
  mutating func clear() {
    bytes.truncate(to: 0)
    places.removeAll(keepingCapacity: true)
  }

  /// Adds the text of a parameter, from 1; of two for the same the last counts.
  mutating func append(_ text: Span<UInt8>, as index: Int32) {
    places.append(csq_text(index: index, start: bytes.count, count: text.count))
    bytes.append(copying: text)
  }

  /// Runs a statement to its end with these texts; afterwards their parameters are NULL.
  func run(_ statement: Statement) throws(DatabaseError) {
    try bytes.withSpan { (bytes) throws(DatabaseError) in
      try statement.run(lending: bytes, places)
    }
  }
}
