/// A line that consists of options followed by a verbatim query.
struct QueryLine {
  var options: [String] = []
  var query: Substring

  /// Splits the text after a command's name into options and a query.
  ///
  /// The options end at `--` or before the first word that is not an option of `form`.
  init(_ line: String, _ form: CommandForm) {
    query = line.drop { $0 == " " || $0 == "\t" }
    if form.options.isEmpty { return }
    while let word = Self.word(of: query), word.hasPrefix("--") {
      if word == "--" {
        drop(word)
        return
      }
      let name = String(word.prefix { $0 != "=" })
      guard name == "--help" || form.options.contains(where: { $0.names.contains(name) }) else {
        return
      }
      drop(word)
      options.append(String(word))
      let takesValue = form.options.contains { $0.names.contains(name) && $0.value != nil }
      if takesValue, !word.contains("="), let value = Self.word(of: query) {
        drop(value)
        options.append(String(value))
      }
    }
  }

  private static func word(of text: Substring) -> Substring? {
    let word = text.prefix { $0 != " " && $0 != "\t" }
    return word.isEmpty ? nil : word
  }

  private mutating func drop(_ word: Substring) {
    query = query.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
  }
}
