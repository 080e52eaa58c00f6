/// What a terminal draws for one character of a field.
struct Glyph: Equatable {
  /// The character, or its escaped form.
  var text: String

  /// The cells of `text` and of the marks that stand around it where there are no styles.
  var width: Int

  /// Which of the hits of the row it is part of.
  var hit: Int?

  /// Whether it is the first of its hit.
  var opensHit = false

  /// Whether it is the last of its hit.
  var closesHit = false
}

/// A range of a cell to highlight, with its number among the hits of the row.
struct MarkedRange: Equatable {
  var range: Range<Int>
  var number: Int
}
