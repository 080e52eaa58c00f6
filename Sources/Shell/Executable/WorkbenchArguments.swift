/// The arguments of `searchbench [FILE...] [options]`, which starts the prompt or runs scripts.
struct WorkbenchArguments: Arguments {
  var files: [String] = []
  var script = ScriptRequest()
  var load = LoadRequest()
  var loadFields: [String] = []
  var index = IndexRequest()
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "", "a workbench that searches text and measures the cost of each search",
    usage: """
      [FILE...] [-c LINE]... [-f SCRIPT]... [options]
      search [options] QUERY [PATH...|-]
      sql "SELECT ..." [PATH...|-]
      count|histogram ...
      compare [--runs N] [--all-paths] QUERY [FILE...|-]
      live [options] [FILE...|-]
      index build|status|list|verify|drop ...
      publish URL [options] [PATH...|-]
      bench unique|search|load|overhead ...
      runs list|show|diff|chart|export|rm ...
      corpus generate|info ...
      catalog create|open|list|add|delete|refresh|status ...
      open [options] URL
      doctor
      help [NAME|WORD...]
      """,
    discussion: """
      FILE... is loaded as one corpus. Without -c or -f, commands are read at a prompt or, if \
      standard input is not a terminal, from standard input; :help lists the commands.
      """,
    [
      .rest(
        "FILE", kind: .files,
        help: "Files, folders, or - for standard input, loaded as one corpus.",
        change: { $0.files.append($1) }
      ).common
    ], .group(ScriptRequest.parameters, in: { try $1(&$0.script) }),
    [
      .flag("-V", "--version", help: "Write the version.") { _ in }.common
    ], .group(LoadRequest.parameters, in: { try $1(&$0.load) }, "Load options"),
    [
      .list(
        "--field", value: "FIELD", help: "Keep only this field (can be repeated).",
        change: { $0.loadFields.append($1) })
    ], .group(IndexRequest.parameters, in: { try $1(&$0.index) }),
    .group(SettingRequest.parametersWithShortLimit, in: { try $1(&$0.settings) }, "Settings"),
    .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output"))
}

/// The options of commands that start a session: scripts, the rc file, and whether to resume the
/// last session.
struct ScriptRequest: Equatable {
  /// A source of commands: a line of `-c` or a file of `-f`.
  enum Source: Equatable {
    case line(String)
    case file(String)
  }

  /// The lines of `-c` and the files of `-f`, in the order of the command line.
  var sources: [Source] = []
  var rc: String?
  var noRC = false
  var resume = false
  var echo = false
  var keepGoing = false

  static let parameters: [Parameter<ScriptRequest>] = [
    .option("-c", value: "LINE", repeats: true, help: "Run this line (can be repeated).") {
      $0.sources.append(.line($1))
    }.common,
    .option(
      "-f", value: "SCRIPT", kind: .files, repeats: true,
      help: "Run the lines of this file (can be repeated)."
    ) { $0.sources.append(.file($1)) }.common,
    .flag(
      "--resume", help: "Restore the last session; FILEs are loaded too.",
      change: { $0.resume = true }
    ).common,
    .option(
      "--rc", value: "FILE", kind: .files,
      help: "Read this rc file instead of the default one.", change: { $0.rc = $1 }),
    .flag("--no-rc", help: "Do not read the rc file.", change: { $0.noRC = true }),
    .flag(
      "--echo", help: "Print each line of a script before its results.", change: { $0.echo = true }),
    .flag(
      "--keep-going", help: "Continue after errors; exit with the highest code.",
      change: { $0.keepGoing = true }),
  ]

  /// Whether the command line has scripts; if so, no commands are read from standard input.
  var isGiven: Bool { !sources.isEmpty }
}
