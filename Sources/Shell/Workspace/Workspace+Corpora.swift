internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

extension Workspace {
  /// Loads `paths` as one corpus, which becomes the only corpus in scope.
  ///
  /// If loading fails, nothing is changed.
  ///
  /// If `appends` is true, adds the records to the loaded corpus with the same name.
  ///
  /// If `usesIndex` is nil, large files with an up-to-date stored index are searched in place
  /// instead of being read into memory. If `usesIndex` is true, an index is required. If
  /// `usesIndex` is false, no index is used.
  func load(
    _ paths: [String], options: LoadOptions, appends: Bool = false, usesIndex: Bool? = nil
  ) throws {
    guard let first = paths.first else {
      throw ShellError.usage("nothing to load: give files, folders or -; :help load shows how")
    }
    if let name = options.name { try checkName(name, ofFirst: first, appends: appends) }
    let name = options.name ?? CorpusLoader.name(of: first)
    if let catalog = loaded(name)?.catalog, appends {
      throw ShellError.failure(
        "\(name) is a catalog; :catalog add \(catalog.name) adds to it, --as chooses another name",
        at: .word(options.name == nil ? first : name))
    }
    if loaded(name) != nil, !appends {
      throw ShellError.failure(
        "a corpus \(name) is already loaded: choose another name with --as, add to it with "
          + "--append, or :drop it first", at: .word(options.name == nil ? first : name))
    }
    if let known = loaded(name), known.memory == nil {
      throw ShellError.failure(
        known.snapshot == nil
          ? "\(name) has no records in memory and cannot be added to: choose another name with --as"
          : "\(name) is searched in place and cannot be added to: :drop it, and :load it with --no-index",
        at: .word(options.name == nil ? first : name))
    }
    var named = options
    named.name = name
    if !appends, let source = try sourceInPlace(paths, named, usesIndex) {
      return try adopt(source, from: paths, by: LoadStep(paths, options: named))
    }
    do throws(CorpusError) {
      let step = LoadStep(paths, options: named)
      let stamps = SourceStamps(of: (appends ? loaded(name)?.steps ?? [] : []) + [step])
      let shownColumns = loaded(name)?.shownColumns ?? []
      let result = try reading(paths, options: named)
      try adopt(result, as: name, from: paths, by: step)
      loaded(name)?.stamps = stamps
      loaded(name)?.marks = result.report.marks
      loaded(name)?.shownColumns = shownColumns
    } catch {
      if error.code == .cancelled { throw ShellError.interrupted }
      throw ShellError.failure(error.message, at: error.path.map { .word($0) })
    }
  }

  /// Adds the result of a load as a corpus, which becomes the only corpus in scope.
  ///
  /// If a corpus with this name is already loaded, adds the records to that corpus.
  func adopt(
    _ result: LoadResult, as name: String, from paths: [String], by step: LoadStep? = nil
  ) throws(CorpusError) {
    let previous = loaded(name)
    let corpus =
      if let previous = previous?.memory {
        try previous.corpus.appending(result.corpus)
      } else {
        result.corpus
      }
    let entry = LoadedCorpus(
      name: name, corpus: corpus, paths: (previous?.paths ?? []) + paths, report: result.report,
      steps: (previous?.steps ?? []) + (step.map { [$0] } ?? []))
    if let index = corpora.firstIndex(where: { $0.name == name }) {
      corpora[index].endIndexing()
      corpora[index] = entry
    } else {
      corpora.append(entry)
    }
    scope = [name]
    cursor.forget()
    reportUnreadable(result.report)
    for line in LoadReportText.lines(for: result.report, corpus: corpus) { console.report(line) }
    indexInBackground(entry)
  }

  /// Reports files and folders that were left out because they could not be read.
  ///
  /// The errors are shown even in a script.
  private func reportUnreadable(_ report: LoadReport) {
    for error in report.unreadable { console.error(error.message) }
    let others = report.skipped.unreadable - report.unreadable.count
    if others > 0 {
      let counted = NumberFormat.counted(others, "other file or folder", "other files or folders")
      console.error("\(counted) cannot be read")
    }
    if report.skipped.unreadable > 0 { leavesFilesOut = true }
  }

  /// Adds the corpus of a source whose records are not in memory, and makes it the only corpus in
  /// scope.
  ///
  /// - Throws: a failure if the name is in use or the source fails; the workspace is then
  ///   unchanged.
  func attach(_ source: any RecordSource, as name: String, at place: String) throws {
    if let problem = CorpusName.problem(of: name) {
      throw ShellError.usage("--as \(problem)", at: name.isEmpty ? nil : .word(name))
    }
    guard loaded(name) == nil else {
      throw ShellError.failure(
        "a corpus \(name) is already loaded: choose another name with --as, or :drop it first",
        at: .word(name))
    }
    let entry: LoadedCorpus
    do throws(SearchError) {
      entry = try LoadedCorpus(source, as: name, at: [place])
    } catch {
      throw ShellError(error)
    }
    corpora.append(entry)
    scope = [name]
    cursor.forget()
    let records = source.recordCount.map { NumberFormat.counted($0, "record") }
    console.note("\(name): \(records ?? "records") of \(place)")
  }

  /// Reads `paths` with a progress bar.
  func reading(_ paths: [String], options: LoadOptions) throws(CorpusError) -> LoadResult {
    let progress = console.progress("loading")
    defer { progress.finish() }
    var options = options
    options.threads = options.threads ?? settings.searchOptions.threads
    return try CorpusLoader.load(
      paths, options: options, isCancelled: { Signals.isCancelled },
      progress: { progress.update(done: $0.bytesRead, total: $0.bytesExpected) })
  }

  func use(_ names: [String]) throws {
    let wanted = names == ["*"] ? corpora.map(\.name) : names
    for name in wanted where loaded(name) == nil { throw unknownCorpus(name) }
    remember(.scope(scope))
    scope = wanted.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    cursor.forget()
    console.note("in scope: \(scope.joined(separator: ", "))")
  }

  func drop(_ name: String) throws {
    let dropped = name == "*" ? corpora.map(\.name) : [name]
    for name in dropped where loaded(name) == nil { throw unknownCorpus(name) }
    remember(.drop(corpora, scope: scope, names: dropped))
    for loaded in corpora where dropped.contains(loaded.name) { loaded.endIndexing() }
    corpora.removeAll { dropped.contains($0.name) }
    scope.removeAll { dropped.contains($0) }
    cursor.forget()
    if scope.isEmpty { scope = corpora.last.map { [$0.name] } ?? [] }
    let rest = scope.isEmpty ? "no corpus is loaded" : "in scope: \(scope.joined(separator: ", "))"
    console.note("dropped \(dropped.joined(separator: ", ")) (:undo restores it); \(rest)")
  }

  /// Removes corpora, and discards the last result if it contains records of these corpora.
  ///
  /// `:undo` cannot restore the removed corpora.
  func forget(_ names: [String]) {
    for loaded in corpora where names.contains(loaded.name) { loaded.endIndexing() }
    if let outcome = cursor.outcome,
      outcome.parts.contains(where: { names.contains($0.loaded.name) })
    {
      cursor.forget()
    }
    corpora.removeAll { names.contains($0.name) }
    scope.removeAll { names.contains($0) }
    if scope.isEmpty { scope = corpora.last.map { [$0.name] } ?? [] }
  }
}
