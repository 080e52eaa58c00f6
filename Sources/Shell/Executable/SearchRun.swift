internal import Attaching
internal import Corpora
internal import Indexing
internal import Reporting
internal import Searching
internal import System
internal import Terminal

/// The subcommand `search`: one search, its output, and its exit code.
///
/// Files are searched while they are read. Each row is written as soon as it is found, except in
/// formats that need all rows first.
struct SearchRun {
  let session: Session
  let arguments: SearchRequest

  static func main(_ words: [String]) -> Int32 {
    EntryPoint.run(SearchRequest.self, words) { arguments in
      try WorkbenchRun.withOutput(
        arguments.common, environment: Platform.environment(), isInteractive: false
      ) {
        try SearchRun(arguments, in: Session(console: $0)).run()
      }
    }
  }

  /// Creates the search, and applies the settings of the command line to the session.
  init(_ arguments: SearchRequest, in session: Session) throws {
    self.session = session
    self.arguments = arguments
    var settings = arguments.settings
    if arguments.isLiteral {
      for (key, value) in [("case", "sensitive"), ("diacritics", "sensitive"), ("trim", "off")]
      where settings.texts[key] == nil {
        settings.texts[key] = value
      }
    }
    if arguments.isPCRE {
      for (key, value) in [
        ("regex-engine", RegexEngine.pcre2.rawValue), ("case", "sensitive"),
        ("diacritics", "sensitive"),
      ] where settings.texts[key] == nil {
        settings.texts[key] = value
      }
    }
    try settings.apply(to: &session.workspace.settings)
    session.workspace.settings.searchOptions.bounds = arguments.bounds
    if !arguments.fields.isEmpty {
      session.workspace.settings.searchOptions.fields = arguments.fields
    }
    if let output = arguments.common.output, arguments.settings.format == nil {
      session.workspace.settings.format = try EncoderCatalog.format(forFile: output)
    }
    session.console.adopt(session.workspace.settings)
  }

  private func run() throws -> Int32 {
    let encoder = try EncoderCatalog.named(session.workspace.settings.format)
    if usesTables { return try runOverTables(encoder) }
    return try run { source, query in try search(source, query, encoder) }
  }

  /// Compiles the query, calls `body` to run it over the source, and returns the exit code.
  func run(
    _ body: (any RecordSource, CompiledQuery) throws -> StreamReport
  ) throws -> Int32 {
    try check()
    // Files are read in blocks. Reuse the memory of each freed block for the next block.
    Allocator.keepFreedBlocks()
    guard let query = try query() else {
      // As in grep, an empty list of queries matches nothing.
      return arguments.invert ? try run(nothing, body) : ExitStatus.nothingFound
    }
    return try run(query, body)
  }

  private func run(
    _ query: Query, _ body: (any RecordSource, CompiledQuery) throws -> StreamReport
  ) throws -> Int32 {
    let compiled = try session.workspace.compile(query)
    var options = try arguments.load.options()
    options.searchesBinary = arguments.searchesBinary
    let source = try attachedSource() ?? fileSource(options, indexes: indexes)
    if arguments.explains { return try explain(source, compiled) }
    session.console.report("searching \(source.name)")
    let report: StreamReport
    do {
      report = try body(source, compiled)
    } catch let error as SearchError {
      try session.console.flushOutput()
      throw ShellError(error, in: query, width: session.console.pictureWidth)
    }
    try session.console.flushOutput()
    let code = self.report(report, query)
    // If no file could be read, throw an error, so that an existing `--output` file is kept.
    if session.console.writesToFile, !report.isRead { throw ShellError.reported(code) }
    return code
  }

  /// Writes an explanation of how the query would be run.
  private func explain(_ source: any RecordSource, _ query: CompiledQuery) throws -> Int32 {
    let explanation: Explanation
    do throws(SearchError) {
      explanation = try source.explain(query, .signals)
    } catch {
      throw ShellError(error, in: query.query, width: session.console.pictureWidth)
    }
    try session.console.write(explanation)
    return ExitStatus.success
  }

  /// The paths to search.
  ///
  /// Without path arguments, the only path is `-` (standard input) or, if standard input is a
  /// terminal, `.` (the current folder).
  var paths: [String] {
    if !arguments.files.isEmpty { return arguments.files }
    return [session.console.facts.isInputTerminal ? "." : "-"]
  }

  /// The table to search on a server; nil if files are searched.
  func attachedSource() throws -> (any RecordSource)? {
    guard let address = arguments.files.first(where: RemoteAddress.isAddress) else { return nil }
    guard arguments.files.count == 1 else {
      throw ShellError.usage(
        "only one table can be searched at a time, and no files with it", at: .word(address))
    }
    if arguments.index.uses == true {
      throw ShellError.usage("--index applies to files, but PATH is a table on a server")
    }
    // Ctrl-C must cancel the query on the server before this process ends.
    Signals.setInterruptEndsProcess(false)
    return try arguments.attach.source(
      address, named: arguments.load.name, session.console.environment)
  }

  /// The files to search.
  func fileSource(_ options: LoadOptions, indexes: IndexChoice? = nil) throws -> FileSource {
    do throws(CorpusError) {
      return try FileSource(paths, options: options, indexes: indexes)
    } catch {
      throw ShellError.failure(error.message)
    }
  }

  /// Whether records are filtered or ordered by the values of columns.
  private var usesTables: Bool { arguments.condition != nil || !arguments.order.isEmpty }

  /// The stored indexes that the search is allowed to use; nil if it must use none.
  private var indexes: IndexChoice? {
    if arguments.index.uses == false || usesTables { return nil }
    return IndexStore(environment: session.console.environment).map {
      IndexChoice($0, isRequired: arguments.index.uses == true)
    }
  }

  func search(
    _ source: any RecordSource, _ query: CompiledQuery, _ encoder: any ResultEncoder
  ) throws -> StreamReport {
    if arguments.listsFiles != nil || isCounting { return try count(source, query) }
    return try StreamedSearch(self, source, query, encoder).run()
  }

  /// Rejects options that cannot be combined.
  func check() throws {
    let settings = session.workspace.settings
    if arguments.bounds != .anywhere, !["substring", "regex"].contains(settings.strategy) {
      let option = arguments.bounds == .words ? "-w" : "-x"
      throw ShellError.usage(
        "\(option) works only with the strategies substring and regex, not with "
          + settings.strategy)
    }
    let rows = arguments.rows
    let rowOption =
      rows.onlyHits ? "-o" : rows.replacement != nil ? "-r" : rows.column ? "--column" : nil
    if let rowOption, !["hits", "count", "none"].contains(settings.format) {
      throw ShellError.usage(
        "\(rowOption) cannot be combined with --format \(settings.format): it changes only rows "
          + "of the format hits")
    }
    if rows.onlyHits, let file = arguments.formerOutputFile {
      session.console.warn(
        "-o prints only the hits and takes no file, so \(file) is the query; to write to a file, "
          + "use --output \(file)")
    }
    if rows.onlyHits, arguments.invert {
      throw ShellError.usage(
        "-o and -v exclude each other: records without a match have no hits")
    }
  }

  // MARK: The queries

  /// All queries combined into one query with alternatives; nil if there are no queries.
  func query() throws -> Query? {
    var texts = arguments.queries
    for file in arguments.queryFiles { texts += try lines(of: file) }
    guard let first = texts.first else { return nil }
    var query = Query(
      first, by: session.workspace.settings.strategy,
      options: session.workspace.settings.searchOptions)
    query.alternatives = Array(texts.dropFirst())
    return query
  }

  /// A query that matches no record.
  private var nothing: Query {
    Query("[^\\s\\S]", by: RegexEngine.strategy, options: session.workspace.settings.searchOptions)
  }

  /// The lines of a file of queries; `-` is standard input.
  private func lines(of path: String) throws -> [String] {
    var input: StandardInput
    do throws(SystemError) {
      input =
        path == "-"
        ? StandardInput()
        : StandardInput(text: try Platform.contents(of: path, isInterruptible: true))
    } catch {
      if error.isInterruption { throw ShellError.interrupted }
      throw ShellError.failure(
        "cannot read the queries of \(path): \(error.message)", at: .word(path))
    }
    var lines: [String] = []
    while true {
      switch input.next(prompt: "") {
      case .line(let line): lines.append(line)
      case .endOfInput: return lines
      case .interrupted, .hangup, .terminate: throw ShellError.interrupted
      }
    }
  }

  // MARK: Counting

  /// Whether the output consists only of counts, or is empty.
  var isCounting: Bool {
    arguments.quiet || arguments.count || arguments.total
      || ["count", "none"].contains(session.workspace.settings.format)
  }

  /// Whether to write a separate count for each file.
  func countsByFile(_ source: any RecordSource) -> Bool {
    arguments.count && !arguments.total
      && (!source.hasSingleSource || arguments.rows.path == true)
  }

  private func count(_ source: any RecordSource, _ query: CompiledQuery) throws -> StreamReport {
    var limit = session.workspace.settings.limit
    if let perFile = arguments.limitPerFile, perFile > 0, source.hasSingleSource {
      limit = limit == 0 ? perFile : min(limit, perFile)
    }
    let byFile = countsByFile(source)
    let console = session.console
    let wantsFiles = arguments.listsFiles != nil && !arguments.quiet
    let wantsUnmatched = arguments.listsFiles == false
    let perFile = arguments.limitPerFile ?? .max
    var total = 0
    var listed: Set<String> = []
    let request = StreamRequest(
      isInverted: arguments.invert, limit: limit > 0 && !wantsFiles && !byFile ? limit : nil,
      enoughPerFile: arguments.quiet || wantsFiles ? 1 : arguments.limitPerFile,
      listsAllFiles: wantsUnmatched)
    var report = try source.countByFile(query, request, .signals) { path, found in
      if wantsUnmatched, found > 0 { return true }
      let count = wantsUnmatched ? 1 : min(found, perFile)
      if count == 0 { return true }
      total += count
      if arguments.quiet { return false }
      if wantsFiles {
        guard listed.insert(path).inserted else { return true }
        try console.writeLine(console.shown(path))
        try console.flushOutput()
        return listed.count != limit
      }
      if byFile {
        let shown = limit > 0 ? min(count, limit - (total - count)) : count
        let prefix = arguments.rows.path == false ? "" : "\(console.shown(path)):"
        try console.writeLine("\(prefix)\(shown)")
        try console.flushOutput()
        return limit == 0 || total < limit
      }
      return limit == 0 || total < limit
    }
    if limit > 0, !wantsFiles { total = min(total, limit) }
    let isSilent =
      arguments.quiet || (session.workspace.settings.format == "none" && !arguments.count)
    // If no file could be read, do not write a count.
    if !isSilent, !wantsFiles, !byFile, report.isRead { try console.writeLine(String(total)) }
    report.statistics.matches = total
    return report
  }

  // MARK: Reports and exit code

  /// Reports errors and any requested statistics, and returns the exit code.
  private func report(_ report: StreamReport, _ query: Query) -> Int32 {
    let console = session.console
    for failure in report.failures { console.error(failure.message) }
    for note in report.indexNotes { console.warn(note) }
    if console.isVerbose || arguments.stats {
      let line = TimingLine(
        [report.statistics], strategy: query.strategy.name,
        corpusRecords: report.statistics.examined)
      for line in StreamReportText.lines(for: report) { console.tell(line) }
      console.tell(StyledText(line.text()))
    }
    let undecided = report.statistics.undecided
    if undecided > 0 { console.error(SearchStatistics.sentence(undecided: undecided)) }
    if !report.failures.isEmpty || undecided > 0 { return ExitStatus.failure }
    return report.statistics.matches ?? 0 > 0 ? ExitStatus.success : ExitStatus.nothingFound
  }

  /// The number of records to show before and after each match.
  var context: (before: Int, after: Int) {
    // With `-m 0` there are no rows, so there is no context either.
    if arguments.limitPerFile == 0 { return (0, 0) }
    let around = session.workspace.settings.context
    return (arguments.before ?? around, arguments.after ?? around)
  }

  func encodingOptions(limit: Int) -> EncodingOptions {
    var options = EncodingOptions(
      session.workspace.settings, session.console, terminal: session.console.style)
    options.limit = limit
    options.context = context
    options.parts = arguments.rows
    options.show(arguments.columns)
    arguments.text.apply(to: &options)
    return options
  }
}
