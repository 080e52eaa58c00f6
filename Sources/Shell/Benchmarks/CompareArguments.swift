internal import Searching
internal import Terminal

/// The subcommand `compare`.
struct CompareArguments: MemberCommand {
  var query = ""
  var files: [String] = []
  var ways = CompareOptions()
  var load = LoadRequest()
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "compare", "compare all strategies on a query, or all access paths with --all-paths",
    usage: "[options] QUERY [FILE...|-]",
    discussion: """
      Without FILE, standard input is searched, or the current folder if standard input is \
      a terminal.
      """,
    [
      .argument("QUERY", help: "The query.", change: { $0.query = $1 }),
      .rest(
        "FILE", kind: .files, help: "Files, folders, or - for standard input.",
        change: { $0.files.append($1) }),
    ], .group(CompareOptions.parameters, in: { try $1(&$0.ways) }),
    .group(LoadRequest.parameters, in: { try $1(&$0.load) }, "Load options"), shared())

  func perform(in work: Measuring) throws {
    let format = try format()
    var paths = files
    if paths.isEmpty { paths = [work.console.facts.isInputTerminal ? "." : "-"] }
    let corpora = try work.corporaToMeasure(paths, load)
    try work.compare(work.workspace.query(query), in: corpora, ways, format)
  }
}

/// The options of the subcommand `compare` and of `:compare`.
struct CompareOptions: Equatable {
  var runs: Int?
  var allPaths = false
  var allowsDebug = false

  static let parameters: [Parameter<CompareOptions>] = [
    .number(
      "--runs", in: 1...1_000_000,
      help: "Run each implementation N times (default: for half a second).",
      change: { $0.runs = $1 }),
    .flag(
      "--all-paths",
      help: "Run the current strategy with every access path and contender.",
      change: { $0.allPaths = true }),
    .flag("--allow-debug", help: "Measure a debug build.", change: { $0.allowsDebug = true }),
  ]
}

/// The command `:compare [options] [Q]`.
struct CompareCommand: SessionCommand {
  var ways = CompareOptions()
  var format: String?
  var query = ""

  static let form = Form<Self>(
    "compare", "compare all strategies on a query, or all access paths with --all-paths",
    usage: "[options] [Q]", reading: .query,
    .group(CompareOptions.parameters, in: { try $1(&$0.ways) }),
    [
      .option(
        "--format", value: "NAME", kind: .runFormats, help: "table, csv, json or markdown.",
        change: { $0.format = $1 }),
      .optional("Q", kind: .query, help: "") { $0.query = $1 },
    ])

  mutating func run(in work: Measuring) throws {
    try work.compare(query, ways, format: format)
  }
}

/// The command `:diff A B`.
struct DiffCommand: SessionCommand {
  var first = ""
  var second = ""

  static let form = Form<Self>(
    "diff", "show the records that only A finds, only B finds, or both find",
    discussion: """
      A and B are saved queries, or strategies that run the last query again.
      """,
    [
      .argument(
        "A", kind: .strategiesAndSaved, help: "A strategy or a saved query.",
        change: { $0.first = $1 }),
      .argument(
        "B", kind: .strategiesAndSaved, help: "Another strategy or saved query.",
        change: { $0.second = $1 }),
    ])

  mutating func run(in work: Measuring) throws {
    try work.diff(first, second)
  }
}
