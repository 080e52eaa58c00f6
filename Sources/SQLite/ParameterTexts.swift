internal import CSQLite
internal import UnicodeText

/// The text values of a statement's parameters, in one buffer that SQLite reads without copying.
package struct ParameterTexts: ~Copyable {
  /// Creates an empty list of text values.
  package init() {}

  private var bytes = GrowableBuffer<UInt8>()
  private var places: [csq_text] = []

  /// Removes all text values.
  package mutating func clear() {
    bytes.truncate(to: 0)
    places.removeAll(keepingCapacity: true)
  }

  /// Adds a text value for the parameter with the number `index`; the first parameter has number 1.
  ///
  /// A later value for the same parameter replaces the earlier value.
  package mutating func append(_ text: Span<UInt8>, as index: Int32) {
    places.append(csq_text(index: index, start: bytes.count, count: text.count))
    bytes.append(copying: text)
  }

  /// Runs a statement to its end with these text values, then sets their parameters to NULL.
  package func run(_ statement: Statement) throws(DatabaseError) {
    try bytes.withSpan { (bytes) throws(DatabaseError) in
      try statement.run(lending: bytes, places)
    }
  }
}
