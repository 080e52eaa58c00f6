internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// `search` with `--where` or `--sort`, which need the records in memory.
extension SearchRun {
  func runInMemory(_ encoder: any ResultEncoder) throws -> Int32 {
    try check()
    if arguments.listsFiles == false {
      throw ShellError.usage(
        "--files-without-match cannot be combined with --where and --sort, which see only files with records"
      )
    }
    let hasFaults = try load()
    let given = try query()
    // As in grep, an empty list of queries matches nothing.
    guard let query = given ?? (arguments.invert ? everything : nil) else {
      return ExitStatus.nothingFound
    }
    let cursor = session.workspace.cursor
    var found = try session.workspace.find(query)
    if !found.isComplete { throw ShellError.interrupted }
    let undecided = found.undecided
    if arguments.invert, given != nil {
      if undecided > 0 {
        throw ShellError.failure(
          SearchStatistics.sentence(undecided: undecided)
            + ", so -v cannot be combined with --where or --sort")
      }
      found = try found.changed { result, _ in
        try result.narrowed(to: result.records?.complement() ?? ResultSet([], of: 0))
      }
    }
    cursor.outcome = found
    if let condition = arguments.condition {
      found = try session.tables.kept(where: condition)
      cursor.outcome = found
    }
    if !arguments.order.isEmpty { found = try session.tables.sorted(by: arguments.order) }
    if let most = arguments.limitPerFile { found = try limited(found, to: most) }
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
    if arguments.listsFiles == true, !arguments.quiet {
      for (index, file) in try files(of: found).enumerated() where limit == 0 || index < limit {
        try console.writeLine(console.shown(file.path))
      }
      return
    }
    if arguments.count, !arguments.quiet, try countsByFile(FileSource(paths)) {
      for file in try files(of: found) {
        let prefix = arguments.rows.path == false ? "" : "\(console.shown(file.path)):"
        try console.writeLine("\(prefix)\(limit == 0 ? file.count : min(limit, file.count))")
      }
      return
    }
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

  /// At most `most` records of each file, the first ones in the order of the result.
  private func limited(_ outcome: Outcome, to most: Int) throws -> Outcome {
    let corpus = try corpus(of: outcome)
    return try outcome.changed { result, _ in
      var counts: [String: Int] = [:]
      let kept = result.recordsInOrder.filter { record in
        let file = corpus.location(of: record).source
        let count = counts[file, default: 0]
        counts[file] = count + 1
        return count < most
      }
      return result.order == nil
        ? try result.narrowed(to: ResultSet(kept, of: corpus.count))
        : try result.ordered(as: kept.map { UInt32($0.rawValue) })
    }
  }

  /// The files of the records, in the order in which they first appear, and the number of records of each.
  private func files(of outcome: Outcome) throws -> [(path: String, count: Int)] {
    let corpus = try corpus(of: outcome)
    var files: [(path: String, count: Int)] = []
    var places: [String: Int] = [:]
    for part in outcome.parts {
      for record in part.result.recordsInOrder {
        let path = corpus.location(of: record).source
        let place = places[path] ?? files.count
        if place == files.count {
          places[path] = place
          files.append((path, 0))
        }
        files[place].count += 1
      }
    }
    return files
  }

  /// The one corpus that `load` made.
  private func corpus(of outcome: Outcome) throws -> Corpus {
    guard let part = outcome.parts.first else { return Corpus(name: "", fields: [], rows: []) }
    return try part.loaded.inMemory(for: "--where").corpus
  }
}

extension SearchResult {
  /// The records in the order of the rows; empty if the source does not number them.
  fileprivate var recordsInOrder: [RecordID] {
    if let order { return order.map { RecordID(UInt64($0)) } }
    return records.map(Array.init) ?? []
  }
}
