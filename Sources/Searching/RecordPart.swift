internal import Corpora
internal import UnicodeText

/// A separately matched text of a record: a field, or one value of an alias field.
struct RecordPart {
  let field: Int
  /// The index of the value in an alias field; `nil` in any other field.
  let representation: Int?
  /// The offset of the field's text in the record.
  let fieldStart: Int
  /// The byte range of this text in the record.
  let range: Range<Int>

  /// Converts a byte range of the record to a hit in the field.
  func hit(_ place: Range<Int>) -> Hit {
    Hit(
      field: field, representation: representation,
      range: place.lowerBound - fieldStart..<place.upperBound - fieldStart)
  }

  /// The offset at which the text of a stored record with one field ends.
  ///
  /// Returns `nil` if the text contains a non-ASCII character.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  static func endOfPlainText(of record: Span<UInt8>) -> Int? {
    let end = record.count - 1
    guard end >= 0, record[end] == Separator.field,
      Kernels.asciiPrefix(of: record) == record.count
    else { return nil }
    return end
  }

  /// The parts of a stored record that are in scope, in column order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  static func parts(of record: Span<UInt8>, in scope: FieldScope) -> [RecordPart] {
    var parts: [RecordPart] = []
    forEach(of: record, in: scope) { parts.append($0) }
    return parts
  }

  /// Calls `body` with the in-scope parts of a stored record, in column order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
  @inline(__always)
  static func forEach(
    of record: Span<UInt8>, in scope: FieldScope, _ body: (RecordPart) -> Void
  ) {
    var fieldStart = 0
    var field = 0
    while fieldStart < record.count {
      let fieldEnd =
        Kernels.firstIndex(of: Separator.field, in: record, from: fieldStart) ?? record.count
      if scope.includes(field) {
        var value = 0
        var start = fieldStart
        while true {
          let rest = record.extracting(0..<fieldEnd)
          let end = Kernels.firstIndex(of: Separator.value, in: rest, from: start) ?? fieldEnd
          body(
            RecordPart(
              field: field, representation: scope.isAlias[field] ? value : nil,
              fieldStart: fieldStart, range: start..<end))
          if end == fieldEnd { break }
          value += 1
          start = end + 1
        }
      }
      field += 1
      fieldStart = fieldEnd + 1
    }
  }
}
