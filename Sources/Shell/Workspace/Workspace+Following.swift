internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// Finds text that was appended to loaded files, and adds it to their corpora.
extension Workspace {
  /// How the files of a corpus have changed since they were read.
  enum Growth {
    /// No text was appended, or only an incomplete line was appended.
    case none
    /// Records were added; the value is the corpus that includes them.
    case more(LoadedCorpus)
    /// All files must be read again from the start.
    case other
  }

  /// With `:set follow on`, returns the new version of a corpus whose files have changed.
  ///
  /// Returns nil if the files have no new records.
  ///
  /// Appended records come after all existing records. If a file was replaced, truncated or
  /// changed, all files are read again. While a file is missing (for example, during a log
  /// rotation), its records are kept.
  ///
  /// - Throws: a failure if the new text cannot be read, after which the corpus is no longer
  ///   followed; `interrupted`.
  func followed(_ loaded: LoadedCorpus) throws -> LoadedCorpus? {
    guard settings.follows, loaded.isFollowed, let stamps = loaded.stamps else { return nil }
    let now = stamps.now
    if now == stamps || now == loaded.followedStamps { return nil }
    // Do not update `stamps` here: if no records are added, `:reload` must still detect that the
    // files have changed.
    loaded.followedStamps = now
    do throws(CorpusError) {
      switch try growth(of: loaded, wholeLines: true) {
      case .none: return nil
      case .more(let entry):
        entry.stamps = now
        return entry
      case .other: return try read(again: loaded, now)
      }
    } catch {
      if error.code == .cancelled {
        loaded.followedStamps = nil
        throw ShellError.interrupted
      }
      if case .notFound = error.code { return nil }
      loaded.isFollowed = false
      throw ShellError.failure(
        "\(loaded.name) is no longer followed: \(error.message)",
        at: error.path.map { .word($0) })
    }
  }

  /// Reads the text that was appended to the files of a corpus.
  ///
  /// If `wholeLines` is true, ignores a last line without a newline.
  ///
  /// - Returns: how the files have changed.
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
        // A reload must keep the records in the order of the files, so accept appended text only in
        // the last file.
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
