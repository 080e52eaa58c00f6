internal import Attaching
internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Tables
internal import Terminal

/// The arguments of a subcommand that counts the results of a search over files.
protocol CountingArguments: Arguments {
  var search: SearchRequest { get set }
  var request: CountRequest { get set }
}

extension CountingArguments {
  /// The subcommand's own parameters and the parameters of the search.
  fileprivate static func parameters(
    _ own: [Parameter<CountRequest>]
  ) -> [Parameter<Self>] {
    let search: [Parameter<Self>] =
      .group(SearchRequest.arguments, in: { try $1(&$0.search) })
      + .group(SearchRequest.matching, in: { try $1(&$0.search) })
    return .group(own, in: { try $1(&$0.request) }) + search
      + .group(SettingRequest.parameters, in: { try $1(&$0.search.settings) }, "Settings")
      + .group(LoadRequest.parameters, in: { try $1(&$0.search.load) }, "Load options")
      + .group(
        AttachRequest.parameters, in: { try $1(&$0.search.attach) },
        "Tables on a server (PATH is a URL)")
      + .group(OutputRequest.parameters, in: { try $1(&$0.search.common) }, "Output")
  }

  /// Creates the request that streams the rows to count.
  fileprivate func streamRequest(_ run: SearchRun) -> StreamRequest {
    let limit = run.session.workspace.settings.limit
    return StreamRequest(
      isInverted: search.invert, limit: limit > 0 ? limit : nil,
      details: RowDetails(hits: false, recordNumbers: false))
  }
}

/// The arguments of `count`.
struct CountArguments: CountingArguments {
  var search = SearchRequest()
  var request = CountRequest()

  static let form = Form<Self>(
    "count", "count the records that match, or each group of them",
    usage: "[--by F,...] QUERY [PATH...|-]",
    discussion: """
      Files are read once, as a stream. Without --by, one number is written. Exit codes are those of search.
      """, parameters([CountRequest.by, CountRequest.top, CountRequest.chart]))

  mutating func validate() throws {
    try request.check()
    try search.validate()
  }

  static func main(_ words: [String]) -> Int32 {
    EntryPoint.run(CountArguments.self, words) { arguments in
      try SearchRun.withRun(arguments.search) { run in
        let columns = arguments.request.columns
        var tally = Tally(by: columns)
        var total = 0
        let code = try run.run { source, query in
          let request = arguments.streamRequest(run)
          if columns.isEmpty {
            // Counting the matches of each file is fast, because it creates no rows.
            return try source.countByFile(query, request, .signals) { _, count in
              total += count
              return request.limit.map { total < $0 } ?? true
            }
          }
          if request.limit == nil, let counting = source as? any CountingSource,
            let counts = try counting.counts(
              of: query, isInverted: request.isInverted, by: columns, .signals)
          {
            tally.add(Tally.part(of: counts, by: columns))
            var report = StreamReport(SearchStatistics(accessPath: counting.kind))
            report.statistics.matches = tally.total
            return report
          }
          return try source.stream(
            query, request, .signals, render: { Tally.part(of: $0, by: columns) },
            deliver: { part in
              tally.add(part)
              return true
            })
        }
        if columns.isEmpty {
          try run.session.console.writeLine(
            String(arguments.streamRequest(run).limit.map { min($0, total) } ?? total))
        } else {
          try run.writer(arguments.request).write(tally)
        }
        return code
      }
    }
  }
}

/// The arguments of `histogram`.
struct HistogramArguments: CountingArguments {
  var search = SearchRequest()
  var request = CountRequest()

  static let form = Form<Self>(
    "histogram", "count the matching records by a number or a time",
    usage: "F [--by WIDTH] QUERY [PATH...|-]",
    discussion: """
      Files are read once, as a stream. Records without a number or a time in F are skipped. Exit codes are \
      those of search.
      """,
    [
      .argument(
        "F", kind: .fields, help: "The column of numbers or times.",
        change: { $0.request.columns = [$1] })
    ], parameters([CountRequest.width, CountRequest.chart]))

  mutating func validate() throws { try search.validate() }

  static func main(_ words: [String]) -> Int32 {
    EntryPoint.run(HistogramArguments.self, words) { arguments in
      try SearchRun.withRun(arguments.search) { run in
        let column = arguments.request.columns[0]
        var histogram = Histogram(of: column)
        let code = try run.run { source, query in
          try source.stream(
            query, arguments.streamRequest(run), .signals,
            render: { batch in
              var part = Histogram(of: column)
              part.add(batch)
              return part
            },
            deliver: { part in
              histogram.add(part)
              return true
            })
        }
        try run.writer(arguments.request).write(histogram)
        return code
      }
    }
  }
}

extension SearchRun {
  /// Runs `body` with a search over files.
  ///
  /// Results are written to standard output or to the file that `--output` names.
  fileprivate static func withRun(
    _ request: SearchRequest, _ body: (SearchRun) throws -> Int32
  ) throws -> Int32 {
    try WorkbenchRun.withOutput(
      request.common, environment: Platform.environment(), isInteractive: false
    ) { console in
      try body(SearchRun(request, in: Session(console: console)))
    }
  }

  fileprivate func writer(_ request: CountRequest) -> CountWriter {
    var request = request
    request.force = arguments.common.force
    return CountWriter(
      console: session.console, settings: session.workspace.settings, request: request)
  }
}

/// The arguments of `sql`.
struct SQLArguments: Arguments {
  var text = ""
  var files: [String] = []
  var cells = TextRequest()
  var settings = SettingRequest()
  var load = LoadRequest()
  var attach = AttachRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "sql", "query files or a table on a server in SQL", usage: "\"SELECT ...\" [PATH...|-]",
    discussion: """
      The table records, also called by the name of the first file, contains the records of all \
      files. Its columns are record, source, line and the columns of the files. search('QUERY', \
      'STRATEGY') is a table of the records that a query finds. The SQL dialect is SQLite's, and \
      the tables are read-only. Files are streamed twice: first to infer the column types, then \
      for the query. Standard input is copied to a temporary file.
      """,
    [
      .argument("SELECT", help: "The query, as one argument.", change: { $0.text = $1 }),
      .rest("PATH", kind: .files, help: "", change: { $0.files.append($1) }),
    ],
    .group(
      SettingRequest.parameters.marking("--format"), in: { try $1(&$0.settings) }, "Settings"),
    .group(TextRequest.parameters, in: { try $1(&$0.cells) }),
    .group(LoadRequest.parameters, in: { try $1(&$0.load) }, "Load options"),
    .group(
      AttachRequest.parameters, in: { try $1(&$0.attach) }, "Tables on a server (PATH is a URL)"),
    .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output"))

  static func main(_ words: [String]) -> Int32 {
    EntryPoint.run(SQLArguments.self, words) { arguments in
      var search = SearchRequest()
      search.files = arguments.files
      search.settings = arguments.settings
      search.load = arguments.load
      search.common = arguments.common
      search.attach = arguments.attach
      return try SearchRun.withRun(search) { run in
        if let source = try run.attachedSource() {
          try run.session.tables.write(
            arguments.text, over: source, types: arguments.load.options().columnTypes,
            arguments.cells)
          return ExitStatus.success
        }
        let options = try arguments.load.options()
        let source = try run.fileSource(options)
        let failures = try run.session.tables.write(
          arguments.text, over: source, types: options.columnTypes, arguments.cells)
        return failures.isEmpty ? ExitStatus.success : ExitStatus.failure
      }
    }
  }
}
