internal import ArgumentParser

/// `:run NAME [ARG]...`.
struct RunCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":run", abstract: "Run a saved query; $1 in it is the first ARG.")

  @Argument var name: String

  @Argument(parsing: .allUnrecognized) var arguments: [String] = []

  mutating func run(in session: Session) throws {
    // The parser leaves "--" among the words that it does not know.
    if arguments.first == "--" { arguments.removeFirst() }
    try session.runSaved(name, arguments)
  }
}

/// `:saved`.
struct SavedCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":saved", abstract: "List the saved queries.")

  mutating func run(in session: Session) throws { try session.listSaved() }
}

/// `:set [KEY [VALUE]]`.
struct SetCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":set", abstract: "List the settings, show one, or change one.")

  @Argument var key: String?

  @Argument(parsing: .allUnrecognized) var value: [String] = []

  mutating func run(in session: Session) throws {
    guard let key else { return try session.listSettings() }
    // The parser leaves "--" among the words that it does not know.
    if value.count > 1, value.first == "--" { value.removeFirst() }
    if value.isEmpty {
      try session.showSetting(key)
    } else {
      try session.set(key, to: value.joined(separator: " "))
    }
  }
}

/// `:undo`.
struct UndoCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":undo", abstract: "Take back the last change of settings, scope or strategy.")

  mutating func run(in session: Session) throws { try session.undo() }
}

/// `:source FILE`.
struct SourceCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":source", abstract: "Run the commands of a file.")

  @Argument var file: String

  mutating func run(in session: Session) throws { try session.source(file) }
}

/// `:history [N|PATTERN|clear]`.
struct HistoryCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":history",
    abstract: "Show lines typed before: all, the last N, or those with PATTERN; or forget them.",
    discussion: "Capitals matter only if PATTERN has one. clear empties the history's file too.")

  @Argument(parsing: .allUnrecognized) var words: [String] = []

  mutating func run(in session: Session) throws {
    // The parser leaves "--" among the words that it does not know.
    if words.count > 1, words.first == "--" { words.removeFirst() }
    try session.showHistory(words.joined(separator: " "))
  }
}

/// `:help [NAME|WORD...]`.
struct HelpCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":help", abstract: "List the commands, explain one, or find words in all help.")

  @Argument(parsing: .allUnrecognized, help: "A command, topic or setting, or words to look for.")
  var words: [String] = []

  mutating func run(in session: Session) throws { try session.help(words) }
}

/// `:tour`.
struct TourCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":tour", abstract: "See in two minutes what this is, with a bundled corpus.")

  mutating func run(in session: Session) throws { try Tour(session).run() }
}

/// `:quit [CODE]`.
struct QuitCommand: SessionCommand {
  static let configuration = CommandConfiguration(commandName: ":quit", abstract: "Leave.")

  @Argument(help: "The exit code, 0 to 255.")
  var code: Int = 0

  mutating func run(in session: Session) throws {
    guard let code = UInt8(exactly: code) else {
      throw ShellError.usage(
        ":quit cannot take \(code): an exit code is 0 to 255", at: .word(String(code)))
    }
    session.exitRequest = Int32(code)
  }
}
