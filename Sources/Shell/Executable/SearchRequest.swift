internal import Reporting
internal import Searching
internal import System

/// The arguments of `searchbench search`, parsed but not yet checked.
struct SearchRequest: Arguments, Equatable {
  /// The first argument, which is a query or a path; nil after `validate` has moved it to `queries`
  /// or `files`.
  private var firstArgument: String?
  var files: [String] = []
  /// The queries in order, from the options `-e` or from the first argument.
  var queries: [String] = []
  var queryFiles: [String] = []
  var fields: [String] = []
  var columns: [ShownColumn] = []
  /// The SQL expression that records must satisfy in addition to matching the query.
  var condition: String?
  /// The columns to sort the records by; empty to keep the order of the files.
  var order: [SortKey] = []
  var bounds = HitBounds.anywhere
  var invert = false
  var count = false
  var total = false
  /// Whether to list the paths of files that contain a match (true) or no match (false).
  ///
  /// The value is nil to list records instead of paths.
  var listsFiles: Bool?
  var limitPerFile: Int?
  var rows = RowParts()
  var after: Int?
  var before: Int?
  var quiet = false
  var stats = false
  /// Whether to explain how the query would be run, instead of running the query.
  var explains = false
  var searchesBinary = false
  var index = IndexRequest()
  var isLiteral = false
  var isPCRE = false
  var text = TextRequest()
  var load = LoadRequest()
  var attach = AttachRequest()
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "search", "search files, folders or standard input once",
    usage: "[options] QUERY [PATH...|-]\n[options] -e QUERY... [PATH...|-]",
    discussion: """
      Without PATH, standard input is searched if it is not a terminal, else the current folder. \
      Exit codes: 0 found, 1 nothing found, 2 bad data or query, 64 usage.
      """, arguments, matching, output,
    shared: {
      .group(
        SettingRequest.parameters.marking("--strategy", "--ignore-case", "--context", "--format"),
        in: { try $1(&$0.settings) }, "Settings")
        + .group(TextRequest.parameters, in: { try $1(&$0.text) })
        + .group(LoadRequest.parameters.marking("--glob"), in: { try $1(&$0.load) }, "Load options")
        + .group(
          AttachRequest.parameters, in: { try $1(&$0.attach) }, "Tables on a server (PATH is a URL)"
        )
        + .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output")
    })

  static let arguments: [Parameter<Self>] = [
    .optional("QUERY", help: "") { $0.firstArgument = $1 },
    .rest(
      "PATH", kind: .files, help: "", change: { $0.files.append($1) }),
    .list(
      "-e", "--regexp", value: "QUERY",
      help: "Find QUERY (can be repeated); arguments are paths.",
      change: { $0.queries.append($1) }
    ).common,
    .list(
      "-f", "--file", value: "FILE", kind: .files, help: "Read queries from a file, one per line.",
      change: { $0.queryFiles.append($1) }
    ).common,
  ]

  static let matching: [Parameter<Self>] =
    [
      .flag("-F", "--fixed-strings", help: "Find the text exactly as it is written.") {
        $0.isLiteral = true
        $0.settings.texts["strategy"] = "substring"
      }.common,
      .flag(
        "-P", "--pcre2", help: "Read QUERY as a PCRE2 pattern: look-around, backreferences, \\K."
      ) {
        $0.isPCRE = true
        $0.settings.texts["strategy"] = RegexEngine.strategy
      },
      .flag("-w", "--word-regexp", help: "Find only hits that are whole words.") {
        $0.bounds = .words
      }.common,
      .flag("-x", "--line-regexp", help: "Find only hits that are a whole line or field.") {
        $0.bounds = .all
      },
      .flag(
        "-v", "--invert-match", help: "Find the records that do not match.",
        change: { $0.invert = true }
      )
      .common,
      .list(
        "--field", value: "FIELD", kind: .fields, help: "Search only this field (can be repeated).",
        change: { $0.fields.append($1) }
      ).common,
      .flag("-a", "--text", help: "Search binary files too.", change: { $0.searchesBinary = true }),
    ] + .group(IndexRequest.parameters, in: { try $1(&$0.index) })

  private static let output: [Parameter<Self>] = [
    .flag(
      "-c", "--count", help: "Print how many records of each file match.",
      change: { $0.count = true }
    )
    .common,
    .flag(
      "--total", help: "Print only the number of matching records in all files.",
      change: { $0.total = true }),
    .flag("-l", "--files-with-matches", help: "Print only paths of files with a match.") {
      $0.listsFiles = true
    }.common,
    .flag("--files-without-match", help: "Print only the paths of files without a match.") {
      $0.listsFiles = false
    },
    .number(
      "-m", "--max-count", help: "Print at most N records of each file.",
      change: { $0.limitPerFile = $1 }
    ).common,
    .flag(
      "-o", "--only-matching", help: "Print only the hits, one per row.",
      change: { $0.rows.onlyHits = true }
    )
    .common,
    .option(
      "-r", "--replace", value: "TEXT",
      help: "Print hits as TEXT; $1, ${name} are regex groups.",
      change: { $0.rows.replacement = $1 }
    ).common,
    .list(
      "--columns", value: "FIELD,...", kind: .fields,
      help: "Show these fields, in this order; F:WIDTH sets a width.",
      change: { $0.columns += ShownColumn.list($1) }
    ),
    .option(
      "--where", value: "EXPR",
      help: "Print only records that meet this SQL condition: 'status >= 500'.",
      change: { $0.condition = $1 }),
    .option(
      "--sort", value: "FIELD", kind: .fields,
      help: "Sort by this field; 'F desc,G' sorts by several. Uses at most --cache bytes.",
      change: { request, words in
        let words = words.split(separator: " ").map(String.init)
        request.order = try SortKey.keys(words)
      }),
    .flag("-n", "--line-number", help: "Print line numbers.") { $0.rows.line = true }.common,
    .flag("-N", "--no-line-number", help: "Print no line numbers.") { $0.rows.line = false },
    .flag("-H", "--with-filename", help: "Print the path in every row.") { $0.rows.path = true },
    .flag("-I", "--no-filename", help: "Print no paths.") { $0.rows.path = false },
    .flag("--column", help: "Print the column of the first hit, in bytes.") {
      $0.rows.column = true
    },
    .number(
      "-A", "--after-context", help: "Print N records after each match.", change: { $0.after = $1 }),
    .number(
      "-B", "--before-context", help: "Print N records before each match.",
      change: { $0.before = $1 }),
    .flag(
      "-q", "--quiet", help: "Print nothing; stop at the first match.", change: { $0.quiet = true }),
    .flag(
      "--stats", help: "Report on standard error what was read and how long it took.",
      change: { $0.stats = true }
    ),
    .flag("--explain", help: "Print how the query is read and run; do not run it.") {
      $0.explains = true
    },
    .flag("--json", help: "The same as --format jsonl.") { $0.settings.texts["format"] = "jsonl" }
      .common,
  ]

  /// The query, if the user probably meant it as the output file in `-o FILE QUERY`; otherwise nil.
  var formerOutputFile: String? {
    guard let query = queries.first, queries.count == 1, let next = files.first,
      let dot = query.utf8.lastIndex(of: UInt8(ascii: ".")), !Platform.fileExists(next)
    else { return nil }
    let suffixes = EncoderCatalog.all.flatMap(\.fileExtensions) + ["txt"]
    return suffixes.contains(query[query.utf8.index(after: dot)...].lowercased()) ? query : nil
  }

  /// Stores the first argument as the query or, with `-e` or `-f`, as a path.
  mutating func validate() throws {
    guard let first = firstArgument.take() else {
      if !queries.isEmpty || !queryFiles.isEmpty { return }
      throw ShellError.usage("QUERY is missing")
    }
    if queries.isEmpty, queryFiles.isEmpty {
      queries = [first]
    } else {
      files.insert(first, at: 0)
    }
  }
}
