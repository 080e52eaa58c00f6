internal import Reporting
internal import Terminal

extension SessionKeeper {
  /// `:session load [NAME]`: replaces the workspace with a saved session.
  ///
  /// If loading fails, nothing is changed.
  func load(_ name: String) throws {
    try SessionStore.check(name)
    let path = try SessionStore(console.environment).existing(name)
    let before = workspace.state
    let outcomeBefore = cursor.outcome
    // While the rc file is run, there are no start settings yet, so use the current settings.
    workspace.state = Workspace.State(settings: workspace.startSettings ?? workspace.settings)
    cursor.forget()
    console.adopt(workspace.settings)
    var isLoaded = false
    defer {
      let left = isLoaded ? before.corpora : workspace.corpora
      for loaded in left { loaded.endIndexing() }
      if !isLoaded {
        workspace.state = before
        cursor.outcome = outcomeBefore
        console.adopt(workspace.settings)
      }
    }
    let code = try runScript(path)
    if code != ExitStatus.success {
      throw ShellError(
        message: "the session \(name) was not restored, and nothing has changed", exitCode: code
      )
    }
    isLoaded = true
    workspace.undoStack = []
    if !before.corpora.isEmpty || !before.saved.isEmpty { workspace.remember(.session(before)) }
    workspace.sessionName = name
    // If this process does not own the session file `last`, `keepLast` copies the file to
    // `previous` before replacing it.
    ownsLast = name == SessionStore.last
    if ownsLast {
      lastBody = SessionScript(workspace).body
      lastText = try SessionStore(console.environment).text(of: name)
    }
    let scope = workspace.scope.joined(separator: ", ")
    let searched = scope.isEmpty ? "" : "; in scope: \(scope)"
    console.report("session \(name): \(workspace.state.summary)\(searched)")
  }

  /// `:undo`: reverts the last change.
  ///
  /// If the undo restores another session, the restored session does not own the session file
  /// `last`.
  func undo() throws {
    if try workspace.undo() { ownsLast = false }
  }
}
