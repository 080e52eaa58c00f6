internal import Basics
internal import Corpora
internal import Indexing
internal import Reporting
internal import Searching
internal import Terminal

/// Searching files in place by their stored indexes, instead of reading them into memory.
extension Workspace {
  /// The bytes of text below which files are read into memory, which takes no longer.
  private static let leastTextBytes = 16 << 20

  /// A source that searches files in place; nil if they should be read into memory.
  ///
  /// `usesIndex` is true if nothing else will do, and false if it is not wanted.
  ///
  /// - Throws: a failure if an index is required and none is up to date.
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
      if usesIndex == nil, source.snapshot.textBytes < Self.leastTextBytes { return nil }
      return source
    } catch {
      if usesIndex == true { throw ShellError.failure("--index: \(error.reason)") }
      if error.hasIndex { console.note("reading all files: \(error.reason)") }
      return nil
    }
  }

  /// Adds files that are searched in place, and sets the scope to them.
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

  /// The corpus with the files as they are now, if their index is up to date; otherwise nil.
  func inPlace(again loaded: LoadedCorpus, _ stamps: SourceStamps) -> LoadedCorpus? {
    guard loaded.steps.count == 1, let step = loaded.steps.first else { return nil }
    var options = step.options
    options.name = loaded.name
    // They were searched in place before, whatever their size.
    guard let source = try? sourceInPlace(loaded.paths, options, true),
      let entry = try? corpus(source, from: loaded.paths, loaded.steps, stamps)
    else { return nil }
    entry.takeChoices(of: loaded)
    return entry
  }

  /// Reads the records of files that are searched in place.
  ///
  /// - Throws: a failure if they are not those of the files as they were when they were loaded; `interrupted`.
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
