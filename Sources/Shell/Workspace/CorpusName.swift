internal import Corpora

/// The rules for the names that users give to corpora.
enum CorpusName {
  /// The names of the tables of `:sql` that are not corpora; SQL ignores their case.
  private static let tables = ["result", "records", "search"]

  /// The reason why commands cannot address a corpus by `name`, as the end of a sentence.
  ///
  /// The result is nil if commands can address the corpus by `name`, with or without quotes.
  static func problem(of name: String) -> String? {
    if name.isEmpty { return "cannot be empty: it takes a name" }
    let quoted = CommandWords.quoted(name)
    if name == "*" { return "cannot be \(quoted), which means all corpora" }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "cannot be \(quoted), because it has a control character"
    }
    return nil
  }

  /// The reason why a user cannot choose `name` for a corpus, as the end of a sentence.
  ///
  /// The names of the tables of `:sql` are rejected, and so are the names that `problem(of:)`
  /// rejects.
  static func problem(ofChosen name: String) -> String? {
    if let problem = problem(of: name) { return problem }
    guard tables.contains(name.lowercased()) else { return nil }
    return "cannot be \(CommandWords.quoted(name)), which is a table of :sql"
  }
}

extension Workspace {
  /// Rejects a value of `--as` that cannot be the name of a corpus.
  ///
  /// The default name, which comes from the first file, is always accepted, because saved sessions
  /// repeat it with `--as`.
  ///
  /// - Throws: a usage error.
  func checkName(_ name: String, ofFirst path: String, appends: Bool) throws {
    if name == CorpusLoader.name(of: path) || appends && loaded(name) != nil { return }
    guard let problem = CorpusName.problem(ofChosen: name) else { return }
    throw ShellError.usage("--as \(problem)", at: name.isEmpty ? nil : .word(name))
  }
}
