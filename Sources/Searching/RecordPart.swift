internal import Corpora
internal import UnicodeText

/// One text in which a match may lie: a field, or one value of an alias field.
struct RecordPart {
  let field: Int
  /// Which value of an alias field; `nil` in any other.
  let representation: Int?
  /// Where the text of the whole field begins in the record.
  let fieldStart: Int
  /// The bytes of the part in the record.
  let range: Range<Int>

  /// A place in the record as a hit.
  func hit(_ place: Range<Int>) -> Hit {
    Hit(
      field: field, representation: representation,
      range: place.lowerBound - fieldStart..<place.upperBound - fieldStart)
  }

  /// The parts of a stored record that are in scope, in column order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  static func parts(of record: Span<UInt8>, in scope: FieldScope) -> [RecordPart] {
    var parts: [RecordPart] = []
    var fieldStart = 0
    var field = 0
    while fieldStart < record.count {
      let fieldEnd =
        Kernels.firstIndex(of: Separator.field, in: record, from: fieldStart) ?? record.count
      if scope.includes(field) {
        var value = 0
        var start = fieldStart
        for index in fieldStart...fieldEnd
        where index == fieldEnd || record[index] == Separator.value {
          parts.append(
            RecordPart(
              field: field, representation: scope.isAlias[field] ? value : nil,
              fieldStart: fieldStart, range: start..<index))
          value += 1
          start = index + 1
        }
      }
      field += 1
      fieldStart = fieldEnd + 1
    }
    return parts
  }
}
