internal import UnicodeText

/// Returns `; did you mean X?`, where X is the name most similar to `word`.
///
/// If no name is similar, returns `fallback` after a semicolon.
func suggestion(
  for word: String, among names: some Sequence<String>, prefix: String = "",
  quote: (String) -> String = CommandWords.quoted, else fallback: String = ""
) -> String {
  if let match = Nearest.match(word, among: names) {
    // Quote a name that contains spaces.
    return "; did you mean \(prefix)\(match.contains(" ") ? quote(match) : match)?"
  }
  return fallback.isEmpty ? "" : "; \(fallback)"
}
