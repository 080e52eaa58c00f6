/// The parts of a row that the format `hits` writes.
package struct RowParts: Equatable, Sendable {
  /// Whether to write the path; nil writes it only for several files, like ripgrep, if other parts are chosen.
  package var path: Bool?

  /// Whether to write the line number; nil writes it only with the column, if other parts are chosen.
  package var line: Bool?

  /// Whether to write the column of the first hit, and with it the line number.
  package var column = false

  /// Whether each hit becomes a row of its own, without the text around it.
  package var onlyHits = false

  /// The text to write instead of each hit; nil writes the hit itself.
  package var replacement: String?

  package init() {}

  /// Whether parts are chosen; otherwise a row has all of them.
  var areChosen: Bool { path != nil || line != nil || column }

  /// Whether a row has the column of its hit.
  var showsColumn: Bool { column || !areChosen }
}
