internal import Corpora
internal import Reporting
internal import Searching

extension Session {
  func remember(_ change: Change) {
    undoStack.append(change)
    if undoStack.count > 20 { undoStack.removeFirst() }
  }

  func changeStrategy(to name: String) throws { try set("strategy", to: name) }

  func set(_ key: String, to value: String) throws {
    let before = settings
    try SettingCatalog.write(key, value, to: &settings, origin: console.settingOrigin)
    if key == "fields", let names = settings.searchOptions.fields {
      do {
        try checkFields(names)
      } catch {
        settings = before
        throw error
      }
    }
    remember(.settings(before, what: key))
    console.adopt(settings)
    if let definition = SettingCatalog.named(key) {
      note("\(key) \(definition.read(settings))")
    }
  }

  /// Checks that every name is a field of some corpus in scope, if any is in scope.
  func checkFields(_ names: [String]) throws {
    let known = corporaInScope.flatMap { $0.fields.map(\.name) }
    guard !corporaInScope.isEmpty else { return }
    for name in names where !known.contains(name) {
      let remedy = suggestion(
        for: name, among: known, else: "the fields are \(known.joined(separator: ", "))")
      throw ShellError.failure(
        "no field in scope is called \(name)\(remedy)", at: .word(name))
    }
  }

  func listSettings() throws {
    var table = Table(["setting", "value", "default", "from", "meaning"])
    for definition in SettingCatalog.all { table.append(row(of: definition)) }
    try console.write(table)
  }

  func showSetting(_ key: String) throws {
    guard let definition = SettingCatalog.named(key) else {
      throw SettingCatalog.unknown(key)
    }
    let origin = settings.origins[key]?.rawValue ?? "default"
    try console.writeLine(
      "\(key) \(definition.read(settings))  (default \(definition.read(Settings())), from "
        + "\(origin); takes \(definition.values))")
  }

  private func row(of definition: SettingDefinition) -> [StyledText] {
    [
      definition.key, definition.read(settings), definition.read(Settings()),
      settings.origins[definition.key]?.rawValue ?? "default", definition.summary,
    ].map { StyledText($0) }
  }

  func undo() throws {
    guard let change = undoStack.popLast() else {
      throw ShellError.failure("nothing to undo: no setting, scope or strategy was changed")
    }
    switch change {
    case .settings(let before, let key):
      settings = before
      console.adopt(settings)
      console.report("\(key) \(SettingCatalog.named(key)?.read(settings) ?? "")")
    case .scope(let before):
      scope = before.filter { loaded($0) != nil }
      if scope.isEmpty { scope = corpora.last.map { [$0.name] } ?? [] }
      outcome = nil
      console.report("in scope: \(scope.joined(separator: ", "))")
    case .drop(let before, let scopeBefore, let names):
      try bringBack(before, names, scope: scopeBefore)
    case .session(let before):
      for loaded in corpora { loaded.endIndexing() }
      state = before
      keeping.ownsLast = false
      outcome = nil
      console.adopt(settings)
      console.report("the session is as it was before it was replaced: \(state.summary)")
    }
  }

  /// Undoes a `:drop`; corpora loaded since stay.
  private func bringBack(
    _ before: [LoadedCorpus], _ names: [String], scope scopeBefore: [String]
  ) throws {
    if let again = names.first(where: { loaded($0) != nil }) {
      throw ShellError.failure(
        "\(again) does not come back: another corpus of that name was loaded since; :load its file "
          + "--as another name")
    }
    let later = corpora.filter { entry in !before.contains { $0.name == entry.name } }
    let restored = before.filter { loaded($0.name) != nil || names.contains($0.name) }
    corpora = restored.map { loaded($0.name) ?? $0 } + later
    scope = scopeBefore
    outcome = nil
    for name in names { if let entry = loaded(name) { indexInBackground(entry) } }
    console.report("brought back \(names.joined(separator: ", "))")
  }
}
