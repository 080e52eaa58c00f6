internal import Benchmarking
internal import Reporting
internal import Terminal

extension CommandFamily {
  static let runs = CommandFamily(
    name: "runs", summary: "list, show, compare, draw and export stored runs",
    members: [
      RunsListArguments.self, RunsShowArguments.self, RunsDiffArguments.self,
      RunsChartArguments.self, RunsExportArguments.self, RunsRemoveArguments.self,
    ],
    fallback: { words in
      // `:runs` lists the runs, and `:runs ID` shows one run. Without an ID, options apply to the
      // list of runs.
      guard let first = words.first, !first.hasPrefix("-") else { return RunsListArguments.self }
      return words.count == 1 || words[1].hasPrefix("-") ? RunsShowArguments.self : nil
    })
}

/// The command `runs list`.
struct RunsListArguments: MemberCommand {
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>("runs list", "list the stored runs, newest last", shared())

  func perform(in work: Measuring) throws {
    let format = try format()
    let store = try work.storedRuns()
    let (runs, damaged) = store.list()
    for file in damaged { work.console.warn("\(file.sentence) (skipped)") }
    guard !runs.isEmpty else {
      let prefix = work.console.commandPrefix
      return work.console.reportNoResults(
        "there are no stored runs yet; \(prefix)bench unique --quick makes one")
    }
    try RunListReport(runs).write(
      to: work.console.output, format: format, style: work.console.style)
  }
}

/// The command `runs show`.
struct RunsShowArguments: MemberCommand {
  var id = ""
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "runs show", "show a stored run, with its statistics",
    [
      .argument(
        "RUN", help: "The ID of a run or a prefix of the ID, its name, or last.",
        change: { $0.id = $1 })
    ],
    shared())

  func perform(in work: Measuring) throws {
    try format().write(
      try work.loadRun(id), style: work.console.style, to: work.console.output)
  }
}

/// The command `runs diff`.
struct RunsDiffArguments: MemberCommand {
  var base = ""
  var changed = ""
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "runs diff", "show what became faster or slower from one run to another",
    [
      .argument("BEFORE", help: "The older run.", change: { $0.base = $1 }),
      .argument("AFTER", help: "The newer run.", change: { $0.changed = $1 }),
    ], shared())

  func perform(in work: Measuring) throws {
    let format = try format()
    let before = try work.loadRun(base)
    let after = try work.loadRun(changed)
    guard before.experiment == after.experiment else {
      throw ShellError.failure(
        "\(before.id) is a run of the experiment \(before.experiment), but \(after.id) "
          + "is a run of \(after.experiment): only runs of the same experiment can be compared")
    }
    try RunDiffReport(RunDiff(before, after)).write(
      to: work.console.output, format: format, style: work.console.style)
  }
}

/// The command `runs chart`.
struct RunsChartArguments: MemberCommand {
  var id = ""
  var file: String?
  var linear = false
  var height: Int?
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "runs chart", "draw a run in the terminal, or to an .svg or .html file",
    [
      .argument(
        "RUN", help: "The ID of a run or a prefix of the ID, its name, or last.",
        change: { $0.id = $1 }),
      .optional(
        "FILE", kind: .files, help: "A file that ends in .svg or .html (default: the terminal)."
      ) { $0.file = $1 },
      .flag("--linear", help: "Linear axes (default: logarithmic).", change: { $0.linear = true }),
      .option("--height", value: "N", help: "The height of a chart in the terminal, in lines.") {
        guard let lines = Int($1), (5...1000).contains(lines) else {
          throw ArgumentProblem.takes("5 to 1000 lines")
        }
        $0.height = lines
      },
    ], shared())

  func perform(in work: Measuring) throws {
    let run = try work.loadRun(id)
    guard let chart = Chart(run, isLinear: linear) else {
      throw ShellError.failure("\(run.id) has no samples to draw")
    }
    guard let file, file != "-" else { return try draw(chart, work) }
    let text: String
    if file.hasSuffix(".svg") {
      text = SVGChart.text(chart)
    } else if file.hasSuffix(".html") || file.hasSuffix(".htm") {
      text = HTMLReport.text(run, isLinear: linear)
    } else {
      throw ShellError.usage(
        "unknown format of the file \(CommandWords.quoted(file)): its name must end in .svg or "
          + ".html")
    }
    let output = try WorkbenchRun.outputFile(file, replaces: common.force)
    try output.write(text)
    try output.commit()
    work.console.report("chart of \(run.id) written to \(file)")
  }

  private func draw(_ chart: Chart, _ work: Measuring) throws {
    let console = work.console
    let rows = console.facts.isOutputTerminal ? max(12, console.height - 3) : 24
    let lines = TerminalChart.lines(
      chart, width: console.width, height: height ?? min(rows, 32),
      usesUTF8: console.facts.usesUTF8)
    for line in lines { try console.writeLine(line.rendered(console.style)) }
  }
}

/// The command `runs export`.
struct RunsExportArguments: MemberCommand {
  var id = ""
  var file = ""
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "runs export", "write a run to a file; its suffix chooses the format (.csv .json .md)",
    [
      .argument(
        "RUN", help: "The ID of a run or a prefix of the ID, its name, or last.",
        change: { $0.id = $1 }),
      .argument(
        "FILE", kind: .files, help: "The file, or - for standard output.", change: { $0.file = $1 }),
    ], shared())

  func perform(in work: Measuring) throws {
    let run = try work.loadRun(id)
    let format = try RunFormatCatalog.chosen(settings.format, file: file)
    if file == "-" {
      return try format.write(run, style: nil, to: work.console.output)
    }
    let output = try WorkbenchRun.outputFile(file, replaces: common.force)
    try format.write(run, style: nil, to: output)
    try output.commit()
    work.console.report("\(run.id) written to \(file) as \(format.name)")
  }
}

/// The command `runs rm`.
struct RunsRemoveArguments: MemberCommand {
  var ids: [String] = []
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "runs rm", "delete stored runs",
    [
      .rest(
        "RUN", isRequired: true, help: "IDs, or prefixes of IDs.",
        change: { $0.ids.append($1) })
    ], shared())

  func perform(in work: Measuring) throws {
    let store = try work.storedRuns()
    // Resolve all IDs first, so that nothing is deleted if any ID is mistyped.
    do throws(RunStoreError) {
      var found: [String] = []
      for id in ids { found.append(try store.id(of: id)) }
      for id in found { try store.remove(id) }
      work.console.report("deleted \(found.joined(separator: " "))")
    } catch {
      throw ShellError.failure(error.message)
    }
  }
}

extension Measuring {
  /// The folder of stored runs; nil if neither `XDG_DATA_HOME` nor `HOME` is an absolute path.
  var runStore: RunStore? {
    RunStore.defaultFolder(environment: console.environment).map { RunStore(folder: $0) }
  }

  func storedRuns() throws -> RunStore {
    guard let runStore else {
      throw ShellError.failure(
        "runs cannot be stored: set XDG_DATA_HOME, or HOME, to an absolute path")
    }
    return runStore
  }

  /// Loads the stored run with this ID, unique ID prefix, or name; the name `last` means the newest
  /// run.
  func loadRun(_ id: String) throws -> BenchmarkRun {
    let store = try storedRuns()
    do throws(RunStoreError) {
      return try store.load(id)
    } catch {
      throw ShellError.failure(error.message)
    }
  }
}

extension RunFormatCatalog {
  /// The run format called `name`; if `name` is nil, the run format for the suffix of `file`.
  ///
  /// If `name` and `file` are nil, the format is `table`.
  ///
  /// - Throws: a usage error if no run format is called `name`; a failure if the suffix names a
  ///   format that is not a run format.
  static func chosen(_ name: String?, file: String?) throws -> any RunFormat {
    let wanted = try name ?? file.map { try self.name(forFile: $0) } ?? "table"
    guard let format = named(wanted) else {
      let names = all.map(\.name)
      throw ShellError.usage(
        "--format cannot be \(CommandWords.quoted(wanted))"
          + suggestion(
            for: wanted, among: names, else: "it takes \(names.joined(separator: " "))"))
    }
    return format
  }

  /// The name of the run format for the suffix of `path`; `csv` if the suffix names no format.
  private static func name(forFile path: String) throws -> String {
    let suffix = EncoderCatalog.suffix(of: path)
    if let name = EncoderCatalog.encoder(forSuffix: suffix)?.name, named(name) != nil {
      return name
    }
    guard EncoderCatalog.isKnown(suffix: suffix) else { return "csv" }
    throw ShellError.failure(
      "cannot write \(path): this command has no format with the suffix .\(suffix); use "
        + ".csv .json .md, or choose the format with --format", at: .word(path))
  }
}
