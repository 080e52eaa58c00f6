/// `:session save|load|list [NAME]`: saves, loads or lists sessions.
struct SessionFileCommand: SessionCommand {
  enum Action: String, CaseIterable {
    case save, load, list
  }

  var action = Action.list
  var name: String?
  var force = false

  static let form = Form<Self>(
    "session", "save corpora, settings and saved queries, or restore them",
    usage: "save|load|list [NAME] [--force]",
    discussion: """
      A session is its corpora and their load options, the scope, the settings and the saved \
      queries. A session is saved as a script of commands. The prompt saves the session as "last" \
      after each change, and searchbench --resume restores it; "previous" is the session that was \
      saved before "last". Loading replaces the current session, or changes nothing if a command \
      of the script fails; :undo restores the earlier session. searchbench -f FILE runs a saved \
      session as a script. The variable SEARCHBENCH_SESSIONS names another folder; if it is \
      empty, no session is saved.
      """,
    [
      .optional("ACTION", kind: .cases(Action.self), help: "save, load or list.") {
        guard let action = Action(rawValue: $1) else {
          throw ArgumentProblem.takes("save, load or list")
        }
        $0.action = action
      },
      .optional("NAME", kind: .sessions, help: "The name of the session (default: last).") {
        $0.name = $1
      },
      .flag(
        "--force", help: "Replace the saved session of this name.", change: { $0.force = true }),
    ])

  mutating func run(in keeper: SessionKeeper) throws {
    switch action {
    case .save:
      try keeper.save(as: name ?? SessionStore.last, replaces: force)
    case .load:
      try keeper.load(name ?? SessionStore.last)
    case .list:
      if let name {
        throw ShellError.usage(
          ":session list takes no name: it lists all sessions", at: .word(name))
      }
      try keeper.list()
    }
  }
}
