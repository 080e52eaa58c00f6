internal import UnicodeText

/// `; did you mean X?` for the nearest of `names`; without one, `fallback` behind a semicolon.
func suggestion(
  for word: String, among names: some Sequence<String>, prefix: String = "",
  else fallback: String = ""
) -> String {
  if let match = Nearest.match(word, among: names) { return "; did you mean \(prefix)\(match)?" }
  return fallback.isEmpty ? "" : "; \(fallback)"
}
