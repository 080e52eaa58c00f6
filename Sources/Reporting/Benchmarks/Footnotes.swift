/// Footnotes: sentences that rows reference by letter.
struct Footnotes {
  private(set) var sentences: [String] = []

  /// The letters that mark `sentence`; a known sentence keeps its letters, and a new sentence gets
  /// the next letters.
  mutating func mark(for sentence: String) -> String {
    let place = sentences.firstIndex(of: sentence) ?? sentences.count
    if place == sentences.count { sentences.append(sentence) }
    return Self.mark(place)
  }

  /// All footnotes in order, each with its letter.
  var all: [(mark: String, sentence: String)] {
    sentences.enumerated().map { (Self.mark($0), $1) }
  }

  /// The letters for the footnote at an index: one letter for each of the first 26 footnotes, then
  /// two letters (a, b, …, z, aa, ab).
  private static func mark(_ place: Int) -> String {
    let letter = String(Unicode.Scalar(UInt8(ascii: "a") + UInt8(place % 26)))
    return place < 26 ? letter : mark(place / 26 - 1) + letter
  }
}
