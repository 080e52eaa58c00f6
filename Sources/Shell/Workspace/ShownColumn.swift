internal import Reporting

/// A field that rows show, as `F` or `F:WIDTH`.
struct ShownColumn: Equatable {
  let field: String

  /// The width in cells; nil for one that fits.
  var width: Int?

  init(_ text: String) {
    // A name may have a colon itself.
    if let colon = text.lastIndex(of: ":"), let width = Int(text[text.index(after: colon)...]),
      width > 0, colon > text.startIndex
    {
      field = String(text[..<colon])
      self.width = width
    } else {
      field = text
    }
  }

  /// The columns of a list with commas.
  static func list(_ text: String) -> [ShownColumn] {
    text.split(separator: ",").map { ShownColumn(String($0)) }
  }

  /// The text that `init` reads.
  var text: String { width.map { "\(field):\($0)" } ?? field }
}

extension EncodingOptions {
  /// Shows these columns; none means all fields.
  mutating func show(_ columns: [ShownColumn]) {
    if columns.isEmpty { return }
    fields = columns.map(\.field)
    for column in columns { widths[column.field] = column.width }
  }
}
