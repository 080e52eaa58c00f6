internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Terminal

/// `searchbench search`: one search, its output and its exit code.
///
/// Files are read, searched and written at once, whatever the format of the output.
struct SearchRun {
  let session: Session
  let arguments: SearchRequest

  static func main(_ words: [String]) -> Int32 {
    if let request = SearchRequest(plain: words) { return EntryPoint.run { try main(request) } }
    return EntryPoint.run(SearchArguments.self, words) { try main($0.request) }
  }

  private static func main(_ arguments: SearchRequest) throws -> Int32 {
    try WorkbenchRun.withOutput(
      arguments.common, environment: Platform.environment(), isInteractive: false
    ) {
      try SearchRun(arguments, in: Session(console: $0)).run()
    }
  }

  /// Takes the settings of the command line over into a session.
  init(_ arguments: SearchRequest, in session: Session) throws {
    self.session = session
    self.arguments = arguments
    try arguments.settings.apply(to: &session.settings)
    if !arguments.fields.isEmpty { session.settings.fields = arguments.fields }
    if let output = arguments.common.output, arguments.settings.format == nil {
      session.settings.format = EncoderCatalog.format(forFile: output)
    }
    session.console.adopt(session.settings)
  }

  private func run() throws -> Int32 {
    try checkCounts()
    // Files are read in blocks, each freed when the next has been begun.
    Allocator.keepFreedBlocks()
    let encoder = try session.encoder(session.settings.format)
    let query = Query(
      arguments.query, by: session.settings.strategy, options: session.settings.searchOptions)
    let compiled = try session.compile(query)
    var options = try arguments.load.options()
    options.searchesBinary = arguments.searchesBinary
    let source: FileSource
    do throws(CorpusError) {
      source = try FileSource(paths, options: options)
    } catch {
      throw ShellError.failure(error.message)
    }
    session.console.report("searching \(source.name)")
    let report: StreamReport
    do {
      report = try search(source, compiled, encoder)
    } catch let error as SearchError {
      try session.console.flushOutput()
      throw ShellError(error, in: query, width: session.console.pictureWidth)
    }
    try session.console.flushOutput()
    return self.report(report, query)
  }

  private func search(
    _ source: any RecordSource, _ query: CompiledQuery, _ encoder: any ResultEncoder
  ) throws -> StreamReport {
    if arguments.listsFiles || isCounting { return try count(source, query) }
    return try StreamedSearch(self, source, query, encoder).run()
  }

  private func checkCounts() throws {
    for (name, value) in [("-A", arguments.after), ("-B", arguments.before)] {
      if let value, value < 0 {
        throw ShellError.usage("\(name) cannot be \(value): it takes a whole number from 0")
      }
    }
  }

  // MARK: Counting

  /// Whether only the number of records is asked for.
  private var isCounting: Bool {
    arguments.quiet || arguments.count || arguments.total
      || ["count", "none"].contains(session.settings.format)
  }

  /// Whether counts are written file by file.
  private func countsByFile(_ source: any RecordSource) -> Bool {
    arguments.count && !arguments.total && !source.hasSingleSource
  }

  private func count(_ source: any RecordSource, _ query: CompiledQuery) throws -> StreamReport {
    let limit = session.settings.limit
    let byFile = countsByFile(source)
    let console = session.console
    let wantsFiles = arguments.listsFiles && !arguments.quiet
    var total = 0
    var listed: Set<String> = []
    let request = StreamRequest(
      isInverted: arguments.invert, limit: limit > 0 && !wantsFiles && !byFile ? limit : nil,
      needsFirstMatchOnly: arguments.quiet || wantsFiles)
    var report = try source.countByFile(query, request, .signals) { path, count in
      total += count
      if arguments.quiet { return false }
      if wantsFiles {
        guard listed.insert(path).inserted else { return true }
        try console.writeLine(console.shown(path))
        try console.flushOutput()
        return listed.count != limit
      }
      if byFile {
        let shown = limit > 0 ? min(limit, count) : count
        try console.writeLine("\(console.shown(path)):\(shown)")
        try console.flushOutput()
        return true
      }
      return limit == 0 || total < limit
    }
    if limit > 0, !wantsFiles { total = min(total, limit) }
    let isSilent = arguments.quiet || (session.settings.format == "none" && !arguments.count)
    // Where nothing could be read there is nothing to count.
    let isRead = report.statistics.files ?? 1 > 0 || report.failures.isEmpty
    if !isSilent, !wantsFiles, !byFile, isRead { try console.writeLine(String(total)) }
    report.statistics.matches = total
    return report
  }

  // MARK: The end

  /// Reports what was read, and returns the exit code.
  private func report(_ report: StreamReport, _ query: Query) -> Int32 {
    let console = session.console
    for failure in report.failures { console.error(failure.message) }
    if console.isVerbose {
      for line in StreamReportText.lines(for: report) { console.report(line) }
      let line = TimingLine(
        [report.statistics], strategy: query.strategy, corpusRecords: report.statistics.examined)
      console.report(line.text())
    }
    if !report.failures.isEmpty { return ExitStatus.failure }
    return report.statistics.matches ?? 0 > 0 ? ExitStatus.success : ExitStatus.nothingFound
  }

  func encodingOptions(limit: Int) -> EncodingOptions {
    var options = EncodingOptions()
    options.limit = limit
    options.terminal = session.console.style
    options.colorsHits = session.console.colorsHits
    options.isCancelled = { Signals.isCancelled }
    let around = session.settings.context
    options.context = (arguments.before ?? around, arguments.after ?? around)
    options.isSafe = arguments.safe
    options.usesCRLF = arguments.crlf
    options.hasByteOrderMark = arguments.bom
    return options
  }
}
