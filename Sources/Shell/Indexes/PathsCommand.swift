internal import Searching

/// `:paths build|drop|status [NAME]`: builds, drops or lists access paths.
struct PathsCommand: SessionCommand {
  enum Action: String, CaseIterable {
    case build, drop, status
  }

  var action = Action.status
  var name: String?
  var path: String?
  var background = false

  static let form = Form<Self>(
    "paths", "build or drop the access paths of a corpus in memory, or show what they cost",
    usage: "build|drop|status [NAME]",
    discussion: """
      At the prompt, the access paths of a corpus of a megabyte or more are built in the background \
      after it is loaded. :explain Q shows which one a query uses; --path and :set path choose \
      another.
      """,
    [
      .optional("ACTION", kind: .cases(Action.self), help: "build, drop or status.") {
        guard let action = Action(rawValue: $1) else {
          throw ArgumentProblem.takes("build, drop or status")
        }
        $0.action = action
      },
      .optional("NAME", kind: .corpora, help: "A corpus (default: those in scope).") {
        $0.name = $1
      },
      .option(
        "--path", value: "NAME", kind: .words { AccessPathCatalog.buildable.map { $0.name } },
        help: "Build, drop or show only this access path.", change: { $0.path = $1 }),
      .flag(
        "--background", help: "Show no table; at the prompt, also build in the background.",
        change: { $0.background = true }),
    ])

  mutating func run(in workspace: Workspace) throws {
    let corpora = try workspace.corpora(named: name)
    switch action {
    case .build:
      try workspace.buildIndexes(of: corpora, path: path, inBackground: background)
    case .drop: try workspace.dropIndexes(of: corpora, path: path)
    case .status: try workspace.showIndexes(of: corpora, path: path)
    }
  }
}
