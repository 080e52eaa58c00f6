internal import Searching

extension Row {
  /// The hits of one field, ordered by start, each with its index among the hits of the row.
  func marks(in field: Int) -> [MarkedRange] {
    var marks: [MarkedRange] = []
    for (number, hit) in hits.enumerated() where hit.field == field {
      marks.append(MarkedRange(range: hit.range, number: number))
    }
    return marks
  }
}
