internal import UnicodeText

/// A standard attribute, which has its own column; the raw value is the column's index.
package enum ItemColumn: Int, CaseIterable, Sendable {
  case title, description, keywords, content, type, thumbnail, url

  /// The name of the column and of its field.
  package var name: String { Schema.textColumns[rawValue] }

  package init?(named name: String) {
    guard let place = Schema.textColumns.firstIndex(of: name) else { return nil }
    self.init(rawValue: place)
  }
}

/// The name of an additional attribute, encoded once for many items.
package struct AttributeName: Hashable, Sendable {
  package let name: String

  /// The name as a JSON key, with its colon.
  let key: [UInt8]

  package init(_ name: String) {
    self.name = name
    var buffer = GrowableBuffer<UInt8>()
    JSONObjectText.append(name.utf8.span, to: &buffer)
    buffer.append(UInt8(ascii: ":"))
    key = buffer.withSpan { bytes in bytes.indices.map { bytes[$0] } }
  }
}
