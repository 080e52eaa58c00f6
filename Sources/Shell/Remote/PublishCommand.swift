internal import Attaching
internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Terminal

/// The options of `:publish` and `searchbench publish`.
struct PublishOptions: Equatable {
  var cluster: String?
  var nodes: [String] = []
  var replaces = false
  var appends = false
  var explains = false
  var remote = RemoteRequest()

  static let parameters: [Parameter<PublishOptions>] =
    [
      .option(
        "--cluster", value: "NAME", help: "Spread the records over the nodes of this cluster.",
        change: { $0.cluster = $1 }),
      .list(
        "--node", value: "URL",
        help: "The URL of a node, if the ports of the nodes differ (repeat for each node).",
        change: { $0.nodes.append($1) }),
      .flag(
        "--replace", help: "Replace the records of this corpus in the table.",
        change: { $0.replaces = true }),
      .flag("--append", help: "Add records to this corpus.", change: { $0.appends = true }),
      .flag(
        "--explain", help: "Print the SQL that makes the tables, and do not run it.",
        change: { $0.explains = true }),
    ] + .group(RemoteRequest.parameters, in: { try $1(&$0.remote) })

  /// Publishes the records of a source, and reports the number of published records.
  ///
  /// - Throws: a usage error for a malformed address; a failure with the server's message.
  func publish(
    _ source: some RecordSource, as corpus: String, to url: String, _ console: Console
  ) throws {
    if replaces, appends { throw ShellError.usage("--replace and --append exclude each other") }
    if !nodes.isEmpty, cluster == nil {
      throw ShellError.usage("--node needs --cluster NAME, the cluster of the node")
    }
    let (address, account) = try remote.server(url, console.environment)
    var request = PublishRequest(address, account, corpus: address.corpus ?? corpus)
    request.mode = replaces ? .replace : appends ? .append : .create
    request.cluster = cluster
    request.nodes = nodes.map { node in
      var node = node[...]
      while node.hasSuffix("/") { node = node.dropLast() }
      return String(node)
    }
    request.idleSeconds = remote.idleSeconds ?? 60
    do throws(SearchError) {
      if explains {
        let statements = Publisher.explanation(request, fields: try source.fields(.signals))
        do {
          for statement in statements { try console.writeLine(console.shown(statement) + ";") }
        } catch {
          throw .failed(source: "standard output", reason: "\(error)")
        }
        return
      }
      try run(Publisher(request, .signals), source, request, console)
    } catch {
      if error == .cancelled {
        console.warn("the records stored so far are kept; run the same command again to continue")
      }
      throw ShellError(error)
    }
  }

  private func run(
    _ publisher: Publisher, _ source: some RecordSource, _ request: PublishRequest,
    _ console: Console
  ) throws(SearchError) {
    let start = Platform.monotonicNanoseconds()
    let progress = console.progress("publishing")
    let total = source.recordCount
    let report: PublishReport
    do throws(SearchError) {
      report = try publisher.publish(source) { progress.update(items: $0, of: total) }
    } catch {
      progress.finish()
      throw error
    }
    progress.finish()
    let seconds = Double(Platform.monotonicNanoseconds() - start) / 1e9
    let records = NumberFormat.counted(report.records, "record")
    let rate = NumberFormat.grouped(Int(Double(report.records) / max(seconds, 1e-9)))
    var line =
      "\(request.corpus): \(records) on \(NumberFormat.counted(report.nodes, "node")), verified; "
      + "\(rate) records/s"
    if report.resumed > 0 {
      line += "; an interrupted publish had stored \(NumberFormat.grouped(report.resumed)) of them"
    }
    if report.invalidSequences > 0 {
      line +=
        "; \(NumberFormat.grouped(report.invalidSequences)) invalid UTF-8 sequences were replaced"
    }
    console.tell(StyledText(line))
  }
}

/// The subcommand `publish`.
struct PublishArguments: Arguments {
  var url = ""
  var files: [String] = []
  var options = PublishOptions()
  var load = LoadRequest()
  var settings = SettingRequest()
  var common = OutputRequest()

  static let form = Form<Self>(
    "publish", "store the records of files in a table on a ClickHouse server or cluster",
    usage: "URL [options] [PATH...|-]",
    discussion: """
      URL is http://host:8123/db.table, and https works too. The table is made if it is missing. \
      To continue an interrupted publish, run the same command again. Exit codes: 0 published, 2 \
      failed, 64 usage.
      """,
    [
      .argument("URL", help: "The server and the table.", change: { $0.url = $1 }),
      .rest(
        "PATH", kind: .files, help: "Files, folders, or - for standard input.",
        change: { $0.files.append($1) }),
    ], .group(PublishOptions.parameters, in: { try $1(&$0.options) }),
    .group(LoadRequest.parameters, in: { try $1(&$0.load) }, "Load options"),
    .group(SettingRequest.parametersOfReports, in: { try $1(&$0.settings) }, "Settings"),
    .group(OutputRequest.parameters, in: { try $1(&$0.common) }, "Output"))

  static func main(_ words: [String]) -> Int32 {
    EntryPoint.run(PublishArguments.self, words) { arguments in
      Signals.setInterruptEndsProcess(false)
      // Batches of several megabytes are allocated on one thread and freed on another. By default,
      // freed batches would leave unused gaps in malloc's heaps.
      Allocator.returnFreedBlocks()
      return try WorkbenchRun.withOutput(
        arguments.common, arguments.settings, environment: Platform.environment(),
        isInteractive: false
      ) { console in
        let paths =
          arguments.files.isEmpty ? [console.facts.isInputTerminal ? "." : "-"] : arguments.files
        let options = try arguments.load.options()
        let source: FileSource
        do throws(CorpusError) {
          source = try FileSource(paths, options: options)
        } catch {
          throw ShellError.failure(error.message)
        }
        try arguments.options.publish(source, as: source.name, to: arguments.url, console)
        return ExitStatus.success
      }
    }
  }
}

/// The command `:publish URL [options]`.
struct PublishCommand: SessionCommand {
  var url = ""
  var options = PublishOptions()

  static let form = Form<Self>(
    "publish", "store the corpus in scope in a table on a ClickHouse server or cluster",
    usage: "URL [options]",
    [.argument("URL", help: "The server and the table.", change: { $0.url = $1 })],
    .group(PublishOptions.parameters, in: { try $1(&$0.options) }))

  mutating func run(in workspace: Workspace) throws {
    let corpora = try workspace.corpora(named: nil)
    guard corpora.count == 1 else {
      throw ShellError.failure(
        "only one corpus can be published, but several are in scope: :use NAME chooses one")
    }
    let loaded = corpora[0]
    let source: any RecordSource =
      loaded.snapshot == nil ? try loaded.inMemory(for: ":publish") : loaded.source
    try options.publish(source, as: loaded.name, to: url, workspace.console)
  }
}
