/// A character of a field as a terminal draws it.
struct Glyph: Equatable {
  /// The character or its escape.
  var text: String

  /// The width of `text` in cells, plus the brackets that mark hits if there are no styles.
  var width: Int

  /// The number of the hit it belongs to, among the hits of the row.
  var hit: Int?

  /// Whether it is the first glyph of its hit.
  var opensHit = false

  /// Whether it is the last glyph of its hit.
  var closesHit = false
}

/// A range of a cell to highlight, and the number of its hit in the row.
struct MarkedRange: Equatable {
  var range: Range<Int>
  var number: Int
}
