internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// Files that grow.
extension Workspace {
  /// What happened to the files of a corpus since they were read.
  enum Growth {
    /// Nothing was written, or only a part of a line.
    case none
    /// Records were added.
    case more(LoadedCorpus)
    /// The files must be read again as a whole.
    case other
  }

  /// The corpus with what was written to its files since they were read, under `:set follow on`; nil if nothing was.
  ///
  /// New records come after all others. Files that were replaced, cut short or changed are read again as a whole. While a
  /// file is missing, as between two steps of a rotation, its records stay.
  ///
  /// - Throws: a failure if the new text cannot be read; the corpus is then followed no longer.
  func followed(_ loaded: LoadedCorpus) throws -> LoadedCorpus? {
    guard settings.follows, loaded.isFollowed, let stamps = loaded.stamps else { return nil }
    let now = stamps.now
    if now == stamps { return nil }
    do throws(CorpusError) {
      loaded.stamps = now
      switch try growth(of: loaded, wholeLines: true) {
      case .none: return nil
      case .more(let entry):
        entry.stamps = now
        return entry
      case .other: return try read(again: loaded, now)
      }
    } catch {
      if error.code == .cancelled { throw ShellError.interrupted }
      if case .notFound = error.code { return nil }
      loaded.isFollowed = false
      throw ShellError.failure(
        "\(loaded.name) is not followed any more: \(error.message)",
        at: error.path.map { .word($0) })
    }
  }

  /// Reads what was appended to the files of a corpus, with `wholeLines` without a last line that has no line end.
  ///
  /// - Returns: what has happened to the files.
  /// - Throws: what a load throws; the corpus is then as it was.
  func growth(of loaded: LoadedCorpus, wholeLines: Bool) throws(CorpusError) -> Growth {
    guard let memory = loaded.memory, loaded.steps.count == 1, let step = loaded.steps.first,
      !loaded.marks.isEmpty
    else { return .other }
    var corpus = memory.corpus
    var marks = loaded.marks
    for index in marks.indices {
      let growth = try CorpusLoader.growth(
        since: marks[index], fields: corpus.fields, options: step.options, wholeLines: wholeLines,
        isCancelled: { Signals.isCancelled })
      switch growth {
      case .none: continue
      case .other: return .other
      case .more(let added, let mark):
        // Only the records of the last file come last in a load of all files.
        if !wholeLines, index < marks.count - 1 { return .other }
        let removed = marks[index].openRecord
        corpus = try corpus.applying(
          CorpusEdit(removed: removed.map { [RecordID(UInt64($0))] } ?? [], appended: added))
        marks[index] = mark
        marks[index].openRecord? += corpus.count - added.count
        guard let removed else { continue }
        for other in marks.indices where other != index {
          if let record = marks[other].openRecord, record > removed {
            marks[other].openRecord = record - 1
          }
        }
      }
    }
    if corpus.count == memory.corpus.count, corpus.textBytes == memory.corpus.textBytes {
      return .none
    }
    let entry = LoadedCorpus(
      name: loaded.name, corpus: corpus, paths: loaded.paths, report: loaded.report,
      steps: loaded.steps, sharing: memory)
    entry.marks = marks
    entry.takeChoices(of: loaded)
    return .more(entry)
  }
}
