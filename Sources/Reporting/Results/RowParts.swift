/// Which of path, line number, column and text the format `hits` writes for a row.
package struct RowParts: Equatable, Sendable {
  /// Whether to write the path; nil means the default.
  ///
  /// By default, the path is written. If the user chose line or column, the path is written only if
  /// there are several files, as in ripgrep.
  package var path: Bool?

  /// Whether to write the line number; nil means the default.
  ///
  /// By default, the line number is written. If the user chose path or column, the line number is
  /// written only if the column is written.
  package var line: Bool?

  /// Whether to write the column of the first hit.
  ///
  /// If the column is written, the line number is also written, except if `line` is false.
  package var column = false

  /// Whether each hit becomes a separate row, without the text around the hit.
  package var onlyHits = false

  /// The text to write instead of each hit; if nil, the hit itself is written.
  package var replacement: String?

  package init() {}

  /// Whether the user chose path, line or column; otherwise, a row has all three parts.
  var areChosen: Bool { path != nil || line != nil || column }

  /// Whether a row shows the column of its hit.
  var showsColumn: Bool { column || !areChosen }
}
