internal import Corpora

/// Finds the fields to show for each row, in the order chosen by the user.
struct ChosenFields {
  private let names: [String]?
  private var known: (fields: [Field], places: [Int])?

  /// Chooses the fields with these names; nil or `*` means all fields.
  init(_ names: [String]?) {
    self.names = names.flatMap { $0.contains("*") ? nil : $0 }
  }

  /// Whether the user chose fields; chosen fields are shown in the chosen order.
  var areChosen: Bool { names != nil }

  /// The indices of the chosen fields among the fields of a row.
  ///
  /// - Complexity: O(1) if the previous row had the same fields.
  mutating func places(in fields: [Field]) -> [Int] {
    if let places = known?.places, known?.fields == fields {
      // Store the array of this row, because the next row of the batch shares it, and comparing an
      // array with itself is O(1).
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
