internal import Corpora
internal import UnicodeText

/// Which field of the corpus each attribute becomes.
final class ItemFields: Sendable {
  /// The attributes with a column that some item has, in order; the first is the first field, and so on.
  let columns: [ItemColumn]
  let fields: [Field]

  /// The names of all fields, one after the other.
  private let names: FrozenBuffer<UInt8>

  /// Where in `names` each ends, after a first 0.
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
      for byte in field.name.utf8 { bytes.append(byte) }
      ends.append(bytes.count)
    }
    self.fields = fields
    self.places = places
    self.names = bytes.freeze()
    self.ends = ends.freeze()
  }

  /// The field of a further attribute, likely the one after `guess`; nil if it is none.
  func field(of name: Span<UInt8>, after guess: Int) -> Int? {
    let likely = guess + 1
    if likely < fields.count, isName(name, of: likely) { return likely }
    return places[String(copying: name)]
  }

  private func isName(_ name: Span<UInt8>, of field: Int) -> Bool {
    let start = ends[field]
    guard name.count == ends[field + 1] - start else { return false }
    for index in name.indices where name[index] != names[start + index] { return false }
    return true
  }
}
