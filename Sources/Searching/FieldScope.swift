internal import Corpora
internal import UnicodeText

/// The fields in which a query may match.
struct FieldScope: Hashable, Sendable {
  /// For each column, whether it is in scope.
  let isIncluded: [Bool]
  /// For each column, whether it is an alias field.
  ///
  /// The values of an alias field are other names of the record.
  let isAlias: [Bool]
  private let names: [String]

  /// Whether every column is in scope.
  let isEverything: Bool

  /// Whether an alias field is in scope.
  let hasRepresentations: Bool

  /// Whether records have exactly one field, which is in scope and is not an alias field.
  var isOneText: Bool { isEverything && isIncluded.count == 1 && !isAlias[0] }

  private init(names: [String], isIncluded: [Bool], isAlias: [Bool]) {
    self.names = names
    self.isIncluded = isIncluded
    self.isAlias = isAlias
    isEverything = isIncluded.allSatisfy { $0 }
    hasRepresentations = zip(isIncluded, isAlias).contains { $0 && $1 }
  }

  /// Creates a scope of the named fields; `nil` or `*` stands for all fields.
  ///
  /// - Throws: `unknownField` if no field has one of the names; the error contains the nearest
  ///   name.
  init(of fields: [Field], named wanted: [String]?) throws(QueryError) {
    let names = fields.map(\.name)
    var isIncluded = [Bool](repeating: wanted == nil, count: fields.count)
    for name in wanted ?? [] {
      if let index = names.firstIndex(of: name) {
        isIncluded[index] = true
      } else if name == "*" {
        isIncluded = [Bool](repeating: true, count: fields.count)
      } else {
        throw QueryError(
          .unknownField(name, nearest: Nearest.match(name, among: names), fields: names))
      }
    }
    self.init(names: names, isIncluded: isIncluded, isAlias: fields.map(\.isAlias))
  }

  /// The scope limited to the field `name`; the whole scope if `name` is `nil`.
  func narrowed(to name: String?) -> FieldScope {
    guard let name else { return self }
    let narrowed = zip(names, isIncluded).map { $0 == name && $1 }
    return FieldScope(names: names, isIncluded: narrowed, isAlias: isAlias)
  }

  func includes(_ field: Int) -> Bool { field < isIncluded.count && isIncluded[field] }

  /// Whether the byte at `offset` of `text` is in scope.
  ///
  /// `start` is the offset in `text` of the record that contains the byte.
  func includes(byteAt offset: Int, ofRecordAt start: Int, in text: Span<UInt8>) -> Bool {
    isEverything
      || includes(Kernels.count(of: Separator.field, in: text.extracting(start..<offset)))
  }
}
