internal import ArgumentParser

/// `searchbench search [options] QUERY [FILE...|-]`: one search, for the shell.
struct SearchArguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "searchbench search", abstract: "Search files, folders or standard input once.",
    usage: "searchbench search [options] QUERY [FILE...|-]",
    discussion: """
      Without FILE, standard input is searched if it is not a terminal, else the current folder. \
      Exit codes: 0 found, 1 nothing found, 2 bad data or query, 64 usage.
      """)

  @Argument(help: "The query.")
  var query: String

  @Argument(help: "Files, folders, or - for standard input.")
  var files: [String] = []

  @Option(name: .customLong("field"), help: "Search only this field (repeat for more).")
  var fields: [String] = []

  @Flag(
    name: .shortAndLong,
    help: "Print the number of matching records: of each file, if there are several.")
  var count = false

  @Flag(help: "Print one number of matching records for all files.")
  var total = false

  @Flag(
    name: [.customShort("l"), .customLong("files")], help: "Print only the files with a match.")
  var listsFiles = false

  @Option(name: .customShort("A", allowingJoined: true), help: "Show N lines after each match.")
  var after: Int?

  @Option(name: .customShort("B", allowingJoined: true), help: "Show N lines before each match.")
  var before: Int?

  @Flag(
    name: [.customShort("v"), .customLong("invert"), .customLong("invert-match")],
    help: "Find the records that do not match.")
  var invert = false

  @Flag(name: .shortAndLong, help: "Print nothing; stop at the first match.")
  var quiet = false

  @Flag(help: "Search binary files of folders too.")
  var text = false

  @Flag(help: "Put ' before cells that a spreadsheet would take for a formula.")
  var safe = false

  @Flag(help: "Begin with a byte order mark.")
  var bom = false

  @Flag(help: "End lines of CSV with CR LF.")
  var crlf = false

  @OptionGroup(title: "Load options") var load: LoadArguments
  @OptionGroup(title: "Settings") var settings: SettingArguments
  @OptionGroup(title: "Output") var common: CommonArguments

  /// The same without the means to parse it.
  var request: SearchRequest {
    SearchRequest(
      query: query, files: files, fields: fields, count: count, total: total,
      listsFiles: listsFiles,
      after: after, before: before, invert: invert, quiet: quiet, searchesBinary: text,
      safe: safe, bom: bom, crlf: crlf,
      load: load.request, settings: settings.request, common: common.request)
  }
}
