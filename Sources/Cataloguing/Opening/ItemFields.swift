internal import Corpora
internal import UnicodeText

/// Which field of the corpus each attribute becomes.
struct ItemFields: Sendable {
  /// The attributes with a column that some item has, in order, and the field of each.
  let columns: [(column: ItemColumn, field: Int)]

  /// The further attributes.
  private let names: [[UInt8]]
  private let places: [[UInt8]: Int]
  let fields: [Field]

  /// - Parameter names: Those of `CatalogStore.fieldNames`.
  init(names: [String]) {
    let used = ItemColumn.allCases.filter { names.contains($0.name) }
    let others = names.filter { ItemColumn(named: $0) == nil }
    columns = used.enumerated().map { (column: $1, field: $0) }
    self.names = others.map { Array($0.utf8) }
    fields =
      used.map { Field($0.name, isAlias: $0 == .keywords) } + others.map { Field($0) }
    places = Dictionary(
      uniqueKeysWithValues: self.names.enumerated().map { ($1, used.count + $0) })
  }

  /// The field of a further attribute, likely that after `guess`; nil if it is none.
  func field(of name: Span<UInt8>, after guess: Int) -> Int? {
    let likely = guess + 1 - columns.count
    if names.indices.contains(likely), Self.equal(name, names[likely]) { return guess + 1 }
    return places[name.indices.map { name[$0] }]
  }

  private static func equal(_ a: Span<UInt8>, _ b: [UInt8]) -> Bool {
    if a.count != b.count { return false }
    for index in a.indices where a[index] != b[index] { return false }
    return true
  }
}
