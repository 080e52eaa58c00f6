internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

extension SearchRun {
  /// Searches the files while they are read, if output and files allow it; nil if they have to be loaded.
  ///
  /// It writes what a search of the loaded files would. A fault of a file ends it before anything was written, or
  /// after all that came before the fault, and loading tells about it.
  func streamed(_ encoder: any ResultEncoder) throws -> Int32? {
    guard canStream else { return nil }
    let query = Query(
      arguments.query, by: session.settings.strategy, options: session.settings.searchOptions)
    let options = try arguments.load.options()
    let search: FileSearch?
    do throws(QueryError) {
      search = try FileSearch(query, paths: arguments.files, options: options)
    } catch {
      throw ShellError(error, in: query, width: session.console.pictureWidth)
    }
    guard let search else { return nil }
    if arguments.listsFiles, !arguments.quiet { return try list(search) }
    return isCounting ? try count(search) : try write(search, encoder)
  }

  /// Whether only the number of records is asked for.
  private var isCounting: Bool {
    arguments.quiet || arguments.count || ["count", "none"].contains(session.settings.format)
  }

  /// Whether what is written of a record depends on nothing but the record.
  private var canStream: Bool {
    if session.console.isVerbose { return false }
    if arguments.listsFiles || isCounting { return true }
    let hasContext =
      session.settings.context > 0 || (arguments.before ?? 0) > 0 || (arguments.after ?? 0) > 0
    return !hasContext && session.console.style == nil && session.settings.format == "hits"
  }

  private func count(_ search: FileSearch) throws -> Int32? {
    let limit = session.settings.limit
    let (count, ending) = search.count(
      stoppingAfter: arguments.quiet ? 1 : limit > 0 ? limit : nil, inverted: arguments.invert,
      isCancelled: { Signals.isCancelled })
    if ending == .unreadable { return nil }
    if ending == .cancelled { throw ShellError.interrupted }
    if !arguments.quiet, arguments.count || session.settings.format == "count" {
      try session.console.writeLine(String(count))
      try session.console.flushOutput()
    }
    return count > 0 ? ExitStatus.success : ExitStatus.nothingFound
  }

  private func list(_ search: FileSearch) throws -> Int32? {
    let limit = session.settings.limit
    var seen: Set<String> = []
    let ending = try search.forEachFile(
      inverted: arguments.invert, isCancelled: { Signals.isCancelled },
      { path in
        guard seen.insert(path).inserted else { return true }
        try session.console.writeLine(session.console.shown(path))
        return seen.count != limit
      })
    try session.console.flushOutput()
    return try code(ending, hasWritten: !seen.isEmpty)
  }

  private func write(_ search: FileSearch, _ encoder: any ResultEncoder) throws -> Int32? {
    let limit = session.settings.limit
    let options = encodingOptions(limit: 0)
    let isInverted = arguments.invert
    var written = 0
    let ending = try search.forEachBatch(
      inverted: arguments.invert, isCancelled: { Signals.isCancelled },
      render: { corpus, report in
        let part =
          isInverted
          ? ResultRows.Part(corpus, records: report.results) : ResultRows.Part(corpus, report)
        return RenderedRows(part, report.results.count, encoder, options, limit: limit)
      },
      { rows in
        if let error = rows.error { throw error }
        let room = limit > 0 ? limit - written : Int.max
        try rows.write(first: room, to: session.console.output)
        written += min(room, rows.count)
        return limit == 0 || written < limit
      })
    try session.console.flushOutput()
    return try code(ending, hasWritten: written > 0)
  }

  /// The exit code of a search that ended so; nil if the files have to be loaded.
  private func code(_ ending: FileSearch.Ending, hasWritten: Bool) throws -> Int32? {
    switch ending {
    case .complete, .stoppedEarly:
      return hasWritten ? ExitStatus.success : ExitStatus.nothingFound
    case .cancelled: throw ShellError.interrupted
    case .unreadable: return hasWritten ? try throwFault() : nil
    }
  }

  /// Says what is wrong with a file that could not be read to its end.
  private func throwFault() throws -> Int32 {
    let options = try arguments.load.options()
    do throws(CorpusError) {
      _ = try session.reading(arguments.files, options: options)
    } catch {
      if error.code == .cancelled { throw ShellError.interrupted }
      throw ShellError.failure(error.message)
    }
    throw ShellError.failure("a file changed while it was read: search again")
  }
}

/// The rows of some records as they are written, one line each.
private struct RenderedRows: Sendable {
  /// How many rows there are.
  let count: Int
  let error: OutputError?
  private let bytes: [UInt8]

  /// Renders so many records of one part, no more than `limit` if that is not 0.
  init(
    _ part: ResultRows.Part, _ records: Int, _ encoder: any ResultEncoder,
    _ options: EncodingOptions, limit: Int
  ) {
    let output = BufferOutput()
    var options = options
    options.limit = limit
    var failure: OutputError?
    do throws(OutputError) {
      _ = try encoder.encode(ResultRows([part]), options: options, to: output)
    } catch {
      failure = error
    }
    error = failure
    bytes = output.bytes
    count = limit > 0 ? min(limit, records) : records
  }

  /// Writes the first of the rows.
  func write(first rows: Int, to output: any Output) throws(OutputError) {
    if rows >= count { return try output.write(bytes.span) }
    var left = rows
    var end = 0
    while left > 0, let newline = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) {
      end = newline + 1
      left -= 1
    }
    try output.write(bytes.span.extracting(0..<end))
  }
}
