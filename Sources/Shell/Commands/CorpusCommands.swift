internal import ArgumentParser

/// `:load PATH... [load options]`.
struct LoadCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":load", abstract: "Load files, folders or - (standard input) as one corpus.")

  @Argument(help: "Files, folders, or - for standard input.")
  var paths: [String]

  @OptionGroup var load: LoadArguments

  @Option(name: .customLong("field"), help: "Keep only this field (repeat for more).")
  var fields: [String] = []

  @Flag(help: "Add the records to the corpus of that name.")
  var append = false

  mutating func run(in session: Session) throws {
    try session.load(paths, options: load.options(fields: fields), appends: append)
  }
}

/// `:corpora [NAME]`.
struct CorporaCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":corpora", abstract: "List the loaded corpora, or describe one.")

  @Argument var name: String?

  mutating func run(in session: Session) throws {
    if let name {
      try session.describeCorpus(name)
    } else {
      try session.listCorpora()
    }
  }
}

/// `:use NAME...|*`.
struct UseCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":use", abstract: "Search these corpora; * is all of them.")

  @Argument(help: "Names of corpora, or *.")
  var names: [String]

  mutating func run(in session: Session) throws { try session.use(names) }
}

/// `:drop NAME`.
struct DropCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":drop", abstract: "Forget a corpus; :undo brings it back.")

  @Argument(help: "The corpus, or * for all.")
  var name: String

  mutating func run(in session: Session) throws { try session.drop(name) }
}
