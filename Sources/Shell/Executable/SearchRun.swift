internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// `searchbench search`: one search, its output and its exit code.
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
    let encoder = try session.encoder(session.settings.format)
    if let code = try streamed(encoder) { return code }
    let isPartial = try load()
    let found = try session.find(
      Query(
        arguments.query, by: session.settings.strategy, options: session.settings.searchOptions),
      stoppingAfter: earlyStop, countingHits: false)
    let rows = arguments.invert ? inverted(found) : found.rows
    if !arguments.quiet { try write(rows, encoder) }
    try session.console.flushOutput()
    if session.console.isVerbose {
      session.console.report(found.timing(renderNanoseconds: nil).text())
    }
    if !found.isComplete { throw ShellError.interrupted }
    if isPartial { return ExitStatus.failure }
    return rows.count > 0 ? ExitStatus.success : ExitStatus.nothingFound
  }

  private func checkCounts() throws {
    for (name, value) in [("-A", arguments.after), ("-B", arguments.before)] {
      if let value, value < 0 {
        throw ShellError.usage("\(name) cannot be \(value): it takes a whole number from 0")
      }
    }
  }

  /// How many records are enough.
  private var earlyStop: Int? {
    if arguments.invert || arguments.listsFiles { return nil }
    if arguments.quiet { return 1 }
    return session.settings.limit > 0 ? session.settings.limit : nil
  }

  /// Loads the files; those that cannot be read are reported and left out if others can.
  ///
  /// - Returns: whether any was left out.
  func load() throws -> Bool {
    var paths = arguments.files
    if paths.isEmpty { paths = [session.console.facts.isInputTerminal ? "." : "-"] }
    var options = try arguments.load.options()
    options.name = options.name ?? CorpusLoader.name(of: paths.first ?? "-")
    // Standard input is read only once: a fault in a file beside it must not have it read again.
    let batches = paths.count > 1 && paths.contains("-") ? paths.map { [$0] } : [paths]
    var faults: [String] = []
    for batch in batches { try load(batch, options, &faults) }
    if session.corpora.isEmpty, let last = faults.popLast() {
      for fault in faults { session.console.error(fault) }
      throw ShellError.failure(last)
    }
    for fault in faults { session.console.error(fault) }
    return !faults.isEmpty
  }

  /// Adds files to the session's corpus, again without the one at fault until the others load.
  private func load(
    _ batch: [String], _ options: LoadOptions, _ faults: inout [String]
  ) throws {
    var paths = batch
    while !paths.isEmpty {
      do throws(CorpusError) {
        let result = try session.reading(paths, options: options)
        return try session.adopt(result, as: result.corpus.name, from: paths)
      } catch {
        if error.code == .cancelled { throw ShellError.interrupted }
        let rest = paths.filter { $0 != error.path }
        guard rest.count < paths.count else { throw ShellError.failure(error.message) }
        faults.append(error.message)
        paths = rest
      }
    }
  }

  private func inverted(_ found: Outcome) -> ResultRows {
    ResultRows(
      found.parts.map { part in
        ResultRows.Part(
          part.loaded.corpus, records: part.report.results.complement())
      })
  }

  private func write(_ rows: ResultRows, _ encoder: any ResultEncoder) throws {
    let limit = session.settings.limit
    if arguments.listsFiles {
      try FileList(rows).write(
        to: session.console.output, style: session.console.style, limit: limit)
      return
    }
    if arguments.count {
      return try session.console.writeLine(String(limit > 0 ? min(limit, rows.count) : rows.count))
    }
    let summary = try encoder.encode(
      rows, options: encodingOptions(limit: limit), to: session.console.output)
    if let warning = summary.warning(isSafe: arguments.safe) { session.console.warn(warning) }
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
