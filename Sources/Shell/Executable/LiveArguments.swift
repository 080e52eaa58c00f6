/// The arguments of `searchbench live`, which searches as the user types.
struct LiveArguments: Arguments {
  var files: [String] = []
  var query = ""
  var fields: [String] = []
  /// The number of screen rows below the cursor that the live search uses; nil for the whole
  /// screen.
  var height: Int?
  /// Whether Tab marks records.
  var marksWithTab = false
  var load = LoadRequest()
  var index = IndexRequest()
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "live", "search as you type, and print the chosen records",
    usage: "[options] [FILE...|-]",
    discussion: """
      The screen uses the controlling terminal, so records can come from standard input and go to \
      a pipe. Enter prints the current record, or all records marked with Ctrl-S. Without FILE, \
      standard input is searched if it is not a terminal, else the current folder. Exit codes: 0 \
      printed, 1 nothing matched, 2 bad data or no terminal, 64 usage, 130 left with Esc or Ctrl-C.
      """,
    [
      .rest(
        "FILE", kind: .files, help: "Files, folders, or - for standard input.",
        change: { $0.files.append($1) }),
      .option("--query", value: "TEXT", help: "Begin with this query.", change: { $0.query = $1 }),
      .option(
        "--height", value: "N", help: "Use only N rows, below the cursor."
      ) {
        guard let height = Int($1), height > 0 else {
          throw ShellError.usage(
            "--height cannot be \(CommandWords.quoted($1)): it takes a number of rows from 1")
        }
        $0.height = height
      },
      .flag(
        "--multi", help: "Mark several records with Tab, and print them on Enter.",
        change: { $0.marksWithTab = true }),
      .list(
        "--field", value: "FIELD", help: "Search only this field (can be repeated).",
        change: { $0.fields.append($1) }),
    ], .group(LoadRequest.parameters, in: { try $1(&$0.load) }, "Load options"),
    .group(IndexRequest.parameters, in: { try $1(&$0.index) }),
    .group(SettingRequest.parametersWithShortLimit, in: { try $1(&$0.settings) }, "Settings"),
    .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output"))

  /// The arguments as a search request, which `SearchRun` uses to load the files.
  var request: SearchRequest {
    var request = SearchRequest()
    request.queries = [query]
    request.files = files
    request.fields = fields
    request.load = load
    request.index = index
    request.settings = settings
    request.common = common
    return request
  }
}
