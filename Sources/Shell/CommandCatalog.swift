internal import Searching

/// A command that runs in a session, with its arguments.
///
/// A command receives only the session component that it uses; `Part` is the type of that
/// component.
protocol SessionCommand: Arguments {
  associatedtype Part: SessionPart

  mutating func run(in part: Part) throws
}

/// An entry of the command catalog: the syntax of a command, and the code that runs the command.
struct CommandEntry: Sendable {
  enum Body: Sendable {
    case command(any SessionCommand.Type)
    /// A search with the strategy that has the same name as the command.
    case strategy
    /// A family of commands; the word after the family's name chooses a command.
    case family(CommandFamily)
  }

  let form: CommandForm
  var short: String?
  let body: Body

  /// Whether the rest of the line is passed to the command verbatim, for example as a query.
  ///
  /// A backslash at the end of verbatim text is part of the text. At the end of other arguments, a
  /// backslash is an error.
  let takesVerbatimText: Bool

  var name: String { form.name }
  var summary: String { form.summary }
  var usage: String { form.usage }

  init<Command: SessionCommand>(_ type: Command.Type, short: String? = nil) {
    form = type.form.description
    self.short = short
    body = .command(type)
    takesVerbatimText = type.form.reading == .query
  }

  init(_ family: CommandFamily, usage: String) {
    form = CommandForm(
      name: family.name, summary: family.summary, usage: usage, discussion: "", parameters: [])
    body = .family(family)
    takesVerbatimText = false
  }

  init(strategy name: String, _ summary: String, short: String?) {
    form = StrategyCommand.form(name, summary)
    self.short = short
    body = .strategy
    takesVerbatimText = true
  }
}

/// All commands that can be run at the prompt and in scripts.
///
/// Dispatch, completion and help use this list, so this list is the only place to add a new
/// command.
enum CommandCatalog {
  /// The commands, grouped and ordered as in the help.
  static let groups: [(title: String, entries: [CommandEntry])] = [
    ("Corpora", corpora), ("Searching", strategies + searching), ("Results", results),
    ("Measuring", measuring), ("Session", session),
  ]

  static let all: [CommandEntry] = groups.flatMap(\.entries)

  /// The commands that read records or the last result.
  ///
  /// Open catalogs are updated before these commands are run.
  static let readers = Set(
    (strategies + searching + results + measuring).map(\.name) + ["corpora", "paths"])

  private static let corpora: [CommandEntry] = [
    .init(LoadCommand.self), .init(CorporaCommand.self), .init(UseCommand.self),
    .init(ReloadCommand.self), .init(PathsCommand.self),
    .init(.catalog, usage: "create|open|list|add|... NAME"),
    .init(.index, usage: "build|status|list|verify|drop PATH..."),
    .init(AttachCommand.self), .init(DetachCommand.self), .init(PublishCommand.self),
    .init(DropCommand.self),
  ]

  /// One command for each search strategy, such as `:prefix`.
  private static let strategies = StrategyCatalog.all.map { strategy in
    CommandEntry(
      strategy: strategy.name, phrase(strategy.summary), short: shorts[strategy.name])
  }

  /// The summary of a command without its final period.
  ///
  /// The first letter is changed to lower case unless the summary starts with a name.
  private static func phrase(_ summary: String) -> String {
    let words = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    let opening = words.prefix { !$0.isWhitespace }
    let isName = opening.dropFirst().contains { $0.isUppercase }
    return isName ? words : words.prefix(1).lowercased() + words.dropFirst()
  }

  private static let shorts = ["substring": "s", "prefix": "p", "bool": "b", "regex": "r"]

  private static let searching: [CommandEntry] = [
    .init(WordsCommand.self), .init(WithinCommand.self), .init(LiveCommand.self),
    .init(ExplainCommand.self),
    .init(SaveCommand.self), .init(RunCommand.self), .init(SavedCommand.self),
  ]

  private static let results: [CommandEntry] = [
    .init(ShowCommand.self), .init(NextCommand.self, short: "n"), .init(PrevCommand.self),
    .init(GotoCommand.self), .init(OpenCommand.self), .init(ColumnsCommand.self),
    .init(TimingCommand.self),
    .init(WhereCommand.self), .init(SortCommand.self), .init(CountCommand.self),
    .init(HistogramCommand.self), .init(SQLCommand.self),
    .init(ExportCommand.self), .init(PipeCommand.self),
  ]

  private static let measuring: [CommandEntry] = [
    .init(CompareCommand.self, short: "c"), .init(DiffCommand.self),
    .init(.bench, usage: "unique|search|load ..."), .init(.runs, usage: "[ID | diff A B | ...]"),
  ]

  private static let session: [CommandEntry] = [
    .init(SetCommand.self), .init(UndoCommand.self), .init(SessionFileCommand.self),
    .init(SourceCommand.self), .init(HistoryCommand.self), .init(HelpCommand.self, short: "h"),
    .init(TourCommand.self), .init(QuitCommand.self, short: "q"),
  ]

  /// The command with this name or short form.
  static func exact(_ name: String) -> CommandEntry? {
    all.first { $0.name == name || $0.short == name }
  }

  /// The command whose name or short form is `name`.
  ///
  /// If `allowsPrefixes` is true, `name` can also be an unambiguous prefix of a command's name.
  ///
  /// - Throws: a usage error that lists the commands with this prefix if there are several, or
  ///   suggests a similar command if there is none.
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
