internal import Corpora
internal import UnicodeText

/// Maps attributes to fields of the corpus.
final class ItemFields: Sendable {
  /// The standard attributes that at least one item has or had, in order.
  ///
  /// These attributes are the first fields of the corpus.
  let columns: [ItemColumn]
  let fields: [Field]

  /// The names of the fields as JSON keys, concatenated; each key includes the colon and the
  /// opening quote of the value.
  private let keys: FrozenBuffer<UInt8>

  /// An initial 0, then the end offset of each key in `keys`.
  private let ends: FrozenBuffer<Int>

  /// The index of each field by its name.
  ///
  /// Swift compares strings by canonical equivalence, so canonically equivalent names share a
  /// field.
  private let places: [String: Int]

  /// Creates the mapping.
  ///
  /// - Parameter names: The result of `CatalogStore.fieldNames`.
  init(names: [String]) {
    columns = ItemColumn.allCases.filter { names.contains($0.name) }
    var fields = columns.map { Field($0.name, isAlias: $0 == .keywords) }
    var places: [String: Int] = [:]
    for (index, field) in fields.enumerated() { places[field.name] = index }
    for name in names where places[name] == nil {
      places[name] = fields.count
      fields.append(Field(name))
    }
    var bytes = GrowableBuffer<UInt8>()
    var ends = GrowableBuffer<Int>()
    ends.append(0)
    for field in fields {
      bytes.append(copying: AttributeName(field.name).key.span)
      bytes.append(UInt8(ascii: "\""))
      ends.append(bytes.count)
    }
    self.fields = fields
    self.places = places
    keys = bytes.freeze()
    self.ends = ends.freeze()
  }

  /// The index of the field with this name; nil if there is none.
  func field(of name: Span<UInt8>) -> Int? { places[String(decoding: name)] }

  /// The start of the field's value if the field's key is at `start` in `text`; nil if another key
  /// is there.
  func value(of field: Int, in text: Span<UInt8>, at start: Int) -> Int? {
    let first = ends[field]
    let count = ends[field + 1] - first
    guard text.count - start >= count else { return nil }
    for index in 0..<count where text[start + index] != keys[first + index] { return nil }
    return start + count
  }
}
