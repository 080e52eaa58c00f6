internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

extension Workspace {
  /// `:reload [NAME]`: reads the files of a corpus, or of all corpora in scope, again.
  ///
  /// - Throws: a failure if a corpus did not come from files, or if its files cannot be read; that
  ///   corpus and all later corpora are then unchanged.
  func reload(_ name: String?) throws {
    for loaded in try corpora(named: name) { try reload(loaded) }
  }

  private func reload(_ loaded: LoadedCorpus) throws {
    if loaded.catalog != nil {
      // Catalogs need no reload, because they are updated before each command that reads records.
      return console.note("\(loaded.name) is a catalog; :catalog refresh reads its sources again")
    }
    guard !loaded.steps.isEmpty, loaded.steps.allSatisfy(\.isRepeatable) else {
      throw ShellError.failure(
        "\(loaded.name) cannot be read again: it did not come from files", at: .word(loaded.name))
    }
    let stamps = SourceStamps(of: loaded.steps)
    if stamps == loaded.stamps, !stamps.hasFolder {
      return console.note("\(loaded.name): its files have not changed")
    }
    let before = loaded.source.recordCount ?? 0
    let entry: LoadedCorpus
    do throws(CorpusError) {
      switch try growth(of: loaded, wholeLines: false) {
      case .none:
        loaded.stamps = stamps
        return console.note("\(loaded.name): its records have not changed")
      case .more(let grown):
        grown.stamps = stamps
        entry = grown
      case .other: entry = try read(again: loaded, stamps)
      }
    } catch {
      if error.code == .cancelled { throw ShellError.interrupted }
      throw ShellError.failure(error.message, at: error.path.map { .word($0) })
    }
    guard let index = corpora.firstIndex(where: { $0 === loaded }) else { return }
    loaded.endIndexing()
    corpora[index] = entry
    cursor.forget()
    indexInBackground(entry)
    let count = entry.source.recordCount ?? 0
    let change = count - before
    let more =
      change == 0 ? "" : " (\(NumberFormat.grouped(abs(change))) \(change > 0 ? "more" : "fewer"))"
    console.note("\(entry.name): \(NumberFormat.counted(count, "record"))\(more)")
  }

  /// Runs the `:load` commands of a corpus again.
  func read(
    again loaded: LoadedCorpus, _ stamps: SourceStamps
  ) throws(CorpusError) -> LoadedCorpus {
    if loaded.snapshot != nil, let entry = inPlace(again: loaded, stamps) { return entry }
    var corpus: Corpus?
    var report = loaded.report
    var marks: [FileMark] = []
    var rest = loaded.paths[...]
    for step in loaded.steps {
      // Use the paths as the user gave them, so that rows show the same sources as before.
      let paths = Array(rest.prefix(step.paths.count))
      rest = rest.dropFirst(step.paths.count)
      var options = step.options
      options.name = loaded.name
      let result = try reading(paths, options: options)
      corpus = try corpus?.appending(result.corpus) ?? result.corpus
      report = result.report
      marks = result.report.marks
    }
    guard let corpus else { return loaded }
    let entry = LoadedCorpus(
      name: loaded.name, corpus: corpus, paths: loaded.paths, report: report, steps: loaded.steps)
    entry.stamps = stamps
    entry.marks = marks
    entry.takeChoices(of: loaded)
    return entry
  }

  /// Reports the corpora in scope whose files have changed since they were read; each change is
  /// reported once.
  func noteChangedSources() {
    for loaded in corporaInScope where !(settings.follows && loaded.isFollowed) {
      guard let stamps = loaded.stamps, stamps.areFew else { continue }
      let now = stamps.now
      if now == stamps || now == loaded.notedStamps { continue }
      loaded.notedStamps = now
      console.report(
        StyledText("\(loaded.name) has changed on disk: :reload reads it again", .dimmed))
    }
  }
}
