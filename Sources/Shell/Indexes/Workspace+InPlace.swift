internal import Basics
internal import Corpora
internal import Indexing
internal import Reporting
internal import Searching
internal import Terminal

/// Corpora whose files are searched in place with stored indexes, without being read into memory.
extension Workspace {
  /// The minimum number of bytes of text for searching files in place.
  ///
  /// If there is less text, reading it into memory takes no longer than searching it in place.
  private static let minimumInPlaceBytes = 16 << 20

  /// A source that searches files in place; nil if the files should be read into memory.
  ///
  /// `usesIndex` is true to require an index, false to use none, and nil to use an index only for
  /// large files.
  ///
  /// - Throws: a failure if an index is required and no index is up to date.
  func sourceInPlace(
    _ paths: [String], _ options: LoadOptions, _ usesIndex: Bool?
  ) throws -> SnapshotSource? {
    if usesIndex == false { return nil }
    guard !paths.contains("-"), let store = IndexStore(environment: console.environment) else {
      if usesIndex == nil { return nil }
      throw ShellError.failure("--index: no stored index covers \(paths.joined(separator: " "))")
    }
    do throws(FileSnapshot.Refusal) {
      let source = try SnapshotSource(
        paths, options: options, in: store,
        name: options.name ?? CorpusLoader.name(of: paths.first ?? "-"))
      if usesIndex == nil, source.snapshot.textBytes < Self.minimumInPlaceBytes { return nil }
      return source
    } catch {
      if usesIndex == true { throw ShellError.failure("--index: \(error.reason)") }
      if error.hasIndex {
        console.note("the index is not used, so all files are read: \(error.reason)")
      }
      return nil
    }
  }

  /// Adds a corpus of files that are searched in place, and makes it the only corpus in scope.
  func adopt(_ source: SnapshotSource, from paths: [String], by step: LoadStep) throws {
    let stamps = SourceStamps(of: [step])
    let entry: LoadedCorpus
    do throws(SearchError) {
      entry = try corpus(source, from: paths, [step], stamps)
    } catch {
      throw ShellError(error)
    }
    corpora.append(entry)
    scope = [entry.name]
    cursor.forget()
    let snapshot = source.snapshot
    var facts = [
      NumberFormat.counted(snapshot.recordCount, "record"), NumberFormat.bytes(snapshot.textBytes),
      "searched in place by a stored index",
    ]
    if snapshot.fileCount > 1 {
      facts.insert(NumberFormat.counted(snapshot.fileCount, "file"), at: 0)
    }
    console.report(
      StyledText("\(entry.name):", .heading) + StyledText(" " + facts.joined(separator: " · ")))
  }

  private func corpus(
    _ source: SnapshotSource, from paths: [String], _ steps: [LoadStep], _ stamps: SourceStamps
  ) throws(SearchError) -> LoadedCorpus {
    let entry = try LoadedCorpus(source, as: source.name, at: paths, steps: steps)
    entry.stamps = stamps
    entry.readRecords = { [unowned self] in try readRecords(of: $0) }
    return entry
  }

  /// Returns a new version of the corpus for the current files; nil if their index is not up to
  /// date.
  func inPlace(again loaded: LoadedCorpus, _ stamps: SourceStamps) -> LoadedCorpus? {
    guard loaded.steps.count == 1, let step = loaded.steps.first else { return nil }
    var options = step.options
    options.name = loaded.name
    // Require an index, so that the corpus is still searched in place even if its files are now
    // small.
    guard let source = try? sourceInPlace(loaded.paths, options, true),
      let entry = try? corpus(source, from: loaded.paths, loaded.steps, stamps)
    else { return nil }
    entry.takeChoices(of: loaded)
    return entry
  }

  /// Reads into memory the files of a corpus that is searched in place.
  ///
  /// - Throws: a failure if the files have changed since they were loaded; `interrupted`.
  private func readRecords(of loaded: LoadedCorpus) throws -> Searcher {
    let snapshot = loaded.snapshot
    var options = loaded.steps.first?.options ?? LoadOptions()
    options.name = loaded.name
    let result: LoadResult
    do throws(CorpusError) {
      result = try reading(loaded.paths, options: options)
    } catch {
      if error.code == .cancelled { throw ShellError.interrupted }
      throw ShellError.failure(error.message, at: error.path.map { .word($0) })
    }
    guard let changed = snapshot?.changedFiles(.signals) else { throw ShellError.interrupted }
    guard changed == 0, result.corpus.count == snapshot?.recordCount else {
      throw ShellError.failure("\(loaded.name) has changed on disk: :reload reads it again")
    }
    loaded.marks = result.report.marks
    for line in LoadReportText.lines(for: result.report, corpus: result.corpus) {
      console.report(line)
    }
    return Searcher(result.corpus)
  }
}
