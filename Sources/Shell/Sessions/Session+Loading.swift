internal import Reporting
internal import Terminal

extension Session {
  /// What `:session load` replaces.
  struct State {
    var settings = Settings()
    var corpora: [LoadedCorpus] = []
    var scope: [String] = []
    var saved: [SavedQuery] = []
    var undoStack: [Change] = []

    /// The name under which it was loaded or saved.
    var name: String?

    /// What is in it, for people.
    var summary: String {
      let names = corpora.map(\.name).joined(separator: ", ")
      let loaded = corpora.isEmpty ? "no corpus" : corpora.count == 1 ? names : "corpora \(names)"
      if saved.isEmpty { return loaded }
      return loaded + ", \(saved.count) saved quer\(saved.count == 1 ? "y" : "ies")"
    }
  }

  var state: State {
    get {
      State(
        settings: settings, corpora: corpora, scope: scope, saved: saved, undoStack: undoStack,
        name: keeping.name)
    }
    set {
      settings = newValue.settings
      corpora = newValue.corpora
      scope = newValue.scope
      saved = newValue.saved
      undoStack = newValue.undoStack
      keeping.name = newValue.name
    }
  }

  /// `:session load [NAME]`: replaces all that the session is by a saved one, or nothing.
  func loadSession(_ name: String) throws {
    try SessionStore.check(name)
    let path = try SessionStore(console.environment).existing(name)
    let before = state
    let outcomeBefore = outcome
    // While the rc file is read, what it has set so far is where to start from.
    state = State(settings: startSettings ?? settings)
    outcome = nil
    console.adopt(settings)
    var isLoaded = false
    defer {
      let left = isLoaded ? before.corpora : corpora
      for loaded in left { loaded.endIndexing() }
      if !isLoaded {
        state = before
        outcome = outcomeBefore
        console.adopt(settings)
      }
    }
    let code = try runQuietly(path, origin: .session)
    if exitRequest == nil, code != ExitStatus.success {
      throw ShellError(
        message: "the session \(name) was not brought back, and nothing has changed", exitCode: code
      )
    }
    isLoaded = true
    undoStack = []
    if !before.corpora.isEmpty || !before.saved.isEmpty { remember(.session(before)) }
    keeping.name = name
    // What was last until now is put aside before this session is.
    keeping.ownsLast = name == SessionStore.last
    if keeping.ownsLast {
      keeping.lastBody = SessionScript(self).body
      keeping.lastText = try SessionStore(console.environment).text(of: name)
    }
    let searched = scope.isEmpty ? "" : "; in scope: \(scope.joined(separator: ", "))"
    console.report("session \(name): \(state.summary)\(searched)")
  }

  /// Runs the file at `path` without a word about each thing that it changes.
  ///
  /// - Returns: the exit code.
  func runQuietly(_ path: String, origin: SettingOrigin, keepsGoing: Bool = false) throws -> Int32 {
    guard sourceDepth < 16 else {
      throw ShellError.failure("\(path) is not read: scripts are 16 files deep here")
    }
    var lines = try Self.scriptLines(path)
    let (wasQuiet, originBefore) = (isQuiet, console.settingOrigin)
    sourceDepth += 1
    isQuiet = true
    console.settingOrigin = origin
    defer {
      sourceDepth -= 1
      isQuiet = wasQuiet
      console.settingOrigin = originBefore
    }
    return try Script(session: self, keepsGoing: keepsGoing).run(&lines)
  }
}
