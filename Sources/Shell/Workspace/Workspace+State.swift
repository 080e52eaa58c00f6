extension Workspace {
  /// The part of a workspace that `:session load` replaces.
  struct State {
    var settings = Settings()
    var corpora: [LoadedCorpus] = []
    var scope: [String] = []
    var saved: [SavedQuery] = []
    var undoStack: [Change] = []

    /// The name under which the session was loaded or saved; nil if it was neither loaded nor
    /// saved.
    var sessionName: String?

    /// A summary for messages: the names of the corpora, and the number of saved queries.
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
