/// The texts of `:help` and `searchbench help`.
enum Help {
  /// The help for `words` or, if there are no words, the list of commands and topics.
  ///
  /// - Throws: a usage error if no help page contains the words; for a single word, the error
  ///   suggests a similar word.
  static func text(_ words: [String]) throws -> String {
    // Split at spaces, because quoted words and words after `:?` can arrive as one string.
    let words = words.flatMap { $0.split(separator: " ").map(String.init) }
    guard let first = words.first else { return overview }
    let folder = BundledCorpus.folder() ?? "corpora"
    let named = named(words, first)
    if !named.isEmpty {
      return named.map { $0.shown(corporaIn: folder) }.joined(separator: "\n")
    }
    let pages = HelpPage.all
    let search = HelpSearch(words, in: pages, corporaIn: folder)
    guard !search.findings.isEmpty else {
      let near =
        words.count == 1
        ? HelpSearch.nearest(
          to: first.hasPrefix(":") ? String(first.dropFirst()) : first, in: pages) : nil
      throw ShellError.usage(
        "no help page mentions \(words.joined(separator: " "))"
          + (near.map { "; did you mean \($0)?" } ?? "; :help lists commands and topics"))
    }
    return search.text
  }

  /// The pages that `words` name.
  ///
  /// A single word names the pages with this name, and `:set KEY` names the page of a setting.
  private static func named(_ words: [String], _ first: String) -> [HelpPage] {
    if words.count == 1 { return HelpPage.named(first) }
    let isSetting = words.count == 2 && (first == ":set" || first == "set")
    return isSetting ? SettingCatalog.named(words[1]).map { [HelpPage($0)] } ?? [] : []
  }

  static var overview: String {
    var text = ""
    for group in CommandCatalog.groups {
      text += group.title + "\n" + columns(group.entries.map { ($0.synopsis, $0.summary) }) + "\n"
    }
    text += "Other\n"
    text += columns([
      (":! COMMAND", "run a shell command"), (":# TEXT", "a comment"),
      ("anything else", "a query, run with the current strategy exactly as typed"),
    ])
    text += "\nTopics, for :help TOPIC\n"
    text += columns(HelpTopics.all.map { ($0.name, $0.summary) })
    text += "\n:help NAME explains a command, topic or setting; :help WORD... searches help.\n"
    return text
  }

  /// Formats rows in two columns, and wraps the second column so that lines have at most 80
  /// characters.
  private static func columns(_ rows: [(String, String)]) -> String {
    let indent = String(repeating: " ", count: 28)
    return rows.map { left, right in
      var text = "  " + left
      text += String(repeating: " ", count: max(2, indent.count - text.count))
      var column = text.count
      var isFirst = true
      for word in right.split(separator: " ") {
        if column + 1 + word.count > 80 {
          text += "\n" + indent
          column = indent.count
          isFirst = true
        }
        text += (isFirst ? "" : " ") + word
        column += word.count + (isFirst ? 0 : 1)
        isFirst = false
      }
      return text + "\n"
    }.joined()
  }
}
