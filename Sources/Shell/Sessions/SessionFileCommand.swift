internal import ArgumentParser

/// `:session save|load|list [NAME]`.
struct SessionFileCommand: SessionCommand {
  enum Action: String, ExpressibleByArgument, CaseIterable {
    case save, load, list
  }

  static let configuration = CommandConfiguration(
    commandName: ":session",
    abstract: "Save the session as a script of commands, or bring a saved one back.",
    usage: ":session save|load|list [NAME] [--force]",
    discussion: """
      A session is its corpora with how they were loaded, the scope, the settings and the saved \
      queries. At the prompt it is saved as "last" after each change, and searchbench --resume \
      brings it back; "previous" is the one that was last before. Loading replaces the present \
      session, or nothing if anything in the script fails; :undo takes it back. \
      searchbench -f FILE runs a saved session as the script that it is. \
      SEARCHBENCH_SESSIONS names another folder; empty, it turns all this off.
      """)

  @Argument(help: "save, load or list.") var action = Action.list

  @Argument(help: "The name of the session; last if left out.") var name: String?

  @Flag(help: "Replace a session of that name.") var force = false

  mutating func run(in session: Session) throws {
    switch action {
    case .save:
      try session.saveSession(as: name ?? SessionStore.last, replaces: force)
    case .load:
      try session.loadSession(name ?? SessionStore.last)
    case .list:
      if let name {
        throw ShellError.usage(":session list takes no name: it lists all", at: .word(name))
      }
      try session.listSessions()
    }
  }
}
