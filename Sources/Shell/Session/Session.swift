internal import ArgumentParser
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

  /// The time, in seconds since 1970, by which items of catalogues expire.
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

    /// The catalogue whose items the records are, if they are.
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
    case .raw(let body):
      try body(self, String(rest.drop { $0 == " " || $0 == "\t" }))
    case .parsed(let type):
      try run(type, words: try split(rest, after: entry.name))
    case .family(let family):
      let words = try split(rest, after: entry.name)
      if words.first == "--help" || words.first == "-h" {
        return try console.writePaged(family.overview, settings: settings)
      }
      let (type, own) = try family.member(words, prefix: ":")
      self.words = [family.name] + words
      try run(type, words: own, prefix: ":")
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
    _ type: Command.Type, words: [String], prefix: String = ""
  ) throws {
    var command: Command
    do {
      command = try type.parse(words)
    } catch {
      if type.exitCode(for: error).isSuccess {
        return try console.writePaged(
          helpText(type, error, prefix: prefix) + "\n", settings: settings)
      }
      throw ShellError.usage(
        usageSentence(type, error, prefix: prefix), at: fault(type, error, in: words))
    }
    try command.run(in: self)
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

/// The help that was asked for; `prefix` stands before the command's name where that is not the whole of it.
func helpText(
  _ type: (some ParsableCommand).Type, _ error: any Error, prefix: String
) -> String {
  let message = type.fullMessage(for: error)
  // A usage that was written out begins with all of the name.
  if message.contains("USAGE: " + prefix) { return message }
  return message.replacing("USAGE: ", with: "USAGE: " + prefix, maxReplacements: 1)
}

/// The word that ArgumentParser's complaint quotes: an option, or what is no value.
private func fault(
  _ type: (some ParsableCommand).Type, _ error: any Error, in words: [String]
) -> ShellError.Fault? {
  let quoted = type.message(for: error).split(separator: "'", omittingEmptySubsequences: false)
  for (index, text) in quoted.enumerated() where index % 2 == 1 {
    let option = text.split(separator: " ").first ?? text
    let word = words.first {
      $0 == text || $0 == option || (option.hasPrefix("--") && $0.hasPrefix(option + "="))
    }
    if let word { return .word(word) }
  }
  return nil
}

/// ArgumentParser's complaint as one lower-case sentence with the remedy.
///
/// `prefix` stands before the command's name where that is not the whole of it.
func usageSentence(
  _ type: (some ParsableCommand).Type, _ error: any Error, prefix: String = ""
) -> String {
  let message = type.message(for: error)
  let firstLine = message.split(separator: "\n").first.map(String.init) ?? message
  var sentence = firstLine.hasPrefix("Error: ") ? String(firstLine.dropFirst(7)) : firstLine
  if sentence.hasSuffix(".") { sentence.removeLast() }
  if let first = sentence.first, sentence.dropFirst().first?.isUppercase != true {
    sentence = first.lowercased() + sentence.dropFirst()
  }
  if let range = sentence.firstRange(of: ". Did you mean ") {
    return sentence[..<range.lowerBound] + "; did you mean " + sentence[range.upperBound...]
  }
  let name = prefix + (type.configuration.commandName ?? "searchbench")
  let remedy =
    name.hasPrefix(":") && prefix.isEmpty ? ":help \(name.dropFirst())" : "\(name) --help"
  return "\(sentence); \(remedy) shows its options"
}
