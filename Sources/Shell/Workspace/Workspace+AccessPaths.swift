internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import System
internal import Terminal

extension Workspace {
  /// Corpora of less text than this are searched as fast without an index.
  private static let leastForIndexes = 1 << 20

  /// Starts to build the indexes of a corpus that was loaded at the prompt, or where it `isAttended` otherwise.
  ///
  /// One processor is left for what is typed meanwhile. Where folded text and indexes would take more than a quarter of
  /// the memory that is free, they wait for `:paths build`.
  func indexInBackground(_ loaded: LoadedCorpus, isAttended: Bool = false) {
    guard let memory = loaded.memory else { return }
    let bytes = memory.corpus.textBytes
    guard console.isInteractive || isAttended, loaded.indexing == nil, bytes >= Self.leastForIndexes
    else { return }
    let names = AccessPathCatalog.buildable.map { $0.name }
      .filter { loaded.indexChoices[$0] != false }
    if names.isEmpty { return }
    if let free = SystemMemory.available, bytes * 3 > free / 4 {
      console.report(
        "no index is built unasked for a corpus of this size: :paths build does it")
      return
    }
    let threads = max(1, Platform.coreCount - 1)
    loaded.indexing = BackgroundIndexing(names, of: memory, threads: threads)
  }

  /// The names of the paths that are meant.
  private func paths(_ name: String?) throws -> [String] {
    let names = AccessPathCatalog.buildable.map { $0.name }
    guard let name else { return names }
    guard names.contains(name) else {
      throw ShellError.usage(
        "there is no index \(CommandWords.quoted(name))"
          + suggestion(
            for: name, among: names, else: "the indexes are \(names.joined(separator: ", "))"),
        at: .word(name))
    }
    return [name]
  }

  /// Builds what is not there, with a progress bar; `inBackground`: at the prompt without waiting for it.
  func buildIndexes(of corpora: [LoadedCorpus], path: String?, inBackground: Bool = false) throws {
    let names = try paths(path)
    let threads = settings.searchOptions.threads ?? Platform.coreCount
    for loaded in corpora {
      let memory = try loaded.inMemory(for: ":paths build")
      for name in names { loaded.indexChoices[name] = true }
      if inBackground, console.isInteractive {
        indexInBackground(asked: loaded)
        continue
      }
      try endIndexing(of: loaded)
      let missing = memory.pathStatus.filter { names.contains($0.name) && !$0.isBuilt }
      guard !missing.isEmpty else { continue }
      let indexing = BackgroundIndexing(missing.map(\.name), of: memory, threads: threads)
      guard let indexing else {
        throw ShellError.failure("no thread can be had to build an index on: try again")
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

  /// Starts to build the indexes that were asked for, after those that are being built.
  private func indexInBackground(asked loaded: LoadedCorpus) {
    // What is being built unasked includes them.
    if let indexing = loaded.indexing, !indexing.isOver { return }
    guard let memory = loaded.memory else { return }
    let names = memory.pathStatus.filter {
      !$0.isBuilt && loaded.indexChoices[$0.name] == true
    }
    if names.isEmpty { return }
    loaded.indexing = BackgroundIndexing(
      names.map(\.name), of: memory, threads: max(1, Platform.coreCount - 1))
  }

  /// Waits for a build in the background, which then need not be done twice.
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

  /// Forgets indexes; a build in the background is ended.
  func dropIndexes(of corpora: [LoadedCorpus], path: String?) throws {
    let names = try paths(path)
    var freed = 0
    for loaded in corpora {
      loaded.endIndexing()
      for name in names { loaded.indexChoices[name] = false }
      let memory = try loaded.inMemory(for: ":paths drop")
      for status in memory.pathStatus where names.contains(status.name) {
        freed += status.memoryBytes
        try? memory.dropPath(named: status.name)
      }
    }
    console.note(freed == 0 ? "there was no index" : "freed \(NumberFormat.bytes(freed))")
  }

  /// What the indexes take, beside the text.
  func showIndexes(of corpora: [LoadedCorpus], path: String?) throws {
    let names = try paths(path)
    var table = Table([
      "corpus", "index", "state", .init("memory", alignment: .trailing),
      .init("of the text", alignment: .trailing), .init("built in", alignment: .trailing),
    ])
    for loaded in corpora {
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
  /// A built index in a few words, for the list of corpora.
  var indexNames: String {
    guard let memory else { return "elsewhere" }
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

  /// Ends a build in the background without waiting for it.
  func endIndexing() {
    indexing?.cancel()
    indexing = nil
  }
}
