internal import ArgumentParser
internal import Benchmarking
internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal
internal import UniquingContenders

extension CommandFamily {
  static let bench = CommandFamily(
    name: "bench",
    members: [
      BenchUniqueArguments.self, BenchSearchArguments.self, BenchLoadArguments.self,
      BenchOverheadArguments.self, BenchWorkloadArguments.self, BenchTruthArguments.self,
    ])
}

/// `bench unique`.
struct BenchUniqueArguments: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench unique",
    abstract: "Time ways to keep the first of equal elements.",
    discussion: """
      Without options: the published analysis of appendIfUnique, 10,000 to 60,000 unique ascending \
      integers. Contenders: \(ContenderCatalog.all.map(\.name).joined(separator: ", ")); all \
      means each of them.
      """)

  static var fixesHashing: Bool { true }

  @Argument(help: "Contenders, or all.") var contenders: [String] = []

  @Option(
    parsing: .unconditional, help: "Such as 1000,10000 or 10000..60000/10000 or 1..1M (doubling).")
  var sizes: String?

  @Option(help: "int, string, or both parted by a comma.") var element: String = "int"

  @Option(help: "ascending, random and/or descending, parted by commas.")
  var order: String = "ascending"

  @Option(help: "Percent of the elements that repeat earlier ones, parted by commas.")
  var duplicates: String = "0"

  @OptionGroup(title: "Measuring") var measuring: MeasuringArguments
  @OptionGroup(title: "Settings") var settings: SettingArguments
  @OptionGroup(title: "Output") var common: CommonArguments

  func perform(in session: Session) throws {
    let format = try format()
    var request = UniqueExperiment.Request()
    if !contenders.isEmpty { request.contenders = contenders }
    do throws(BenchmarkError) {
      if let sizes {
        request.sizes = try SizeList(parsing: sizes).sizes
      } else if measuring.quick {
        request.sizes = [10_000, 20_000, 30_000]
      }
    } catch {
      throw ShellError.usage("--sizes: \(error.message)")
    }
    request.elements = try element.values(of: "--element")
    request.orders = try order.values(of: "--order")
    request.duplicates = try duplicates.words.map { word in
      guard let percent = Int(word), (0...99).contains(percent) else {
        throw ShellError.usage(
          "--duplicates cannot be \(CommandWords.quoted(word)): it takes percentages from 0 to 99")
      }
      return percent
    }
    request.seed = session.settings.seed
    let kinds = request.elements.count * request.orders.count * request.duplicates.count
    let plan = try measuring.plan(
      trials: request.contenders.count * request.sizes.count * kinds,
      seed: session.settings.seed)
    let job = MeasuringJob(experiment: ExperimentCatalog.unique, plan: plan) {
      [request] (context) throws(BenchmarkError) in
      let rows = try UniqueExperiment.run(request, context)
      return .init(measurements: rows, faults: rows.filter { $0.status == .disagrees })
    }
    try session.measure(job, keeping: measuring.keeping, format: format)
  }
}

/// `bench search`.
struct BenchSearchArguments: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench search",
    abstract: "Time queries by every strategy, access path and contender.",
    discussion: """
      Without FILE, the corpora in scope are searched. Answers are compared with those of our own \
      scan before a time is accepted.
      """)

  @Option(name: .customShort("q"), help: "A query (repeat for more).") var queries: [String] = []

  @Argument(help: "Files, folders, or - for standard input, as one corpus.")
  var files: [String] = []

  @Option(help: "Strategies, parted by commas; all without it.") var strategies: String?
  @Option(help: "Access paths or auto, parted by commas; every path without it.")
  var paths: String?

  @Option(help: "Other people's ways to search, parted by commas; all, or none.")
  var contenders: String?

  @Option(
    parsing: .unconditional,
    help: "Give contenders only N records, evenly spaced, and scale their times.")
  var sample: Int?

  @OptionGroup(title: "Measuring") var measuring: MeasuringArguments
  @OptionGroup(title: "Load options") var load: LoadArguments
  @OptionGroup(title: "Settings") var settings: SettingArguments
  @OptionGroup(title: "Output") var common: CommonArguments

  func perform(in session: Session) throws {
    let format = try format()
    guard !queries.isEmpty else {
      throw ShellError.usage("no query to time: give one or more with -q")
    }
    if let sample, sample < 1 {
      throw ShellError.usage("--sample cannot be \(sample): it takes a whole number from 1")
    }
    let corpora = try session.corporaToMeasure(files, load)
    let options = session.settings.searchOptions
    var request = SearchExperiment.Request(
      queries: queries,
      targets: try corpora.map {
        SearchTarget(name: $0.name, searcher: try $0.inMemory(for: "bench"), options: options)
      })
    request.strategies = strategies?.words ?? []
    request.paths = paths?.words ?? []
    request.contenders = ContenderChoice(contenders)
    request.sample = sample
    let strategyCount = strategies?.words.count ?? StrategyCatalog.all.count
    // About three ways of other people stand beside ours for each strategy.
    let ways = AccessPathCatalog.all.count + (request.contenders == .none ? 0 : 3)
    let plan = try measuring.plan(
      trials: queries.count * corpora.count * strategyCount * ways, seed: session.settings.seed)
    let programs = session.contendersProgram
    let job = MeasuringJob(
      experiment: ExperimentCatalog.search, plan: plan, corpora: corpora.map(\.facts)
    ) { [request] (context) throws(BenchmarkError) in
      var request = request
      let process = try programs.start(for: &request.contenders, context)
      let rows = try SearchExperiment.run(request, process: process, context)
      return .init(
        measurements: rows,
        faults: SearchExperiment.faults(in: rows, contenders: process?.contenders ?? []))
    }
    try session.measure(job, keeping: measuring.keeping, format: format)
  }
}

/// `bench load`.
struct BenchLoadArguments: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench load",
    abstract: "Time loading files as one corpus, folding it, and building each index.")

  @Argument(help: "Files and folders, loaded as one corpus.") var files: [String]

  @OptionGroup(title: "Measuring") var measuring: MeasuringArguments
  @OptionGroup(title: "Load options") var load: LoadArguments
  @OptionGroup(title: "Settings") var settings: SettingArguments
  @OptionGroup(title: "Output") var common: CommonArguments

  func perform(in session: Session) throws {
    let format = try format()
    let request = LoadExperiment.Request(files, options: try load.options())
    let plan = try measuring.plan(
      trials: 1 + AccessPathCatalog.all.count, seed: session.settings.seed)
    let job = MeasuringJob(experiment: ExperimentCatalog.load, plan: plan) {
      (context) throws(BenchmarkError) in
      let rows = try LoadExperiment.run(request, context)
      return .init(measurements: rows, faults: rows.filter { $0.status == .disagrees })
    }
    try session.measure(job, keeping: measuring.keeping, format: format)
  }
}

extension Session {
  /// The corpora that a benchmark searches: those of the files, else those in scope.
  func corporaToMeasure(_ files: [String], _ arguments: LoadArguments) throws -> [LoadedCorpus] {
    if files.isEmpty {
      if isSubcommand, !console.facts.isInputTerminal {
        return try corporaToMeasure(["-"], arguments)
      }
      guard !scope.isEmpty else {
        throw ShellError.failure("no corpus to search: name files, or load one")
      }
      return corporaInScope
    }
    var options = try arguments.options()
    options.computesSHA256 = true
    let name = options.name ?? CorpusLoader.name(of: files.first ?? "-")
    options.name = name
    do throws(CorpusError) {
      let result = try reading(files, options: options)
      return [
        LoadedCorpus(name: name, corpus: result.corpus, paths: files, report: result.report)
      ]
    } catch {
      if error.code == .cancelled { throw ShellError.interrupted }
      throw ShellError.failure(error.message)
    }
  }

  /// Where the program with other people's ways to search is.
  var contendersProgram: ContendersProgram { ContendersProgram(console.environment) }
}

extension Session.LoadedCorpus {
  /// What a stored run says of it.
  var facts: BenchmarkRun.CorpusFacts {
    BenchmarkRun.CorpusFacts(
      name: name, records: source.recordCount ?? 0, bytes: source.textBytes ?? 0,
      sha256: report.sha256.map(SHA256.hexadecimal))
  }
}

extension String {
  /// The words parted by commas.
  var words: [String] { split(separator: ",").map(String.init) }

  /// The words as cases of an enumeration, each once.
  ///
  /// - Throws: a usage error that names the nearest case.
  fileprivate func values<Value: RawRepresentable<String> & CaseIterable & Hashable>(
    of option: String
  ) throws -> [Value] {
    let names = Value.allCases.map(\.rawValue)
    var values: [Value] = []
    for word in words {
      guard let value = Value(rawValue: word) else {
        throw ShellError.usage(
          "\(option) cannot be \(CommandWords.quoted(word))"
            + suggestion(
              for: word, among: names, else: "it takes \(names.joined(separator: ", "))"))
      }
      if !values.contains(value) { values.append(value) }
    }
    guard !values.isEmpty else {
      throw ShellError.usage("\(option) is empty: it takes \(names.joined(separator: ", "))")
    }
    return values
  }
}
