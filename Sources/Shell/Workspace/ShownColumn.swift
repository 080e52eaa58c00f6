internal import Corpora
internal import Reporting

/// A field to show in rows, written as `F` or `F:WIDTH`.
struct ShownColumn: Equatable {
  let field: String

  /// The width in cells; nil for an automatic width.
  var width: Int?

  init(_ text: String) {
    // The name of a field can contain a colon, so split at the last colon.
    if let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
      let width = Int(text[text.utf8.index(after: colon)...]),
      width > 0, colon > text.startIndex
    {
      field = String(text[..<colon])
      self.width = width
    } else {
      field = text
    }
  }

  /// The columns of a comma-separated list.
  static func list(_ text: String) -> [ShownColumn] {
    text.split(separator: ",").map { ShownColumn(String($0)) }
  }

  /// The column as text that `init` can parse.
  var text: String { width.map { "\(field):\($0)" } ?? field }
}

extension Sequence<LoadedCorpus> {
  /// The columns that the user chose for these corpora; empty to show all fields.
  var shownColumns: [ShownColumn] {
    guard contains(where: { !$0.shownColumns.isEmpty }) else { return [] }
    let columns = flatMap { loaded in
      loaded.shownColumns.isEmpty ? loaded.fields.map { ShownColumn($0.name) } : loaded.shownColumns
    }
    var seen: Set<String> = []
    return columns.filter { seen.insert($0.field).inserted }
  }
}

extension EncodingOptions {
  /// Sets the columns to show; does nothing if `columns` is empty.
  mutating func show(_ columns: [ShownColumn]) {
    if columns.isEmpty { return }
    fields = columns.map(\.field)
    for column in columns { widths[column.field] = column.width }
  }
}
