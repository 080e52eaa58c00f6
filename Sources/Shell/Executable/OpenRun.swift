internal import ArgumentParser

/// `searchbench open URL`.
struct OpenArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "searchbench open",
    abstract: "Show the item of a catalogue that a link leads to, under the query that found it.",
    usage: "searchbench open [options] searchbench://NAME/ID?query=TEXT&strategy=NAME",
    discussion: """
      At a terminal the prompt follows, with the catalogue open and the item as the current record. \
      In a pipe, or with -c or -f, the record is written and that is all, but for what the commands \
      write. Exit codes: 0 shown, 2 not there.
      """)

  @Argument(help: "The link, as :show N shows it.") var url: String

  @OptionGroup var script: ScriptArguments
  @OptionGroup(title: "Settings") var settings: SettingArguments
  @OptionGroup(title: "Output") var common: CommonArguments
}

/// The subcommand `open`.
enum OpenRun {
  static func main(_ words: [String]) -> Int32 {
    EntryPoint.run(OpenArguments.self, words) { arguments in
      // Looked at before anything is read or run: it may come from anywhere.
      let link = try ShellError.link(arguments.url)
      var plan = WorkbenchRun.Plan(
        words, arguments.script, arguments.settings, arguments.common)
      plan.showsOnly = true
      return try WorkbenchRun.run(plan) { try $0.showItem(link) }
    }
  }
}

/// `searchbench catalog open NAME`: a session that begins with a catalogue open.
struct CatalogSessionArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog open",
    abstract: "Search a catalogue: its items become a corpus, for the prompt or a script.",
    usage: "searchbench catalog open NAME [--as CORPUS] [-c LINE]... [-f SCRIPT]... [settings]")

  @Argument(help: "The catalogue.") var name: String

  @Option(name: .customLong("as"), help: "Name the corpus.") var alias: String?

  @OptionGroup var script: ScriptArguments
  @OptionGroup(title: "Settings") var settings: SettingArguments
  @OptionGroup(title: "Output") var common: CommonArguments

  static func main(_ words: [String]) -> Int32 {
    EntryPoint.run(Self.self, words, prefix: "searchbench ") { arguments in
      let plan = WorkbenchRun.Plan(
        words, arguments.script, arguments.settings, arguments.common)
      return try WorkbenchRun.run(plan) { session in
        try session.openCatalog(arguments.name, as: arguments.alias)
      }
    }
  }
}
