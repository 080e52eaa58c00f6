internal import Searching

/// The command of a search strategy, such as `:prefix`.
///
/// Without a query, the command selects the strategy for later queries. With a query, it runs only
/// this query with the strategy.
enum StrategyCommand {
  static func run(_ name: String, _ query: String, in searches: Searches) throws {
    if query == "\"\"", name == "prefix" {
      // `:prefix` without a query selects the strategy, so the empty query is written as `""`.
      try searches.search("", by: name)
    } else if query.isEmpty {
      try searches.workspace.set("strategy", to: name)
    } else {
      try searches.search(query, by: name)
    }
  }

  static func form(_ name: String, _ summary: String) -> CommandForm {
    CommandForm(
      name: name, summary: summary, usage: "[Q]", discussion: "",
      parameters: [.init(names: ["Q"], help: "", kind: .query, arity: .optional)])
  }
}

/// The command `:words Q`.
struct WordsCommand: SessionCommand {
  var query = ""

  static let form = Form<Self>(
    "words", "find records with all these words, in any order", usage: "Q", reading: .query,
    [.optional("Q", kind: .query, help: "") { $0.query = $1 }])

  mutating func run(in searches: Searches) throws { try searches.search(words: query) }
}

/// The command `:within Q`.
struct WithinCommand: SessionCommand {
  var query = ""

  static let form = Form<Self>(
    "within", "search inside the last result", usage: "Q", reading: .query,
    [.optional("Q", kind: .query, help: "") { $0.query = $1 }])

  mutating func run(in searches: Searches) throws { try searches.searchWithin(query) }
}

/// The command `:live [Q]`.
struct LiveCommand: SessionCommand {
  var query = ""

  static let form = Form<Self>(
    "live", "search as you type", reading: .query,
    [.optional("Q", kind: .query, help: "") { $0.query = $1 }])

  mutating func run(in live: LiveController) throws { try live.run(query) }
}

/// The command `:explain Q`.
struct ExplainCommand: SessionCommand {
  var query = ""

  static let form = Form<Self>(
    "explain", "show how a query is read and run", usage: "Q", reading: .query,
    [.optional("Q", kind: .query, help: "") { $0.query = $1 }])

  mutating func run(in searches: Searches) throws { try searches.explain(query) }
}

/// The command `:save [--quoted] NAME [Q]`.
struct SaveCommand: SessionCommand {
  var line = ""

  static let form = Form<Self>(
    "save", "name a query, with its strategy and settings", usage: "[--quoted] NAME [Q]",
    reading: .query,
    [.optional("NAME", kind: .savedThenQuery, help: "") { $0.line = $1 }])

  mutating func run(in workspace: Workspace) throws { try workspace.save(line) }
}

/// The command `:run NAME [ARG]...`.
struct RunCommand: SessionCommand {
  var name = ""
  var arguments: [String] = []

  static let form = Form<Self>(
    "run", "run a saved query; the ARGs replace $1 to $9", usage: "NAME [ARG]...", reading: .words,
    [
      .argument("NAME", kind: .savedNames, help: "The saved query.", change: { $0.name = $1 }),
      .rest("ARG", help: "The values of $1 to $9.", change: { $0.arguments.append($1) }),
    ])

  mutating func run(in searches: Searches) throws {
    if arguments.first == "--" { arguments.removeFirst() }
    try searches.search(searches.workspace.savedQuery(name, arguments))
  }
}

/// The command `:saved`.
struct SavedCommand: SessionCommand {
  var all = false
  var dropped: String?

  static let form = Form<Self>(
    "saved", "list the saved queries",
    discussion: """
      Saved queries remain after the session ends: --all also lists the queries of other \
      sessions, and :run NAME runs any saved query.
      """,
    [
      .flag(
        "--all", help: "Also list the queries saved in other sessions.",
        change: { $0.all = true }),
      .option(
        "--drop", value: "NAME", kind: .savedNames, help: "Remove this saved query.",
        change: { $0.dropped = $1 }),
    ])

  mutating func run(in workspace: Workspace) throws {
    if let dropped { return try workspace.dropSaved(dropped) }
    try workspace.listSaved(all: all)
  }
}
