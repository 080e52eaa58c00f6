/// The command `:set [KEY [VALUE]]`.
struct SetCommand: SessionCommand {
  var key: String?
  var value: [String] = []

  static let form = Form<Self>(
    "set", "show or change settings", usage: "[KEY [VALUE]]", reading: .words,
    [
      .optional("KEY", kind: .settingNames, help: "The setting.") { $0.key = $1 },
      .rest(
        "VALUE", kind: .settingValue, help: "The new value of the setting.",
        change: { $0.value.append($1) }),
    ])

  mutating func run(in workspace: Workspace) throws {
    guard let key else { return try workspace.listSettings() }
    if value.count > 1, value.first == "--" { value.removeFirst() }
    if value.isEmpty {
      try workspace.showSetting(key)
    } else {
      try workspace.set(key, to: value.joined(separator: " "))
    }
  }
}

/// The command `:undo`.
struct UndoCommand: SessionCommand {
  static let form = Form<Self>(
    "undo", "undo the last change of settings, scope or result", [])

  mutating func run(in keeper: SessionKeeper) throws { try keeper.undo() }
}

/// The command `:source FILE`.
struct SourceCommand: SessionCommand {
  var file = ""

  static let form = Form<Self>(
    "source", "run the commands of a file",
    [.argument("FILE", kind: .files, help: "The file.", change: { $0.file = $1 })])

  mutating func run(in session: Session) throws { try session.source(file) }
}

/// The command `:history [N|PATTERN|clear]`.
struct HistoryCommand: SessionCommand {
  var words: [String] = []

  static let form = Form<Self>(
    "history", "show or clear the history of typed lines", usage: "[N|PATTERN|clear]",
    discussion: """
      Shows all lines, the last N, or the lines that contain PATTERN. Case matters only if PATTERN \
      has a capital. clear also empties the history file.
      """, reading: .words,
    [.rest("WORD", kind: .words { ["clear"] }, help: "", change: { $0.words.append($1) })])

  mutating func run(in workspace: Workspace) throws {
    if words.count > 1, words.first == "--" { words.removeFirst() }
    try workspace.console.showHistory(
      words.joined(separator: " "), settings: workspace.settings)
  }
}

/// The command `:help [NAME|WORD...]`.
struct HelpCommand: SessionCommand {
  var words: [String] = []

  static let form = Form<Self>(
    "help", "list the commands, explain one, or search all help", usage: "[NAME|WORD...]",
    reading: .words,
    [
      .rest(
        "NAME", kind: .helpNames, help: "A command, topic or setting, or words to search for.",
        change: { $0.words.append($1) })
    ])

  mutating func run(in workspace: Workspace) throws {
    try workspace.console.writePaged(Help.text(words), settings: workspace.settings)
  }
}

/// The command `:tour`.
struct TourCommand: SessionCommand {
  static let form = Form<Self>("tour", "a two-minute tour with a bundled corpus", [])

  mutating func run(in session: Session) throws { try Tour(session).run() }
}

/// The command `:quit [CODE]`.
struct QuitCommand: SessionCommand {
  var code = 0

  static let form = Form<Self>(
    "quit", "leave searchbench",
    [
      .optional("CODE", help: "The exit code, 0 to 255.") {
        $0.code = try WholeNumber.parse($1, in: 0...255)
      }
    ])

  mutating func run(in session: Session) throws { session.exitRequest = Int32(code) }
}
