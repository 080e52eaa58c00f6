internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// Following files that grow.
extension Workspace {
  /// What happened to the files of a corpus since they were read.
  enum Growth {
    /// Nothing was appended, or only a part of a line.
    case none
    /// Records were added.
    case more(LoadedCorpus)
    /// The files must be read again as a whole.
    case other
  }

  /// The new version of a corpus whose files have changed, under `:set follow on`; nil if there is nothing new.
  ///
  /// Appended records come after all others. If a file was replaced, truncated or changed, all files are read again.
  /// While a file is missing, as between two steps of a rotation, its records stay.
  ///
  /// - Throws: a failure if the new text cannot be read, and the corpus is then no longer followed; `interrupted`.
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
        "\(loaded.name) is no longer followed: \(error.message)",
        at: error.path.map { .word($0) })
    }
  }

  /// Reads what was appended to the files of a corpus; if `wholeLines`, ignores a last line without a line end.
  ///
  /// - Returns: what has happened to the files.
  /// - Throws: the errors of a load; the corpus is then unchanged.
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
        // A reload must keep the order of a full load, in which only the records of the last file come last.
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
