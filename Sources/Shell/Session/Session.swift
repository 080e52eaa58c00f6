internal import Reporting
internal import Searching
internal import Terminal
internal import UnicodeText

/// A session of the program: its components, and the interpreter that runs command lines.
///
/// Each command receives only the component of the session that it uses. A session must be used
/// from only one thread.
final class Session {
  let console: Console

  let cursor = ResultCursor()
  let workspace: Workspace
  let pages: ResultPages
  let searches: Searches
  let tables: TableQueries
  let catalogs: CatalogController
  let measuring: Measuring
  let live: LiveController
  private(set) lazy var keeper = SessionKeeper(workspace) { [unowned self] path in
    let code = try runSuppressingNotes(path, origin: .session)
    return exitRequest == nil ? code : ExitStatus.success
  }

  /// The exit code that `:quit` has set; nil before `:quit`.
  var exitRequest: Int32?

  /// The nesting depth of script files.
  var sourceDepth = 0

  /// The nesting depth of all scripts, including `-c` lines.
  ///
  /// In a script, command names must be complete, and empty lines do nothing.
  var scriptDepth = 0

  /// Whether the user was already told that several pasted lines form one query.
  private var hasNotedPastedLines = false

  init(console: Console) {
    self.console = console
    workspace = Workspace(console: console, cursor: cursor)
    workspace.keptQueries = KeptQueries(console.environment)
    pages = ResultPages(workspace)
    searches = Searches(workspace, pages)
    tables = TableQueries(workspace, pages)
    catalogs = CatalogController(workspace, pages)
    measuring = Measuring(workspace)
    live = LiveController(searches, catalogs)
  }

  /// Whether the current line comes from the interactive prompt, not from a script.
  private var isTyped: Bool { console.isInteractive && scriptDepth == 0 }

  /// Runs one line.
  ///
  /// - Throws: `ShellError`; `OutputError.closed` if the program that reads the results has closed
  ///   the pipe.
  func execute(_ line: String) throws {
    try Self.checkMarks(of: line)
    do {
      try interpret(line)
    } catch let error as OutputError {
      switch error {
      case .closed: throw error
      case .cancelled: throw ShellError.interrupted
      case .unknownFormat: throw ShellError.usage(error.message, at: .init(error))
      default: throw ShellError.failure(error.message, at: .init(error))
      }
    }
  }

  /// Throws an error if a line or argument has too many consecutive combining marks.
  static func checkMarks(of line: String) throws {
    if MarkRuns.excess(in: line) == nil { return }
    throw ShellError.usage(QueryError(.tooManyMarks(limit: MarkRuns.limit)).message)
  }

  private func interpret(_ line: String) throws {
    switch InputLine(line) {
    case .empty:
      if isTyped {
        try catalogs.update()
        try pages.showNext()
      }
    case .comment:
      break
    case .shell(let command):
      try console.runInShell(command)
    case .command(let name, let rest):
      // Accept the former name of `:paths`, because older versions wrote `:index` to saved
      // sessions.
      let name = console.suppressesNotes && name == "index" ? "paths" : name
      let entry = try CommandCatalog.find(name, allowsPrefixes: isTyped)
      if CommandCatalog.readers.contains(entry.name) { try catalogs.update() }
      try run(entry, rest)
    case .query(let text):
      if isTyped, let hint = Self.hint(for: text) {
        console.report(hint)
      } else if !isTyped, Whitespace.trimmed(text).isEmpty {
        // In a script, a line that contains only whitespace does nothing.
        break
      } else {
        notePastedLines(of: text)
        try catalogs.update()
        try searches.search(text)
      }
    }
  }

  private func run(_ entry: CommandEntry, _ rest: String) throws {
    switch entry.body {
    case .strategy:
      try StrategyCommand.run(
        entry.name, String(rest.drop { $0 == " " || $0 == "\t" }), in: searches)
    case .command(let type):
      try run(type, rest, after: entry.name)
    case .family(let family):
      let words = try split(rest, after: entry.name)
      if words.first == "--help" || words.first == "-h" {
        return try console.writePaged(family.overview(at: .prompt), settings: workspace.settings)
      }
      let (type, own) = try family.member(words, at: .prompt)
      measuring.words = [family.name] + words
      try run(type, words: own)
    }
  }

  private func split(_ rest: String, after name: String) throws -> [String] {
    do throws(CommandWords.Unfinished) {
      return try CommandWords(rest).expanded(home: console.homeFolder)
    } catch {
      let what =
        switch error.kind {
        case .quote(let mark): "the quote \(mark) is never closed"
        case .backslash: "nothing follows the backslash"
        }
      let prefix = ":\(name) "
      throw ShellError.usage(
        what,
        picture: CaretPicture(prefix + rest, offset: prefix.utf8.count + error.offset)
          .lines(width: console.pictureWidth), at: .tail(rest, offset: error.offset))
    }
  }

  private func run<Command: SessionCommand>(
    _ type: Command.Type, _ rest: String, after name: String
  ) throws {
    if type.form.reading == .query {
      let line = QueryLine(rest, type.form.description)
      try run(type, words: line.options + (line.query.isEmpty ? [] : ["--", String(line.query)]))
    } else {
      try run(type, words: try split(rest, after: name))
    }
  }

  private func run<Command: SessionCommand>(_ type: Command.Type, words: [String]) throws {
    switch try type.form.parse(words, at: .prompt) {
    case .help(let isComplete):
      try console.writePaged(
        type.form.description.help(at: .prompt, isComplete: isComplete),
        settings: workspace.settings)
    case .version: break
    case .values(var command):
      try command.run(in: Command.Part.part(of: self))
    }
  }

  /// Reports, once per session, that several pasted lines form one query.
  private func notePastedLines(of text: String) {
    let count = text.split(separator: "\n").count
    guard isTyped, count > 1, !hasNotedPastedLines else { return }
    hasNotedPastedLines = true
    console.report(
      "the \(count) lines are one query; to run each line, put them in a file and :source it"
    )
  }

  /// A hint for a line that is the help or exit command of another program; nil for other lines.
  private static func hint(for text: String) -> String? {
    let word = text.drop { $0 == " " }
    let hints = [
      ".help": ":help", "\\?": ":help", "help": ":help", ".quit": ":quit", ".exit": ":quit",
      "\\q": ":quit", "quit": ":quit", "exit": ":quit",
    ]
    guard let command = hints[String(word)] else { return nil }
    return "commands begin with a colon: \(command) (to search for it: :substring \(word))"
  }
}
