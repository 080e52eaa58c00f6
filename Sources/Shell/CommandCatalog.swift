internal import ArgumentParser
internal import Searching

/// A command of the session whose arguments are shell words.
protocol SessionCommand: ParsableCommand {
  mutating func run(in session: Session) throws
}

/// A command: its names, its help, and what it does.
struct CommandEntry: Sendable {
  enum Body: Sendable {
    /// Takes the rest of the line verbatim.
    case raw(@Sendable (Session, String) throws -> Void)
    /// Takes shell words.
    case parsed(any SessionCommand.Type)
    /// The first word chooses among several that take shell words.
    case family(CommandFamily)
  }

  /// What Tab offers for the arguments.
  enum Completion: Equatable, Sendable {
    case words([String])
    case nothing, paths, corpora, corporaOrAll, indexes, commands, settings, savedNames, query,
      comparison,
      savedThenQuery, strategiesAndSaved, sessions, catalogs
  }

  let name: String
  var short: String?
  let usage: String
  let summary: String
  var completion = Completion.nothing
  let body: Body
}

/// Every command of the session: one entry here makes it known to dispatch, completion and help.
enum CommandCatalog {
  /// The commands as help lists them.
  static let groups: [(title: String, entries: [CommandEntry])] = [
    ("Corpora", corpora), ("Searching", strategies + searching), ("Results", results),
    ("Measuring", measuring), ("Session", session),
  ]

  static let all: [CommandEntry] = groups.flatMap(\.entries)

  /// The commands that look at the records of corpora, or at the last result.
  static let readers = Set(
    (strategies + searching + results + measuring).map(\.name) + ["corpora", "index"])

  private static let corpora: [CommandEntry] = [
    .init(
      name: "load", usage: "PATH... [options]", summary: "load files, folders or - as one corpus",
      completion: .paths, body: .parsed(LoadCommand.self)),
    .init(
      name: "corpora", usage: "[NAME]", summary: "list the loaded corpora, or describe one",
      completion: .corpora, body: .parsed(CorporaCommand.self)),
    .init(
      name: "use", usage: "NAME...|*", summary: "search these corpora", completion: .corporaOrAll,
      body: .parsed(UseCommand.self)),
    .init(
      name: "index", usage: "build|drop|status [NAME]",
      summary: "the indexes of a corpus, and what they cost", completion: .indexes,
      body: .parsed(IndexCommand.self)),
    .init(
      name: "catalog", usage: "create|open|list|add|... NAME",
      summary: "catalogues: items that survive restarts", completion: .catalogs,
      body: .family(.catalog)),
    .init(
      name: "drop", usage: "NAME", summary: "forget a corpus", completion: .corporaOrAll,
      body: .parsed(DropCommand.self)),
  ]

  /// Each strategy of the catalogue is a command of its own.
  private static let strategies = StrategyCatalog.all.map { strategy in
    CommandEntry.strategy(
      strategy.name, short: shorts[strategy.name], Self.phrase(strategy.summary))
  }

  /// A summary as the lists of the shell have it: without a capital and a full stop.
  private static func phrase(_ summary: String) -> String {
    let words = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    let opening = words.prefix { !$0.isWhitespace }
    let isName = opening.dropFirst().contains { $0.isUppercase }
    return isName ? words : words.prefix(1).lowercased() + words.dropFirst()
  }

  private static let shorts = ["substring": "s", "prefix": "p", "bool": "b", "regex": "r"]

  private static let searching: [CommandEntry] = [
    .init(
      name: "within", usage: "Q", summary: "search inside the last result", completion: .query,
      body: .raw { try $0.searchWithin($1) }),
    .init(
      name: "live", usage: "[Q]", summary: "search as you type", completion: .query,
      body: .raw { try $0.live($1) }),
    .init(
      name: "explain", usage: "Q", summary: "how a query is read and run", completion: .query,
      body: .raw { try $0.explain($1) }),
    .init(
      name: "save", usage: "[--quoted] NAME [Q]",
      summary: "name a query, with its strategy and settings",
      completion: .savedThenQuery, body: .raw { try $0.save($1) }),
    .init(
      name: "run", usage: "NAME [ARG]...", summary: "run a saved query; $1 is the first ARG",
      completion: .savedNames, body: .parsed(RunCommand.self)),
    .init(
      name: "saved", usage: "", summary: "list the saved queries", body: .parsed(SavedCommand.self)),
  ]

  private static let results: [CommandEntry] = [
    .init(
      name: "show", usage: "[N|A-B|all]", summary: "a page, a whole record, rows A to B, or all",
      body: .parsed(ShowCommand.self)),
    .init(
      name: "next", short: "n", usage: "[K]", summary: "go K hits on",
      body: .parsed(NextCommand.self)),
    .init(name: "prev", usage: "[K]", summary: "go K hits back", body: .parsed(PrevCommand.self)),
    .init(name: "goto", usage: "K", summary: "go to hit K", body: .parsed(GotoCommand.self)),
    .init(
      name: "open", usage: "[N]", summary: "open the editor at record N, or at the current hit",
      body: .parsed(OpenCommand.self)),
    .init(
      name: "timing", usage: "[on|off]",
      summary: "phases of the last query, percentiles of the session",
      completion: .words(["on", "off"]),
      body: .parsed(TimingCommand.self)),
    .init(
      name: "export", usage: "FILE|- [options]", summary: "write the last result",
      completion: .paths, body: .parsed(ExportCommand.self)),
    .init(
      name: "pipe", usage: "CMD", summary: "feed the last result to a shell command",
      body: .raw { try $0.pipe(to: $1) }),
  ]

  private static let measuring: [CommandEntry] = [
    .init(
      name: "compare", short: "c", usage: "[options] [Q]",
      summary: "a query by every strategy, or (--all-paths) in every way", completion: .comparison,
      body: .raw { try $0.compare($1) }),
    .init(
      name: "diff", usage: "A B", summary: "records of one strategy or saved query, not the other",
      completion: .strategiesAndSaved, body: .parsed(DiffCommand.self)),
    .init(
      name: "bench", usage: "unique|search|load ...", summary: "measure, and keep the run",
      body: .family(.bench)),
    .init(
      name: "runs", usage: "[ID | diff A B | ...]",
      summary: "stored runs", body: .family(.runs)),
  ]

  private static let session: [CommandEntry] = [
    .init(
      name: "set", usage: "[KEY [VALUE]]", summary: "show or change settings",
      completion: .settings, body: .parsed(SetCommand.self)),
    .init(
      name: "undo", usage: "", summary: "take back the last change of settings, scope or strategy",
      body: .parsed(UndoCommand.self)),
    .init(
      name: "session", usage: "save|load|list [NAME]",
      summary: "save corpora, settings and saved queries; bring them back", completion: .sessions,
      body: .parsed(SessionFileCommand.self)),
    .init(
      name: "source", usage: "FILE", summary: "run the commands of a file", completion: .paths,
      body: .parsed(SourceCommand.self)),
    .init(
      name: "history", usage: "[N|PATTERN|clear]", summary: "lines typed before",
      completion: .words(["clear"]),
      body: .parsed(HistoryCommand.self)),
    .init(
      name: "help", short: "h", usage: "[NAME|WORD...]",
      summary: "this list, one page of help, or a search",
      completion: .commands, body: .parsed(HelpCommand.self)),
    .init(
      name: "tour", usage: "", summary: "two minutes with a bundled corpus",
      body: .parsed(TourCommand.self)),
    .init(
      name: "quit", short: "q", usage: "[CODE]", summary: "leave", body: .parsed(QuitCommand.self)),
  ]

  /// The command of that name or short form.
  static func exact(_ name: String) -> CommandEntry? {
    all.first { $0.name == name || $0.short == name }
  }

  /// The command of that name, short form or, where `allowsPrefixes`, unique beginning.
  ///
  /// - Throws: a usage error that names the candidates or the nearest command.
  static func find(_ name: String, allowsPrefixes: Bool) throws -> CommandEntry {
    if let entry = exact(name) { return entry }
    let candidates = all.filter { $0.name.hasPrefix(name) }
    if allowsPrefixes, candidates.count == 1, let only = candidates.first { return only }
    if allowsPrefixes, candidates.count > 1 {
      let names = candidates.map { ":" + $0.name }.joined(separator: " ")
      throw ShellError.usage(":\(name) could be \(names); type one more letter")
    }
    throw ShellError.usage(
      "there is no command :\(name)"
        + suggestion(for: name, among: all.map(\.name), prefix: ":", else: ":help lists them"))
  }
}

extension CommandEntry {
  /// The command of a strategy: without a query it becomes the strategy, with one it is used once.
  fileprivate static func strategy(
    _ name: String, short: String?, _ summary: String
  ) -> CommandEntry {
    CommandEntry(
      name: name, short: short, usage: "[Q]", summary: summary, completion: .query,
      body: .raw { session, query in
        if query.isEmpty {
          try session.changeStrategy(to: name)
        } else {
          try session.search(query, strategy: name)
        }
      })
  }
}
