internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Tables
internal import Terminal

/// The subcommands `corpus generate` and `corpus info`.
enum CorpusRun {
  static func main(_ words: [String]) -> Int32 {
    let rest = Array(words.dropFirst())
    switch words.first {
    case "generate": return EntryPoint.run(CorpusGenerateArguments.self, rest, generate)
    case "info": return EntryPoint.run(CorpusInfoArguments.self, rest, describe)
    case "-h", "--help", "-hh":
      return EntryPoint.finish(FileOutput.standardOutput()) { try $0.write(overview) }
    case let other:
      let remedy = "searchbench corpus takes generate or info"
      let complaint = other.map {
        "there is no searchbench corpus \($0)"
          + suggestion(for: $0, among: ["generate", "info"], else: remedy)
      }
      return EntryPoint.reportError(
        complaint ?? "nothing to do; \(remedy)", code: ExitStatus.usage)
    }
  }

  /// The help of `corpus`: the synopsis and summary of each subcommand.
  private static var overview: String {
    forms.map { "\($0.synopsis(at: .program))\n    \($0.sentence)\n" }.joined()
      + "\nsearchbench corpus SUBCOMMAND --help lists the options of a subcommand.\n"
  }

  static let forms = [
    CorpusGenerateArguments.form.description, CorpusInfoArguments.form.description,
  ]

  private static func generate(_ arguments: CorpusGenerateArguments) throws -> Int32 {
    guard let kind = CorpusGenerator.Kind(rawValue: arguments.kind) else {
      let names = CorpusGenerator.Kind.allCases.map(\.rawValue)
      throw ShellError.usage(
        "there is no generator \(arguments.kind)"
          + suggestion(
            for: arguments.kind, among: names,
            else: "the generators are \(names.joined(separator: " "))"))
    }
    guard let records = count(arguments.records) else {
      throw ShellError.usage(
        "--records cannot be \(CommandWords.quoted(arguments.records)): it takes a whole number, "
          + "such as 5000, 100k or 1M")
    }
    return try WorkbenchRun.withOutput(
      arguments.common, environment: Platform.environment(), isInteractive: false
    ) { console in
      let generator = CorpusGenerator(kind: kind, records: records, seed: arguments.seed)
      try generator.write { (bytes) throws(OutputError) in
        try console.output.write(bytes)
        return !Signals.isCancelled
      }
      if Signals.isCancelled { throw ShellError.interrupted }
      return ExitStatus.success
    }
  }

  /// Parses a number with an optional unit, `k` or `M`; returns nil if the number is invalid or
  /// negative.
  static func count(_ text: String) -> Int? {
    let number = ScaledNumber(text[...], units: ["k": 1_000, "M": 1_000_000])
    return number.value.flatMap { $0 < 0 ? nil : $0 }
  }

  private static func describe(_ arguments: CorpusInfoArguments) throws -> Int32 {
    let format = try RunFormatCatalog.chosen(
      arguments.settings.format, file: arguments.common.output)
    return try WorkbenchRun.withOutput(
      arguments.common, arguments.settings, environment: Platform.environment(),
      isInteractive: false
    ) { console in
      let session = Session(console: console)
      var options = try arguments.load.options(fields: arguments.fields)
      options.computesSHA256 = true
      try session.workspace.load(arguments.files, options: options, usesIndex: false)
      var sheet = FactSheet()
      for loaded in session.workspace.corporaInScope {
        guard
          let info = CorpusInfo(
            try loaded.inMemory(for: "corpus info").corpus, report: loaded.report,
            isCancelled: { Signals.isCancelled })
        else { throw ShellError.interrupted }
        let types = try session.tables.columnTypes(of: loaded)
        sheet.subjects.append(facts(of: info, types))
      }
      try sheet.write(to: console, format)
      return ExitStatus.success
    }
  }

  private static func facts(of info: CorpusInfo, _ types: [ColumnType]) -> [FactSheet.Fact] {
    let fields = zip(info.fields, types).map { field, type in
      field.isAlias
        ? "\(field.name) (alias)" : type == .text ? field.name : "\(field.name) (\(type))"
    }
    let letters = info.scripts.reduce(0) { $0 + $1.letters }
    let scripts = info.scripts.map {
      "\($0.name) \(NumberFormat.fixed(100 * Double($0.letters) / Double(letters), decimals: 2)) %"
    }
    return [
      .init("records", info.records), .init("fields", fields.joined(separator: ", ")),
      .init("text", info.textBytes, unit: " bytes"),
      .init("memory", info.memoryBytes, unit: " bytes"),
      .init("tokens", info.tokens), .init("distinct tokens", info.distinctTokens),
      .init("alphabets", scripts.joined(separator: ", ")),
      .init("SHA-256", info.sha256, missing: "not computed"),
    ]
  }
}
