internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Terminal

extension Workspace {
  /// The minimum number of bytes of text for an automatic build; less text is scanned fast enough
  /// without access paths.
  private static let minimumIndexedBytes = 1 << 20

  /// Starts to build the access paths of a corpus in the background.
  ///
  /// Does nothing if the session is not interactive and `isAttended` is false.
  ///
  /// The build leaves one processor core free for commands. If the folded text and the access paths
  /// would need more than a quarter of the available memory, only `:paths build` builds them.
  func indexInBackground(_ loaded: LoadedCorpus, isAttended: Bool = false) {
    guard let memory = loaded.memory else { return }
    let bytes = memory.corpus.textBytes
    guard console.isInteractive || isAttended, loaded.indexing == nil,
      bytes >= Self.minimumIndexedBytes
    else { return }
    let names = AccessPathCatalog.buildable.map { $0.name }
      .filter { loaded.indexChoices[$0] != false }
    if names.isEmpty { return }
    if let free = SystemMemory.available, bytes * 3 > free / 4 {
      console.report(
        "this corpus is too large for automatic access paths: :paths build builds them")
      return
    }
    let threads = max(1, Platform.coreCount - 1)
    loaded.indexing = BackgroundIndexing(names, of: memory, threads: threads)
  }

  /// Returns `name` in an array or, if `name` is nil, the names of all access paths.
  ///
  /// - Throws: a usage error if there is no access path with that name.
  private func paths(_ name: String?) throws -> [String] {
    let names = AccessPathCatalog.buildable.map { $0.name }
    guard let name else { return names }
    guard names.contains(name) else {
      throw ShellError.usage(
        "there is no access path \(CommandWords.quoted(name))"
          + suggestion(
            for: name, among: names, else: "the access paths are \(names.joined(separator: ", "))"),
        at: .word(name))
    }
    return [name]
  }

  /// Builds each requested access path that is missing, and shows the state of each requested
  /// access path.
  ///
  /// A progress bar shows the progress of the build. If `inBackground` is true, no table is shown,
  /// and an interactive session does not wait for the build.
  func buildIndexes(of corpora: [LoadedCorpus], path: String?, inBackground: Bool = false) throws {
    let names = try paths(path)
    let threads = settings.searchOptions.threads ?? Platform.coreCount
    for loaded in corpora {
      let memory = try loaded.inMemory(for: ":paths build")
      for name in names { loaded.indexChoices[name] = true }
      if inBackground, console.isInteractive {
        buildRequestedIndexesInBackground(of: loaded)
        continue
      }
      try endIndexing(of: loaded)
      let missing = memory.pathStatus.filter { names.contains($0.name) && !$0.isBuilt }
      guard !missing.isEmpty else { continue }
      let indexing = BackgroundIndexing(missing.map(\.name), of: memory, threads: threads)
      guard let indexing else {
        throw ShellError.failure("the system cannot create a thread to build an index: try again")
      }
      let bar = console.progress("indexing \(loaded.name)")
      defer { bar.finish() }
      while !indexing.isOver {
        if Signals.isCancelled {
          indexing.cancel()
          throw ShellError.interrupted
        }
        indexing.wait(milliseconds: 50)
        if let (name, fraction) = indexing.current {
          bar.update(share: fraction, remaining: nil, of: name)
        }
      }
    }
    if !inBackground { try showIndexes(of: corpora, path: path) }
  }

  /// Starts to build the requested access paths in the background, unless a build is running.
  private func buildRequestedIndexesInBackground(of loaded: LoadedCorpus) {
    // A build that was started automatically includes the requested access paths.
    if let indexing = loaded.indexing, !indexing.isOver {
      let current = indexing.current.map { ", now \($0.name)" } ?? ""
      return console.note(
        "the access paths of \(loaded.name) are already being built\(current): :paths shows the progress"
      )
    }
    guard let memory = loaded.memory else { return }
    let names = memory.pathStatus.filter {
      !$0.isBuilt && loaded.indexChoices[$0.name] == true
    }
    if names.isEmpty { return }
    loaded.indexing = BackgroundIndexing(
      names.map(\.name), of: memory, threads: max(1, Platform.coreCount - 1))
  }

  /// Waits for the background build, so that no access path is built twice.
  ///
  /// - Throws: `interrupted`; the build then continues.
  private func endIndexing(of loaded: LoadedCorpus) throws {
    guard let indexing = loaded.indexing else { return }
    let bar = console.progress("indexing \(loaded.name)")
    defer { bar.finish() }
    while !indexing.isOver {
      if Signals.isCancelled { throw ShellError.interrupted }
      indexing.wait(milliseconds: 50)
      if let (name, fraction) = indexing.current {
        bar.update(share: fraction, remaining: nil, of: name)
      }
    }
    loaded.indexing = nil
  }

  /// Cancels background builds, drops access paths, and reports the freed memory.
  func dropIndexes(of corpora: [LoadedCorpus], path: String?) throws {
    let names = try paths(path)
    var freed = 0
    for loaded in corpora {
      loaded.endIndexing()
      for name in names { loaded.indexChoices[name] = false }
      if loaded.snapshot != nil { continue }
      let memory = try loaded.inMemory(for: ":paths drop")
      for status in memory.pathStatus where names.contains(status.name) {
        freed += status.memoryBytes
        try? memory.dropPath(named: status.name)
      }
    }
    console.note(
      freed == 0 ? "there was no access path to drop" : "freed \(NumberFormat.bytes(freed))")
  }

  /// Shows a table of access paths: state, memory, size relative to the text, and build time.
  func showIndexes(of corpora: [LoadedCorpus], path: String?) throws {
    let names = try paths(path)
    var table = Table([
      "corpus", "path", "state", .init("memory", alignment: .trailing),
      .init("share of text", alignment: .trailing), .init("build time", alignment: .trailing),
    ])
    for loaded in corpora {
      if let snapshot = loaded.snapshot {
        let share = Double(snapshot.indexBytes) / Double(max(1, snapshot.textBytes))
        table.append([
          StyledText(loaded.name, .heading), StyledText("stored index"), StyledText("on disk"),
          StyledText(NumberFormat.bytes(snapshot.indexBytes)),
          StyledText(NumberFormat.fixed(100 * share, decimals: 1) + " %"), StyledText("-"),
        ])
        continue
      }
      let memory = try loaded.inMemory(for: ":paths status")
      for status in memory.pathStatus where names.contains(status.name) {
        let text = max(1, memory.corpus.textBytes)
        let share = NumberFormat.fixed(100 * Double(status.memoryBytes) / Double(text), decimals: 1)
        table.append([
          StyledText(loaded.name, .heading), StyledText(status.name),
          StyledText(loaded.state(of: status)),
          StyledText(status.isBuilt ? NumberFormat.bytes(status.memoryBytes) : "-"),
          StyledText(status.isBuilt ? share + " %" : "-"),
          StyledText(
            status.isBuilt ? DurationFormat.text(nanoseconds: status.buildNanoseconds) : "-"),
        ])
      }
    }
    try console.write(table)
  }
}

extension LoadedCorpus {
  /// The built access paths and the progress of the current build, as text for the list of corpora.
  var indexNames: String {
    guard let memory else { return snapshot == nil ? "elsewhere" : "stored index" }
    let built = memory.pathStatus.filter(\.isBuilt).map(\.name)
    let names = built.isEmpty ? "none" : built.joined(separator: ", ")
    guard let (name, fraction) = indexing?.current else { return names }
    let work = "\(name) \(Int(fraction * 100)) %"
    return built.isEmpty ? work : "\(names), \(work)"
  }

  func state(of status: PathStatus) -> String {
    if status.isBuilt { return "built" }
    if let (name, fraction) = indexing?.current, name == status.name {
      return "\(Int(fraction * 100)) % built"
    }
    return "not built"
  }

  /// Cancels the background build without waiting for it.
  func endIndexing() {
    indexing?.cancel()
    indexing = nil
  }
}
