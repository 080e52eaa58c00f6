internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// The state that commands change: corpora, scope, settings, the last result.
///
/// Used from one thread.
final class Session {
  let console: Console

  var settings = Settings()

  /// The loaded corpora, in order of loading.
  var corpora: [LoadedCorpus] = []

  /// The names of the corpora that are searched.
  var scope: [String] = []

  var saved: [SavedQuery] = []

  /// What the last query found.
  var outcome: Outcome?

  /// Where typed lines come from, and their history; nil in a script.
  var editor: LineEditor?

  /// How long the last query took, by phase.
  var lastTiming: TimingLine?

  /// Whether a subcommand of the executable made the session, and it ends with it.
  var isSubcommand = false

  /// The words of the command at hand, as far as stored runs are to repeat it.
  var words: [String] = []

  /// A benchmark that was interrupted and whose last iteration may still run.
  var leftBehind: MeasuringState?

  /// Set by `:quit`.
  var exitRequest: Int32?

  var undoStack: [Change] = []
  var timings = TimingLog()

  /// How many `:source` files are open.
  var sourceDepth = 0

  /// How many scripts run, one in the other; whole names are needed in them, and an empty line is nothing.
  var scriptDepth = 0

  /// Whether what commands change goes without saying: while the rc file or a saved session is read.
  var isQuiet = false

  /// What the rc file and the command line have set, from which a saved session starts; nil until they are read.
  var startSettings: Settings?

  var keeping = SessionKeeping()

  /// The time, in seconds since 1970, by which items of catalogs expire.
  var now: () -> Int = { UTCTime.now().secondsSince1970 }

  init(console: Console) {
    self.console = console
  }

  /// Records under a name, and what the session knows of them.
  final class LoadedCorpus {
    let name: String

    /// Where the records come from.
    let source: any RecordSource

    /// The records, if they are in memory.
    let memory: Searcher?

    /// The columns of the records.
    let fields: [Field]
    let paths: [String]
    let report: LoadReport

    /// How its records can be loaded again, in order; empty for those that came from no file.
    let steps: [LoadStep]

    /// The catalog whose items the records are, if they are.
    let catalog: CatalogReference?

    /// The indexes that were asked for (true) or dropped (false), by name.
    var indexChoices: [String: Bool] = [:]

    /// The building of its indexes, while that goes on.
    var indexing: BackgroundIndexing?

    /// The records in memory.
    ///
    /// - Throws: a failure where they are elsewhere; `what` needs them.
    func inMemory(for what: String) throws -> Searcher {
      guard let memory else {
        throw ShellError.failure(
          "\(what) needs records in memory, and \(name) has none: :load them")
      }
      return memory
    }

    /// Takes records that are elsewhere.
    ///
    /// - Throws: what asking for their columns throws.
    init(_ source: any RecordSource, as name: String, at place: String) throws(SearchError) {
      self.name = name
      self.source = source
      memory = nil
      fields = try source.fields(.signals)
      paths = [place]
      report = LoadReport()
      steps = []
      catalog = nil
    }

    init(
      name: String, corpus: Corpus, paths: [String], report: LoadReport, steps: [LoadStep] = [],
      catalog: CatalogReference? = nil, sharing previous: Searcher? = nil
    ) {
      self.name = name
      let searcher = previous.map { Searcher(corpus, sharing: $0) } ?? Searcher(corpus)
      source = searcher
      memory = searcher
      fields = corpus.fields
      self.paths = paths
      self.report = report
      self.steps = steps
      self.catalog = catalog
    }
  }

  /// A query under a name, with the strategy and settings it was saved with.
  struct SavedQuery: Sendable {
    let name: String
    let text: String
    let settings: Settings
  }

  /// What `:undo` takes back.
  enum Change {
    case settings(Settings, what: String)
    case scope([String])
    case drop([LoadedCorpus], scope: [String], names: [String])
    case session(State)
  }

  private var hasNotedLines = false

  /// Whether a person typed the line at hand.
  private var isTyped: Bool { console.isInteractive && scriptDepth == 0 }

  /// Says what a command has changed.
  func note(_ line: StyledText) {
    if !isQuiet { console.report(line) }
  }

  func note(_ line: String) { note(StyledText(line)) }

  /// Runs one line.
  ///
  /// - Throws: `ShellError`, or `OutputError.closed` where nobody reads the results any more.
  func execute(_ line: String) throws {
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

  private func interpret(_ line: String) throws {
    switch InputLine(line) {
    case .empty:
      if isTyped {
        try updateCatalogs()
        try showNextPage()
      }
    case .comment:
      break
    case .shell(let command):
      try runInShell(command)
    case .command(let name, let rest):
      // Sessions that were saved before `:paths` was named so still load.
      let name = isQuiet && name == "index" ? "paths" : name
      let entry = try CommandCatalog.find(name, allowsPrefixes: isTyped)
      if CommandCatalog.readers.contains(entry.name) { try updateCatalogs() }
      try run(entry, rest)
    case .query(let text):
      if isTyped, let hint = Self.hint(for: text) {
        console.report(hint)
      } else {
        noteLines(of: text)
        try updateCatalogs()
        try search(text)
      }
    }
  }

  private func run(_ entry: CommandEntry, _ rest: String) throws {
    switch entry.body {
    case .strategy:
      try StrategyCommand.run(
        entry.name, String(rest.drop { $0 == " " || $0 == "\t" }), in: self)
    case .command(let type):
      try run(type, rest, after: entry.name)
    case .family(let family):
      let words = try split(rest, after: entry.name)
      if words.first == "--help" || words.first == "-h" {
        return try console.writePaged(family.overview(at: .prompt), settings: settings)
      }
      let (type, own) = try family.member(words, at: .prompt)
      self.words = [family.name] + words
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
        type.form.description.help(at: .prompt, isComplete: isComplete), settings: settings)
    case .version: break
    case .values(var command):
      try command.run(in: self)
    }
  }

  /// Says, the first time, that pasted lines are one query.
  private func noteLines(of text: String) {
    let count = text.split(separator: "\n").count
    guard isTyped, count > 1, !hasNotedLines else { return }
    hasNotedLines = true
    console.report(
      "\(count) lines are one query here; write them to a file and :source FILE runs each by itself"
    )
  }

  /// The one-line answer to what people of other shells type for help or to leave.
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
