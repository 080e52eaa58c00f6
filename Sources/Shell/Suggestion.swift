internal import UnicodeText

/// `; did you mean X?` with the nearest of `names`; if none is near, `fallback` after a semicolon.
func suggestion(
  for word: String, among names: some Sequence<String>, prefix: String = "",
  quote: (String) -> String = CommandWords.quoted, else fallback: String = ""
) -> String {
  if let match = Nearest.match(word, among: names) {
    // A name with spaces has to be quoted.
    return "; did you mean \(prefix)\(match.contains(" ") ? quote(match) : match)?"
  }
  return fallback.isEmpty ? "" : "; \(fallback)"
}
