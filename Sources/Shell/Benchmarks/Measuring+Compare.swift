internal import Basics
internal import Benchmarking
internal import Corpora
internal import Reporting
internal import Searching
internal import Synchronization
internal import Terminal

extension Measuring {
  /// `:compare [options] [Q]`: compares implementations on the query Q or, if Q is omitted, on the
  /// last query.
  func compare(_ text: String, _ ways: CompareOptions, format name: String?) throws {
    let format = try RunFormatCatalog.chosen(name, file: nil)
    let query: Query
    if !text.isEmpty {
      query = workspace.query(text)
    } else if let outcome = workspace.cursor.outcome {
      query = outcome.query
    } else {
      throw ShellError.failure(
        "there is no query to compare; give one (:compare QUERY), or search first")
    }
    try compare(query, in: try workspace.corpora(named: nil), ways, format)
  }

  /// Runs a query with several implementations on each corpus, and compares answers and times.
  ///
  /// - Throws: the errors of `measure`. Some errors are thrown only after the result has been
  ///   written.
  func compare(
    _ query: Query, in corpora: [LoadedCorpus], _ options: CompareOptions, _ format: any RunFormat
  ) throws {
    let seed = workspace.settings.seed
    let programs = contendersProgram
    let collected = ComparisonResults()
    var plan = SamplingPlan()
    plan.seed = seed
    plan.warmup = 20_000_000
    let targets = try searchTargets(corpora, query.options, for: ":compare")
    let job = MeasuringJob(
      experiment: ExperimentCatalog.compare, plan: plan, corpora: corpora.map(\.facts)
    ) { (context) throws(BenchmarkError) in
      var contenders: ContenderChoice = options.allPaths ? .all : .none
      let process = try programs.start(for: &contenders, context)
      for target in targets where !context.isCancelled() {
        var request = CompareExperiment.Request(query.text, in: target)
        request.onlySources = !options.allPaths && !target.sources.isEmpty
        request.strategy = options.allPaths || request.onlySources ? query.strategy.name : nil
        request.runs = options.runs
        request.contenders = contenders
        collected.append(
          target.name, try CompareExperiment.run(request, process: process, context))
      }
      let rows = collected.results.flatMap(\.result.measurements)
      return .init(
        measurements: rows,
        faults: SearchExperiment.faults(in: rows, contenders: process?.contenders ?? []))
    }
    try measure(
      job, keeping: .init(isStored: false, allowsDebug: options.allowsDebug),
      format: CompareFormat(collected, otherwise: format))
  }

  /// `:diff A B`: compares the records that query A finds with the records that query B finds.
  ///
  /// Writes the records that only A finds, the records that only B finds, and the number of records
  /// that both find.
  ///
  /// If the last search used `:within`, both queries search only the result that limited the last
  /// search.
  func diff(_ first: String, _ second: String) throws {
    let (a, b) = (try queryNamed(first), try queryNamed(second))
    let within = try workspace.outerResult()
    if let query = within?.query {
      console.report("comparing within the result of \(query.strategy.name) \(query.text)")
    }
    let found = try (
      workspace.find(a, within: within, countingHits: false),
      workspace.find(b, within: within, countingHits: false)
    )
    guard found.0.isComplete, found.1.isComplete else { throw ShellError.interrupted }
    for loaded in workspace.corporaInScope {
      let count = try loaded.numberedRecords(for: ":diff")
      let results = [found.0, found.1].map { outcome in
        outcome.parts.first { $0.loaded === loaded }?.result
      }
      let none = ResultSet([], of: count)
      let difference = RecordDifference(
        try results[0]?.allRecords() ?? none, try results[1]?.allRecords() ?? none)
      if workspace.corporaInScope.count > 1 { try console.writeLine("corpus \(loaded.name)") }
      try show(difference.onlyInFirst, of: results[0], as: "only in \(first)")
      try show(difference.onlyInSecond, of: results[1], as: "only in \(second)")
      let both = NumberFormat.counted(difference.inBoth.count, "record")
      try console.writeLine("in both: \(both)")
    }
  }

  /// Writes the number of records and then the records; at the prompt, at most five records are
  /// written.
  private func show(
    _ records: ResultSet, of result: (any SearchResult)?, as title: String
  ) throws {
    try console.writeLine("\(title): \(NumberFormat.counted(records.count, "record"))")
    guard let part = try result?.narrowed(to: records), !records.isEmpty else { return }
    var options = EncodingOptions(workspace.settings, console, terminal: console.style)
    options.limit = console.isInteractive ? 5 : 0
    try EncoderCatalog.named("hits").encode(
      ResultRows([part]), options: options, to: console.output)
    if options.limit > 0, records.count > options.limit {
      let rest = NumberFormat.counted(records.count - options.limit, "more record")
      console.report("and \(rest)")
    }
  }

  /// The saved query called `name` or, if there is none, the text of the last query with the
  /// strategy `name`.
  private func queryNamed(_ name: String) throws -> Query {
    if let entry = workspace.saved(named: name) { return try entry.query(with: []) }
    let strategies = StrategyCatalog.all.map(\.name)
    guard strategies.contains(name) else {
      throw ShellError.usage(
        "no strategy or saved query is called \(CommandWords.quoted(name))"
          + suggestion(
            for: name, among: strategies + workspace.savedNames,
            else: "the strategies are \(strategies.joined(separator: " "))"), at: .word(name))
    }
    guard let outcome = workspace.cursor.outcome else {
      throw ShellError.failure("there is no earlier query to run with \(name): search first")
    }
    return workspace.query(outcome.query.text, by: name)
  }
}

/// The results of a comparison, one for each corpus.
///
/// The measuring thread appends each result.
final class ComparisonResults: Sendable {
  private let kept = Mutex<[(corpus: String, result: CompareExperiment.Result)]>([])

  var results: [(corpus: String, result: CompareExperiment.Result)] { kept.withLock { $0 } }

  func append(_ corpus: String, _ result: CompareExperiment.Result) {
    kept.withLock { $0.append((corpus, result)) }
  }
}

/// The output format of a comparison.
///
/// If the user chose the format `table`, the output shows the matches and the time of each
/// implementation. If the user chose another format, the output is the run in that format.
struct CompareFormat: RunFormat {
  let name = "compare"
  private let collected: ComparisonResults
  private let other: any RunFormat

  init(_ collected: ComparisonResults, otherwise other: any RunFormat) {
    self.collected = collected
    self.other = other
  }

  func write(
    _ run: BenchmarkRun, style: TerminalStyle?, to output: any Output
  ) throws(OutputError) {
    guard other.name == "table" else { return try other.write(run, style: style, to: output) }
    let results = collected.results
    for (corpus, result) in results {
      if results.count > 1 {
        try output.writeLine(StyledText("corpus \(corpus)").rendered(style))
      }
      try CompareReport(result, seed: run.seed).write(to: output, style: style)
    }
    for note in run.notes {
      try output.writeLine((StyledText("note: ", .label) + StyledText(note)).rendered(style))
    }
  }
}
