internal import Reporting
internal import Searching
internal import Terminal

/// `search` with `--where` or `--sort`, which need the records in memory.
extension SearchRun {
  func runInMemory(_ encoder: any ResultEncoder) throws -> Int32 {
    try check()
    let refused: [(String, Bool)] = [
      ("-v", arguments.invert), ("-l", arguments.listsFiles == true),
      ("--files-without-match", arguments.listsFiles == false),
      ("-m", arguments.limitPerFile != nil),
    ]
    if let option = refused.first(where: { $0.1 })?.0 {
      throw ShellError.usage(
        "\(option) cannot be combined with --where and --sort, which take the records found in all files"
      )
    }
    let hasFaults = try load()
    guard let query = try query() else { return ExitStatus.nothingFound }
    let cursor = session.workspace.cursor
    var found = try session.workspace.find(query)
    if !found.isComplete { throw ShellError.interrupted }
    let undecided = found.undecided
    cursor.outcome = found
    if let condition = arguments.condition {
      found = try session.tables.kept(where: condition)
      cursor.outcome = found
    }
    if !arguments.order.isEmpty { found = try session.tables.sorted(by: arguments.order) }
    try write(found, of: query, encoder)
    try session.console.flushOutput()
    if undecided > 0 { session.console.error(SearchStatistics.sentence(undecided: undecided)) }
    if hasFaults || undecided > 0 { return ExitStatus.failure }
    return found.rows.count > 0 ? ExitStatus.success : ExitStatus.nothingFound
  }

  private func write(
    _ found: Outcome, of query: Query, _ encoder: any ResultEncoder
  ) throws {
    let console = session.console
    let limit = session.workspace.settings.limit
    if isCounting {
      let isSilent =
        arguments.quiet || (session.workspace.settings.format == "none" && !arguments.count)
      let count = limit == 0 ? found.rows.count : min(limit, found.rows.count)
      return isSilent ? () : try console.writeLine(String(count))
    }
    var options = encodingOptions(limit: limit)
    let compiled = try session.workspace.compile(query)
    options.replacement = arguments.rows.replacement.map { HitReplacement($0, for: compiled) }
    let summary = try encoder.encode(found.rows, options: options, to: console.output)
    if let warning = summary.warning(isSafe: options.isSafe) { console.warn(warning) }
  }
}
