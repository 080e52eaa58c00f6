/// A character of a field, as a terminal shows it.
struct Glyph: Equatable {
  /// The character or its escape.
  var text: String

  /// The width in cells of `text` and, on a terminal without styles, of the brackets that mark
  /// hits.
  var width: Int

  /// The index, among the hits of the row, of the hit that contains the glyph; nil outside hits.
  var hit: Int?

  /// Whether this is the first glyph of its hit.
  var opensHit = false

  /// Whether this is the last glyph of its hit.
  var closesHit = false
}

/// A range of a cell to highlight, and the index of its hit among the hits of the row.
struct MarkedRange: Equatable {
  var range: Range<Int>
  var number: Int
}
