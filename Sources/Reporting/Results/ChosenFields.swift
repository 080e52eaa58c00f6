internal import Corpora

/// The fields of a row that are shown, in order.
struct ChosenFields {
  private let names: [String]?
  private var known: (fields: [Field], places: [Int])?

  /// Creates the choice of these fields; nil or `*` means all.
  init(_ names: [String]?) {
    self.names = names.flatMap { $0.contains("*") ? nil : $0 }
  }

  /// Whether the user chose fields, and with them their order.
  var areChosen: Bool { names != nil }

  /// The indices of the chosen fields among the fields of a row.
  ///
  /// - Complexity: O(1) if the row before had the same fields.
  mutating func places(in fields: [Field]) -> [Int] {
    if let places = known?.places, known?.fields == fields {
      // The next row of this batch has the same array, whose comparison is then immediate.
      known?.fields = fields
      return places
    }
    let places =
      names.map { names in names.compactMap { name in fields.firstIndex { $0.name == name } } }
      ?? Array(fields.indices)
    known = (fields, places)
    return places
  }
}
