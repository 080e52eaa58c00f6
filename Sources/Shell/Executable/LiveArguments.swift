internal import ArgumentParser

/// `searchbench live`: search as one types, for shell scripts.
struct LiveArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "searchbench live",
    abstract: "Search as you type, and print the records that are chosen.",
    usage: "searchbench live [options] [FILE...|-]",
    discussion: """
      The screen is on the controlling terminal, so that records may come from standard input and \
      go to a pipe. Enter prints the current record, or those marked by Ctrl-S. Without FILE, \
      standard input is searched if it is not a terminal, else the current folder. Exit codes: 0 \
      printed, 1 nothing matched, 2 bad data or no terminal, 64 usage, 130 left by Esc or Ctrl-C.
      """)

  @Argument(help: "Files, folders, or - for standard input.")
  var files: [String] = []

  @Option(help: "Begin with this query.")
  var query = ""

  @Option(name: .customLong("field"), help: "Search only this field (repeat for more).")
  var fields: [String] = []

  @OptionGroup(title: "Load options") var load: LoadArguments
  @OptionGroup(title: "Settings") var settings: SettingArguments
  @OptionGroup(title: "Output") var common: CommonArguments

  /// What loading the files as `search` does needs to know.
  var request: SearchRequest {
    SearchRequest(
      query: query, files: files, fields: fields, load: load.request, settings: settings.request,
      common: common.request)
  }
}
