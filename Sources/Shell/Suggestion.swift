internal import UnicodeText

/// `; did you mean X?` for the nearest of `names`, or nothing.
func suggestion(for word: String, among names: some Sequence<String>) -> String {
  guard let match = Nearest.match(word, among: names) else { return "" }
  return "; did you mean \(match)?"
}
