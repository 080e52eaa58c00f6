internal import Corpora
internal import UnicodeText

/// Which field of the corpus each attribute becomes.
final class ItemFields: Sendable {
  /// The attributes with a column that some item has, in order; the first is the first field, and so on.
  let columns: [ItemColumn]
  let fields: [Field]

  /// The names of all fields as keys of JSON, with colon and the quote of the value, one after the other.
  private let keys: FrozenBuffer<UInt8>

  /// Where in `keys` each ends, after a first 0.
  private let ends: FrozenBuffer<Int>

  /// Names that look alike although their bytes differ are one field.
  private let places: [String: Int]

  /// - Parameter names: Those of `CatalogStore.fieldNames`.
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

  /// The field of a further attribute; nil if it is none.
  func field(of name: Span<UInt8>) -> Int? { places[String(copying: name)] }

  /// Where in `text`, at `start`, the value of the attribute that is `field` begins; nil if another stands there.
  func value(of field: Int, in text: Span<UInt8>, at start: Int) -> Int? {
    let first = ends[field]
    let count = ends[field + 1] - first
    guard text.count - start >= count else { return nil }
    for index in 0..<count where text[start + index] != keys[first + index] { return nil }
    return start + count
  }
}
