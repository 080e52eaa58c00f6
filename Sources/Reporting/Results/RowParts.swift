/// The parts of a row that the format `hits` writes.
package struct RowParts: Equatable, Sendable {
  /// Whether to write the path; nil: as ripgrep does, where there are several files.
  package var path: Bool?

  /// Whether to write the line number; nil: only with the column.
  package var line: Bool?

  /// Whether to write the column of the first hit; the line number comes with it.
  package var column = false

  /// Whether each hit becomes a row of its own, without the text around it.
  package var onlyHits = false

  /// What is written in place of each hit; nil: the hit itself.
  package var replacement: String?

  package init() {}

  /// Whether parts are chosen; otherwise a row has all of them.
  var areChosen: Bool { path != nil || line != nil || column }
}
