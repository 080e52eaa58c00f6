internal import ArgumentParser

/// `searchbench [FILE...] [options]`: the REPL, or a script of its commands.
struct WorkbenchArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "searchbench",
    abstract: "A workbench for searching text and for knowing what searching costs.",
    usage: """
      searchbench [FILE...] [load options] [-c LINE]... [-f SCRIPT]... [--resume] [settings]
      searchbench search [options] QUERY [FILE...|-]
      searchbench compare [--runs N] [--all-paths] QUERY [FILE...|-]
      searchbench live [options] [FILE...|-]
      searchbench bench unique|search|load|overhead ...
      searchbench runs list|show|diff|chart|export|rm ...
      searchbench corpus generate|info ...
      searchbench catalog create|open|list|drop|add|delete|refresh|status|item|on|off ...
      searchbench open [options] URL
      searchbench doctor
      """,
    discussion: """
      FILE... is loaded as one corpus. Without -c or -f, commands are read at a prompt, or from \
      standard input if that is not a terminal; :help lists them.
      """)

  @Argument(help: "Files, folders, or - for standard input, loaded as one corpus.")
  var files: [String] = []

  @OptionGroup var script: ScriptArguments

  @OptionGroup(title: "Load options") var load: LoadArguments

  @Option(name: .customLong("field"), help: "Keep only this field (repeat for more).")
  var loadFields: [String] = []

  @OptionGroup(title: "Settings") var settings: SettingArguments

  @OptionGroup(title: "Output") var common: CommonArguments
}

/// Where commands are read from, of those forms of the executable that read some.
struct ScriptArguments: ParsableArguments {
  @Option(
    name: .customShort("c"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run this line (repeat for more).", valueName: "line"))
  var lines: [String] = []

  @Option(
    name: .customShort("f"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run the lines of this file (repeat for more).", valueName: "script"))
  var scripts: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read this file of commands first, instead of the usual one.", valueName: "file"))
  var rc: String?

  @Flag(name: .customLong("no-rc"), help: "Do not read the rc file.")
  var noRC = false

  @Flag(help: "Bring back the last session of the prompt; FILEs are loaded besides.")
  var resume = false

  @Flag(help: "Write each line of a script before its results.")
  var echo = false

  @Flag(name: .customLong("keep-going"), help: "Go on after an error; end with the highest code.")
  var keepGoing = false

  /// Whether commands are given, so that none are read from standard input.
  var isGiven: Bool { !lines.isEmpty || !scripts.isEmpty }
}

/// The options of every form of the executable.
struct CommonArguments: ParsableArguments {
  @Option(
    name: .customShort("o", allowingJoined: true),
    help: ArgumentHelp("Write results to this file.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace an existing output file.")
  var force = false

  @Flag(help: "Write control characters of the corpus to the terminal as they are.")
  var raw = false

  @Option(help: "auto, plain or never.")
  var progress: String = "auto"

  @Flag(help: "Report loads, timing and warnings on standard error.")
  var verbose = false

  /// The same without the means to parse it.
  var request: OutputRequest {
    OutputRequest(output: output, force: force, raw: raw, progress: progress, verbose: verbose)
  }
}
