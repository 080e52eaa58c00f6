/// The command `:load PATH... [options]`.
struct LoadCommand: SessionCommand {
  var paths: [String] = []
  var load = LoadRequest()
  var fields: [String] = []
  var append = false
  var index = IndexRequest()

  static let form = Form<Self>(
    "load", "load files, folders or - (standard input) as one corpus", usage: "PATH... [options]",
    [
      .rest(
        "PATH", kind: .files, isRequired: true, help: "Files, folders, or - for standard input.",
        change: { $0.paths.append($1) })
    ], .group(LoadRequest.parameters, in: { try $1(&$0.load) }),
    [
      .list(
        "--field", value: "FIELD", kind: .fields, help: "Keep only this field (can be repeated).",
        change: { $0.fields.append($1) }),
      .flag(
        "--append", help: "Add the records to the loaded corpus of the same name.",
        change: { $0.append = true }),
    ], .group(IndexRequest.parameters, in: { try $1(&$0.index) }))

  mutating func run(in workspace: Workspace) throws {
    try workspace.load(
      paths, options: load.options(fields: fields), appends: append, usesIndex: index.uses)
  }
}

/// The command `:corpora [NAME]`.
struct CorporaCommand: SessionCommand {
  var name: String?

  static let form = Form<Self>(
    "corpora", "list the loaded corpora, or describe one",
    [.optional("NAME", kind: .corpora, help: "The corpus to describe.") { $0.name = $1 }])

  mutating func run(in workspace: Workspace) throws {
    if let name {
      try workspace.describeCorpus(name)
    } else {
      try workspace.listCorpora()
    }
  }
}

/// The command `:reload [NAME]`.
struct ReloadCommand: SessionCommand {
  var name: String?

  static let form = Form<Self>(
    "reload", "read changed files again",
    [
      .optional("NAME", kind: .corpora, help: "The corpus (default: all corpora in scope).") {
        $0.name = $1
      }
    ])

  mutating func run(in workspace: Workspace) throws { try workspace.reload(name) }
}

/// The command `:use NAME...|*`.
struct UseCommand: SessionCommand {
  var names: [String] = []

  static let form = Form<Self>(
    "use", "choose the corpora to search", usage: "NAME...|*",
    [
      .rest(
        "NAME", kind: .corporaOrAll, isRequired: true, help: "Names of corpora, or * for all.",
        change: { $0.names.append($1) })
    ])

  mutating func run(in workspace: Workspace) throws { try workspace.use(names) }
}

/// The command `:drop NAME`.
struct DropCommand: SessionCommand {
  var name = ""

  static let form = Form<Self>(
    "drop", "unload a corpus",
    [
      .argument(
        "NAME", kind: .corporaOrAll, help: "The corpus, or * for all.", change: { $0.name = $1 })
    ])

  mutating func run(in workspace: Workspace) throws { try workspace.drop(name) }
}
