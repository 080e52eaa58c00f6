extension Workspace {
  /// What `:session load` replaces.
  struct State {
    var settings = Settings()
    var corpora: [LoadedCorpus] = []
    var scope: [String] = []
    var saved: [SavedQuery] = []
    var undoStack: [Change] = []

    /// The name under which it was loaded or saved.
    var sessionName: String?

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
        sessionName: sessionName)
    }
    set {
      settings = newValue.settings
      corpora = newValue.corpora
      scope = newValue.scope
      saved = newValue.saved
      undoStack = newValue.undoStack
      sessionName = newValue.sessionName
    }
  }
}
