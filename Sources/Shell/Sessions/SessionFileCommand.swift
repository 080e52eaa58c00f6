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
      A session is its corpora with how they were loaded, the scope, the settings and the saved \
      queries; it is saved as a script of commands. At the prompt it is saved as "last" after each \
      change, and searchbench --resume brings it back; "previous" is the one before. Loading \
      replaces the present session, or nothing if anything in the script fails; :undo takes it \
      back. searchbench -f FILE runs a saved session as the script that it is. \
      SEARCHBENCH_SESSIONS names another folder; empty, it turns all this off.
      """,
    [
      .optional("ACTION", kind: .cases(Action.self), help: "save, load or list.") {
        guard let action = Action(rawValue: $1) else {
          throw ArgumentProblem.takes("save, load or list")
        }
        $0.action = action
      },
      .optional("NAME", kind: .sessions, help: "The name of the session; last if left out.") {
        $0.name = $1
      },
      .flag("--force", help: "Replace a session of that name.", change: { $0.force = true }),
    ])

  mutating func run(in keeper: SessionKeeper) throws {
    switch action {
    case .save:
      try keeper.save(as: name ?? SessionStore.last, replaces: force)
    case .load:
      try keeper.load(name ?? SessionStore.last)
    case .list:
      if let name {
        throw ShellError.usage(":session list takes no name: it lists all", at: .word(name))
      }
      try keeper.list()
    }
  }
}
