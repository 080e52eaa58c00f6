internal import ArgumentParser

/// `:index build|drop|status [NAME]`.
struct IndexCommand: SessionCommand {
  enum Action: String, ExpressibleByArgument, CaseIterable {
    case build, drop, status
  }

  static let configuration = CommandConfiguration(
    commandName: ":index",
    abstract: "Build or drop the indexes of a corpus, or show what they cost.",
    discussion: """
      At the prompt the indexes of a corpus of a megabyte or more are built in the background after \
      it was loaded. :explain Q shows which one a query uses, --path and :set path choose another.
      """)

  @Argument(help: "build, drop or status.") var action = Action.status

  @Argument(help: "A corpus; those in scope if left out.") var name: String?

  @Option(help: "Only this access path.") var path: String?

  @Flag(help: "At the prompt, build while other lines are run; show no table.")
  var background = false

  mutating func run(in session: Session) throws {
    let corpora = try session.corpora(named: name)
    switch action {
    case .build:
      try session.buildIndexes(of: corpora, path: path, inBackground: background)
    case .drop: try session.dropIndexes(of: corpora, path: path)
    case .status: try session.showIndexes(of: corpora, path: path)
    }
  }
}
