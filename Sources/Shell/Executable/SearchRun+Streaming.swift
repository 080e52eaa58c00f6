internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

extension SearchRun {
  /// Searches the files while they are read, if output and files allow it; nil if they have to be loaded.
  ///
  /// It writes what a search of the loaded files would. A fault of a file ends it before anything was written, or after all
  /// that came before the fault, and loading tells about it.
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
    return isCounting ? try count(search) : try write(search, encoder)
  }

  /// Whether only the number of records is asked for.
  private var isCounting: Bool { arguments.count || session.settings.format == "count" }

  /// Whether what is written of a record depends on nothing but the record.
  private var canStream: Bool {
    if arguments.invert || arguments.listsFiles || session.console.isVerbose { return false }
    if arguments.quiet || arguments.count { return true }
    let hasContext =
      session.settings.context > 0 || (arguments.before ?? 0) > 0 || (arguments.after ?? 0) > 0
    return !hasContext && session.console.style == nil
      && ["hits", "none", "count"].contains(session.settings.format)
  }

  private func count(_ search: FileSearch) throws -> Int32? {
    let (count, ending) = search.count(isCancelled: { Signals.isCancelled })
    if ending == .unreadable { return nil }
    if ending == .cancelled { throw ShellError.interrupted }
    if !arguments.quiet {
      let limit = session.settings.limit
      try session.console.writeLine(String(limit > 0 ? min(limit, count) : count))
      try session.console.flushOutput()
    }
    return count > 0 ? ExitStatus.success : ExitStatus.nothingFound
  }

  private func write(_ search: FileSearch, _ encoder: any ResultEncoder) throws -> Int32? {
    let limit = session.settings.limit
    var written = 0
    func isCancelled() -> Bool { Signals.isCancelled }
    let ending = try search.forEachBatch(isCancelled: isCancelled) { corpus, report in
      let records = limit > 0 ? report.results.prefix(limit - written) : report.results[...]
      written += records.count
      if arguments.quiet { return false }
      let kept = ResultSet(records, of: corpus.count)
      let rows = ResultRows([ResultRows.Part(corpus, report, records: kept)])
      try encoder.encode(rows, options: encodingOptions(limit: 0), to: session.console.output)
      return limit == 0 || written < limit
    }
    try session.console.flushOutput()
    if ending == .unreadable, written == 0 { return nil }
    if ending == .unreadable { throw try unreadableFault() }
    if ending == .cancelled { throw ShellError.interrupted }
    return written > 0 ? ExitStatus.success : ExitStatus.nothingFound
  }

  /// What is wrong with a file that could not be read to its end.
  private func unreadableFault() throws -> ShellError {
    let options = try arguments.load.options()
    do throws(CorpusError) {
      _ = try session.reading(arguments.files, options: options)
      return .failure("a file changed while it was read: search again")
    } catch {
      return .failure(error.message)
    }
  }
}
