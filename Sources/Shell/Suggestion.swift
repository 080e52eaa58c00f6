internal import UnicodeText

/// `; did you mean X?` with the nearest of `names`; if none is near, `fallback` after a semicolon.
func suggestion(
  for word: String, among names: some Sequence<String>, prefix: String = "",
  else fallback: String = ""
) -> String {
  if let match = Nearest.match(word, among: names) { return "; did you mean \(prefix)\(match)?" }
  return fallback.isEmpty ? "" : "; \(fallback)"
}
