/// Footnotes: sentences that rows reference by letter.
struct Footnotes {
  private(set) var sentences: [String] = []

  /// The mark of `sentence`; a known sentence keeps its mark, and a new sentence gets the next mark.
  mutating func mark(for sentence: String) -> String {
    let place = sentences.firstIndex(of: sentence) ?? sentences.count
    if place == sentences.count { sentences.append(sentence) }
    return Self.mark(place)
  }

  /// All marks with their sentences, in order.
  var all: [(mark: String, sentence: String)] {
    sentences.enumerated().map { (Self.mark($0), $1) }
  }

  /// The mark at an index: one letter for the first 26, then two (a, b, z, aa, ab).
  private static func mark(_ place: Int) -> String {
    let letter = String(Unicode.Scalar(UInt8(ascii: "a") + UInt8(place % 26)))
    return place < 26 ? letter : mark(place / 26 - 1) + letter
  }
}
