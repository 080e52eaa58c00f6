internal import Corpora
internal import Searching
internal import UnicodeText

/// A column that is not a field; in tabular formats, these columns precede the fields of a record.
package enum FixedColumn: String, CaseIterable {
  case corpus
  case record
  case source
  case line
  case column
  case matched
  case hits

  /// Whether the column contains numbers.
  var isNumeric: Bool {
    switch self {
    case .record, .line, .column, .hits: true
    case .corpus, .source, .matched: false
    }
  }
}

/// The columns of a result: the fixed columns, then a column for each field of the corpora.
package struct ColumnLayout {
  package let fixed: [FixedColumn]

  /// For each field column, the name of the field in the corpora.
  let fields: [String]

  /// The headings of the field columns; a field with the name of a fixed column becomes
  /// `field.NAME`.
  package let headings: [String]

  /// For each source, the index of the field that fills each column; nil if the source has no such
  /// field.
  package let fieldIndices: [[Int?]]

  /// Creates the layout for the fields in `wanted`; nil or `*` means all fields.
  ///
  /// - Throws: `unknownField` if a wanted field is in none of the corpora.
  package init(
    _ schema: ResultSchema, fields wanted: [String]?, fixed: [FixedColumn]
  ) throws(OutputError) {
    let union = Self.union(schema)
    var fields = union
    if let wanted, !wanted.contains("*") {
      fields = []
      for name in wanted {
        guard let field = Self.field(name, in: union) else {
          let nearest = Nearest.match(name, among: union)
          throw OutputError.unknownField(name, nearest: nearest, fields: union)
        }
        if !fields.contains(field) { fields.append(field) }
      }
    }
    self.fixed = fixed
    self.fields = fields
    let names = schema.parts.map { $0.fields.map(\.name) }
    fieldIndices = names.map { names in fields.map { names.firstIndex(of: $0) } }
    headings = Self.headings(of: fields, among: union, fixed)
  }

  /// The headings of all columns, in order.
  var allHeadings: [String] { fixed.map(\.rawValue) + headings }

  /// The field that `name` refers to: `name` itself, or the part after `field.`.
  private static func field(_ name: String, in union: [String]) -> String? {
    if union.contains(name) { return name }
    guard name.hasPrefix("field.") else { return nil }
    let bare = String(name.dropFirst(6))
    return union.contains(bare) ? bare : nil
  }

  private static func union(_ schema: ResultSchema) -> [String] {
    var seen: Set<String> = []
    var union: [String] = []
    for part in schema.parts {
      for field in part.fields where seen.insert(field.name).inserted {
        union.append(field.name)
      }
    }
    return union
  }

  private static func headings(
    of fields: [String], among union: [String], _ fixed: [FixedColumn]
  ) -> [String] {
    let taken = Set(fixed.map(\.rawValue))
    let names = Set(union)
    return fields.map { name in
      if !taken.contains(name) { return name }
      var heading = "field." + name
      while names.contains(heading) { heading = "field." + heading }
      return heading
    }
  }
}
