internal import Attaching
internal import Reporting
internal import Terminal

/// The command `:attach URL [--as NAME]`.
struct AttachCommand: SessionCommand {
  var url = ""
  var name: String?
  var attach = AttachRequest()

  static let form = Form<Self>(
    "attach", "search a table on a ClickHouse server", usage: "URL [options]",
    discussion: """
      URL is http://host:8123/db.table, and https works too; #NAME at its end chooses one of \
      several corpora. The table must be made by searchbench publish; with --text-columns, it can \
      be any other table.
      """,
    [
      .argument("URL", help: "The server and the table.", change: { $0.url = $1 }),
      .option("--as", value: "NAME", help: "Name the corpus.", change: { $0.name = $1 }),
    ], .group(AttachRequest.parameters, in: { try $1(&$0.attach) }))

  mutating func run(in workspace: Workspace) throws {
    try workspace.attach(url, as: name, attach)
  }
}

/// The command `:detach NAME`.
struct DetachCommand: SessionCommand {
  var name = ""

  static let form = Form<Self>(
    "detach", "stop searching a table on a server",
    [.argument("NAME", kind: .corpora, help: "The corpus.", change: { $0.name = $1 })])

  mutating func run(in workspace: Workspace) throws {
    if let loaded = workspace.loaded(name), loaded.attachment == nil {
      throw ShellError.failure("\(name) is not attached: :drop unloads it", at: .word(name))
    }
    try workspace.drop(name)
  }
}

extension Workspace {
  /// Adds the table at an address to the corpora, and makes it the only corpus in scope.
  func attach(_ url: String, as name: String?, _ request: AttachRequest) throws {
    let source = try request.source(url, named: name, console.environment)
    try attach(source, as: source.name, at: source.place)
    loaded(source.name)?.attachment = request.words(of: source)
  }
}
