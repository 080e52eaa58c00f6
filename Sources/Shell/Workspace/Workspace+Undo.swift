internal import Basics
internal import Reporting
internal import Searching

/// A change that `:undo` reverts.
enum Change {
  case settings(Settings, what: String)
  case scope([String])
  case drop([LoadedCorpus], scope: [String], names: [String])
  case session(Workspace.State)
  /// `:where` or `:sort` has replaced this result.
  case result(Outcome)
}

extension Workspace {
  /// The maximum number of changes that `:undo` can revert.
  private static let maximumUndoDepth = 20

  func remember(_ change: Change) {
    undoStack.append(change)
    if undoStack.count > Self.maximumUndoDepth { undoStack.removeFirst() }
  }

  /// `:undo`: reverts the last change.
  ///
  /// - Returns: whether the change was `:session load`.
  func undo() throws -> Bool {
    guard let change = undoStack.popLast() else {
      throw ShellError.failure("nothing to undo: no setting, scope or result was changed")
    }
    switch change {
    case .settings(let before, let key):
      settings = before
      console.adopt(settings)
      console.report("\(key) \(SettingCatalog.named(key)?.read(settings) ?? "")")
    case .scope(let before):
      scope = before.filter { loaded($0) != nil }
      if scope.isEmpty { scope = corpora.last.map { [$0.name] } ?? [] }
      cursor.forget()
      console.report("in scope: \(scope.joined(separator: ", "))")
    case .drop(let before, let scopeBefore, let names):
      try bringBack(before, names, scope: scopeBefore)
    case .result(let before):
      guard before.parts.allSatisfy({ loaded($0.loaded.name) === $0.loaded }) else {
        throw ShellError.failure("cannot restore the result: its corpus has changed since")
      }
      cursor.outcome = before
      console.report(
        "the result has \(NumberFormat.counted(before.rows.count, "record")) again")
    case .session(let before):
      for loaded in corpora { loaded.endIndexing() }
      state = before
      cursor.forget()
      console.adopt(settings)
      console.report("the previous session is restored: \(state.summary)")
      return true
    }
    return false
  }

  /// Reverts a `:drop`, and keeps the corpora that were loaded after the `:drop`.
  ///
  /// - Throws: a failure if a new corpus has the name of a dropped corpus.
  private func bringBack(
    _ before: [LoadedCorpus], _ names: [String], scope scopeBefore: [String]
  ) throws {
    if let again = names.first(where: { loaded($0) != nil }) {
      throw ShellError.failure(
        "cannot restore \(again): another corpus of that name was loaded since; :load its file "
          + "--as another name")
    }
    let later = corpora.filter { entry in !before.contains { $0.name == entry.name } }
    let restored = before.filter { loaded($0.name) != nil || names.contains($0.name) }
    corpora = restored.map { loaded($0.name) ?? $0 } + later
    scope = scopeBefore
    cursor.forget()
    for name in names { if let entry = loaded(name) { indexInBackground(entry) } }
    console.report("restored \(names.joined(separator: ", "))")
  }
}
