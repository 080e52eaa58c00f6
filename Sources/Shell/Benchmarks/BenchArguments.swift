internal import Benchmarking
internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal
internal import UniquingContenders

extension CommandFamily {
  static let bench = CommandFamily(
    name: "bench", summary: "measure, and store the run",
    members: [
      BenchUniqueArguments.self, BenchSearchArguments.self, BenchLoadArguments.self,
      BenchOverheadArguments.self, BenchWorkloadArguments.self, BenchTruthArguments.self,
    ])
}

/// The command `bench unique`.
struct BenchUniqueArguments: MemberCommand {
  var contenders: [String] = []
  var sizes: String?
  var element = "int"
  var order = "ascending"
  var duplicates = "0"
  var measuring = MeasuringArguments()
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "bench unique", "time implementations that keep the first of equal elements",
    usage: "[options] [CONTENDER...]",
    discussion: """
      Without options, repeats the published analysis of appendIfUnique: 10,000 to 60,000 unique \
      ascending integers. Contenders: \(ContenderCatalog.all.map(\.name).joined(separator: ", ")); \
      all selects all contenders.
      """,
    [
      .rest(
        "CONTENDER", kind: .words { ["all"] + ContenderCatalog.all.map(\.name) },
        help: "Names of contenders, or all.", change: { $0.contenders.append($1) }),
      .option(
        "--sizes", value: "LIST",
        help: "Input sizes: 1000,10000 or 10000..60000/10000 or 1..1M (doubling).",
        change: { $0.sizes = $1 }),
      .option(
        "--element", value: "KIND", kind: .words { ["int", "string", "int,string"] },
        help: "The type of the elements: int, string, or int,string.", change: { $0.element = $1 }),
      .option(
        "--order", value: "LIST", kind: .words { ["ascending", "random", "descending"] },
        help: "Orders of the input, separated by commas: ascending, random, descending.",
        change: { $0.order = $1 }),
      .option(
        "--duplicates", value: "LIST",
        help: "Percentages of duplicate elements, separated by commas.",
        change: { $0.duplicates = $1 }),
    ], .group(MeasuringArguments.parameters, in: { try $1(&$0.measuring) }, "Measuring"), shared())

  func perform(in work: Measuring) throws {
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
    request.seed = work.workspace.settings.seed
    let kinds = request.elements.count * request.orders.count * request.duplicates.count
    let plan = try measuring.plan(
      trials: request.contenders.count * request.sizes.count * kinds,
      seed: work.workspace.settings.seed)
    if let series = try work.series(self, ExperimentCatalog.unique, plan, measuring) {
      return try work.measure(series, keeping: measuring.keeping, format: format)
    }
    let job = MeasuringJob(experiment: ExperimentCatalog.unique, plan: plan) {
      [request] (context) throws(BenchmarkError) in
      let rows = try UniqueExperiment.run(request, context)
      return .init(measurements: rows, faults: rows.filter { $0.status == .disagrees })
    }
    try work.measure(job, keeping: measuring.keeping, format: format)
  }
}

/// The command `bench search`.
struct BenchSearchArguments: MemberCommand {
  var queries: [String] = []
  var files: [String] = []
  var strategies: String?
  var paths: String?
  var contenders: String?
  var sample: Int?
  var measuring = MeasuringArguments()
  var load = LoadRequest()
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "bench search", "time queries with every strategy, access path and contender",
    usage: "[options] -q QUERY [FILE...|-]",
    discussion: """
      Without FILE, the corpora in scope are searched. A time is accepted only if the answer is \
      the same as that of searchbench's own scan.
      """,
    [
      .list(
        "-q", value: "QUERY", help: "A query (can be repeated).", change: { $0.queries.append($1) }),
      .rest(
        "FILE", kind: .files, help: "Files, folders, or - for standard input, as one corpus.",
        change: { $0.files.append($1) }),
      .option(
        "--strategies", value: "NAMES", kind: .strategies,
        help: "Strategies, separated by commas (default: all).", change: { $0.strategies = $1 }),
      .option(
        "--paths", value: "NAMES", kind: .words { ["auto"] + AccessPathCatalog.names },
        help: "Access paths or auto, separated by commas (default: all).",
        change: { $0.paths = $1 }),
      .option(
        "--contenders", value: "NAMES", kind: .words { ["all", "none"] },
        help: "Third-party implementations to time: names separated by commas, all, or none.",
        change: { $0.contenders = $1 }),
      .number(
        "--sample", in: 1...Int.max,
        help: "Let contenders search only N evenly spaced records, and scale up their times.",
        change: { $0.sample = $1 }),
    ], .group(MeasuringArguments.parameters, in: { try $1(&$0.measuring) }, "Measuring"),
    .group(LoadRequest.parameters, in: { try $1(&$0.load) }, "Load options"), shared())

  func perform(in work: Measuring) throws {
    let format = try format()
    guard !queries.isEmpty else {
      throw ShellError.usage("no query to time: give one or more with -q")
    }
    let strategyCount = strategies?.words.count ?? StrategyCatalog.all.count
    // For the sampling plan, estimate that each strategy has three contenders (third-party
    // implementations).
    let ways = AccessPathCatalog.all.count + (contenders == "none" ? 0 : 3)
    func plan(corpora: Int) throws -> SamplingPlan {
      try measuring.plan(
        trials: queries.count * corpora * strategyCount * ways,
        seed: work.workspace.settings.seed)
    }
    let repeats = !files.isEmpty && !files.contains("-")
    if let series = try work.series(
      self, ExperimentCatalog.search, plan(corpora: 1), measuring, repeatsInput: repeats,
      // If an old program is compared, skip the contenders by default, because both programs would
      // measure the same contenders.
      moreAgainst: contenders == nil ? ["--contenders", "none"] : [],
      moreCounting: ["--contenders", "none"])
    {
      return try work.measure(series, keeping: measuring.keeping, format: format)
    }
    let corpora = try work.corporaToMeasure(files, load)
    let options = work.workspace.settings.searchOptions
    var request = SearchExperiment.Request(
      queries: queries,
      targets: try work.searchTargets(corpora, options, for: "bench"))
    request.strategies = strategies?.words ?? []
    request.paths = paths?.words ?? []
    request.contenders = ContenderChoice(contenders)
    request.sample = sample
    let programs = work.contendersProgram
    let job = MeasuringJob(
      experiment: ExperimentCatalog.search, plan: try plan(corpora: corpora.count),
      corpora: corpora.map(\.facts), notes: work.notes(on: measuring)
    ) { [request] (context) throws(BenchmarkError) in
      var request = request
      let process = try programs.start(for: &request.contenders, context)
      let rows = try SearchExperiment.run(request, process: process, context)
      return .init(
        measurements: rows,
        faults: SearchExperiment.faults(in: rows, contenders: process?.contenders ?? []))
    }
    try work.measure(job, keeping: measuring.keeping, format: format)
  }
}

/// The command `bench load`.
struct BenchLoadArguments: MemberCommand {
  var files: [String] = []
  var measuring = MeasuringArguments()
  var load = LoadRequest()
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "bench load", "time loading files, folding their text, and building each access path",
    usage: "[options] FILE...",
    [
      .rest(
        "FILE", kind: .files, isRequired: true, help: "Files and folders, loaded as one corpus.",
        change: { $0.files.append($1) })
    ], .group(MeasuringArguments.parameters, in: { try $1(&$0.measuring) }, "Measuring"),
    .group(LoadRequest.parameters, in: { try $1(&$0.load) }, "Load options"), shared())

  func perform(in work: Measuring) throws {
    let format = try format()
    let request = LoadExperiment.Request(files, options: try load.options())
    let plan = try measuring.plan(
      trials: 1 + AccessPathCatalog.all.count, seed: work.workspace.settings.seed)
    if let series = try work.series(
      self, ExperimentCatalog.load, plan, measuring, repeatsInput: !files.contains("-"))
    {
      return try work.measure(series, keeping: measuring.keeping, format: format)
    }
    let job = MeasuringJob(experiment: ExperimentCatalog.load, plan: plan) {
      (context) throws(BenchmarkError) in
      let rows = try LoadExperiment.run(request, context)
      return .init(measurements: rows, faults: rows.filter { $0.status == .disagrees })
    }
    try work.measure(job, keeping: measuring.keeping, format: format)
  }
}

extension String {
  /// The words of this comma-separated list.
  var words: [String] { split(separator: ",").map(String.init) }

  /// Converts the words of this list to cases of an enumeration, and drops duplicates.
  ///
  /// - Throws: a usage error if the list is empty or a word names no case. The error suggests a
  ///   similar case or lists all cases.
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
