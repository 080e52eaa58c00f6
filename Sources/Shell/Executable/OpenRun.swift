/// The arguments of `searchbench open URL`.
struct OpenArguments: Arguments {
  var url = ""
  var script = ScriptRequest()
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "open", "show the catalog item of a link, with the query that found it",
    usage: "[options] searchbench://NAME/ID?query=TEXT&strategy=NAME",
    discussion: """
      At a terminal, the prompt starts with the catalog open and the item as the current record. \
      In a pipe, or with -c or -f, only the record and the output of the commands are written. \
      Exit codes: 0 shown, 2 not found.
      """,
    [
      .argument("URL", help: "The link to open, as shown by :show N.", change: { $0.url = $1 })
    ], .group(ScriptRequest.parameters, in: { try $1(&$0.script) }),
    .group(SettingRequest.parametersWithShortLimit, in: { try $1(&$0.settings) }, "Settings"),
    .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output"))
}

/// The subcommand `open`, which shows the item of a link.
enum OpenRun {
  static func main(_ words: [String]) -> Int32 {
    EntryPoint.run(OpenArguments.self, words) { arguments in
      // Check the link before anything is read or run, because the link can come from an untrusted
      // source.
      let link = try ShellError.link(arguments.url)
      let plan = WorkbenchRun.Plan(
        script: arguments.script, settings: arguments.settings, common: arguments.common,
        endsAfterLoading: true)
      return try WorkbenchRun.run(plan) { try $0.catalogs.showItem(link) }
    }
  }
}

/// The arguments of `searchbench catalog open NAME`, which starts a session with an open catalog.
struct CatalogSessionArguments: Arguments {
  var name = ""
  var alias: String?
  var script = ScriptRequest()
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "catalog open", "search a catalog: its items become a corpus, for the prompt or a script",
    usage: "NAME [--as CORPUS] [-c LINE]... [-f SCRIPT]... [settings]",
    [
      .argument("NAME", kind: .catalogs, help: "The catalog.", change: { $0.name = $1 }),
      .option("--as", value: "CORPUS", help: "Name the corpus.", change: { $0.alias = $1 }),
    ], .group(ScriptRequest.parameters, in: { try $1(&$0.script) }),
    .group(SettingRequest.parametersWithShortLimit, in: { try $1(&$0.settings) }, "Settings"),
    .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output"))

  static func main(_ words: [String]) -> Int32 {
    EntryPoint.run(Self.self, words) { arguments in
      let plan = WorkbenchRun.Plan(
        script: arguments.script, settings: arguments.settings, common: arguments.common)
      return try WorkbenchRun.run(plan) { session in
        try session.catalogs.open(arguments.name, as: arguments.alias)
      }
    }
  }
}
