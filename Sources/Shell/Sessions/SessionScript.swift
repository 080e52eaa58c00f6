internal import Basics
internal import Benchmarking
internal import Corpora
internal import Reporting
internal import Searching

/// A script of commands that recreates a session.
///
/// The script sets all settings that affect results, but only those display settings that were
/// changed. The settings come before the corpora, because `:set fields` rejects fields that no
/// corpus in scope has.
struct SessionScript {
  /// The start of the first line in the file of each saved session.
  static let mark = ":# searchbench "

  /// The commands of the script, without the header.
  private(set) var lines: [String] = []

  /// Sentences that name the parts of the session that no command can recreate.
  private(set) var omissions: [String] = []

  /// Whether the session has a saved query, or a corpus that can be loaded again.
  private(set) var isWorthKeeping = false

  /// The settings that are in effect after the lines in `lines` have been run.
  private var written: Settings

  /// Writes the script of `workspace`.
  init(_ workspace: Workspace) {
    written = workspace.settings
    append(heading: "How queries are read, and how results are shown")
    for definition in SettingCatalog.all
    where workspace.isWritten(definition) { append(definition, of: workspace.settings) }
    append(workspace.saved)
    append(returningTo: workspace.settings)
    for loaded in workspace.corpora { append(loaded) }
    appendScope(workspace)
    if let outcome = workspace.cursor.outcome, outcome.item == nil {
      append(lastQuery: outcome.query)
    }
  }

  /// Writes a script that contains only the saved queries.
  init(queries: [SavedQuery]) {
    written = Settings()
    append(queries)
  }

  /// The text of the file of saved queries: a header line and the commands.
  var text: String {
    "\(Self.mark)\(EntryPoint.version), the saved queries of all sessions\n" + body
  }

  /// The text of the file of a saved session: a header and the commands.
  func text(named name: String, at time: UTCTime) -> String {
    let head = """
      \(Self.mark)\(EntryPoint.version), session \(name), saved \(time.iso)
      :# Restore it with searchbench -f FILE, or :session load \(CommandWords.quoted(name))
      """
    return head + "\n" + body
  }

  /// The commands as text.
  var body: String { lines.joined(separator: "\n") + "\n" }

  // MARK: Parts

  private mutating func append(heading: String) {
    lines += ["", ":# \(heading)"]
  }

  /// Adds a command; if a word contains a line feed, adds a sentence to `omissions` instead.
  private mutating func append(_ words: [String], meaning what: String) {
    guard !words.contains(where: { $0.utf8.contains(0x0A) }) else {
      omit("\(what): it contains a line feed, which no command can contain")
      return
    }
    lines.append(words.map { CommandWords.quoted($0) }.joined(separator: " "))
  }

  private mutating func omit(_ sentence: String) {
    omissions.append(sentence)
    let scalars = sentence.unicodeScalars.map { QuotedText.isControl($0) ? " " : $0 }
    lines.append(":# not saved: " + String(String.UnicodeScalarView(scalars)))
  }

  private mutating func append(_ definition: SettingDefinition, of settings: Settings) {
    let value = definition.text(settings)
    // Without `--`, a value that starts with a hyphen would be read as an option.
    append(
      [":set", definition.key] + (value.hasPrefix("-") ? ["--"] : []) + [value],
      meaning: "the setting \(definition.key)")
    _ = definition.write(&written, value)
  }

  /// Adds commands that restore the query settings in `settings`.
  private mutating func append(returningTo settings: Settings) {
    for definition in SettingCatalog.ofQueries
    where definition.text(written) != definition.text(settings) {
      append(definition, of: settings)
    }
  }

  private mutating func append(_ saved: [SavedQuery]) {
    if saved.isEmpty { return }
    isWorthKeeping = true
    append(heading: "Saved queries, each after its settings")
    for entry in saved {
      append(returningTo: entry.settings)
      let isQuoted = QuotedText.isNeeded(for: entry.text)
      lines.append(
        isQuoted
          ? ":save --quoted \(entry.name) \(QuotedText.quoted(entry.text))"
          : ":save \(entry.name) \(entry.text)")
    }
  }

  private mutating func append(_ loaded: LoadedCorpus) {
    if let catalog = loaded.catalog { return append(catalog, of: loaded) }
    append(
      heading: QuotedText.plain(loaded.name) + ": "
        + NumberFormat.counted(loaded.source.recordCount ?? 0, "record"))
    if let attachment = loaded.attachment {
      isWorthKeeping = true
      append(attachment, meaning: loaded.name)
      return append(columnsOf: loaded)
    }
    guard !loaded.steps.isEmpty else {
      return omit("\(loaded.name): it was not loaded from a file")
    }
    // Omit the whole corpus: if only some of its load steps were repeated, searches would miss
    // records.
    if let step = loaded.steps.first(where: { !$0.isRepeatable }) {
      return omit(
        "\(loaded.name), from \(step.paths.joined(separator: " ")): "
          + "data from standard input or a pipe cannot be loaded again")
    }
    guard loaded.isLoadable else {
      return omit(
        "\(loaded.name): its name or path contains a line feed, which no command can contain")
    }
    isWorthKeeping = true
    for (index, step) in loaded.steps.enumerated() {
      append(step.words(as: loaded.name, appends: index > 0), meaning: loaded.name)
    }
    append(columnsOf: loaded)
    append(indexesOf: loaded)
  }

  /// Adds the `:columns` command for a corpus that the previous command has put in scope.
  private mutating func append(columnsOf loaded: LoadedCorpus) {
    if loaded.shownColumns.isEmpty { return }
    append(
      [":columns"] + Self.positional(loaded.shownColumns.map(\.text)),
      meaning: "the columns of \(loaded.name)")
  }

  private mutating func append(_ catalog: CatalogReference, of loaded: LoadedCorpus) {
    append(heading: QuotedText.plain(loaded.name) + ": a catalog")
    guard loaded.isLoadable else {
      return omit("\(loaded.name): its name contains a line feed, which no command can contain")
    }
    isWorthKeeping = true
    let alias =
      loaded.name == catalog.name
      ? [] : loaded.name.hasPrefix("-") ? ["--as=\(loaded.name)"] : ["--as", loaded.name]
    append([":catalog", "open", catalog.name] + alias, meaning: loaded.name)
    append(indexesOf: loaded)
  }

  private mutating func append(indexesOf loaded: LoadedCorpus) {
    let names = AccessPathCatalog.buildable.map { $0.name }
    for isBuilt in [true, false] {
      let chosen = names.filter { loaded.indexChoices[$0] == isBuilt }
      let command = isBuilt ? [":paths", "build", "--background"] : [":paths", "drop"]
      let paths = chosen.count == names.count ? [[]] : chosen.map { ["--path", $0] }
      for path in paths where !chosen.isEmpty {
        append(
          command + path + Self.positional([loaded.name]),
          meaning: "the indexes of \(loaded.name)")
      }
    }
  }

  private mutating func appendScope(_ workspace: Workspace) {
    let loadable = workspace.corpora.filter(\.isLoadable).map(\.name)
    let names = workspace.scope.filter(loadable.contains)
    // Each `:load` command sets the scope to the corpus that it loads.
    if names.isEmpty || names == loadable.suffix(1) { return }
    append(heading: "The corpora in scope")
    append([":use"] + Self.positional(names), meaning: "the scope")
  }

  private mutating func append(lastQuery query: Query) {
    let isQuoted = QuotedText.isNeeded(for: query.text)
    append(heading: "The last query was")
    let text = isQuoted ? QuotedText.quoted(query.text) : query.text
    lines.append(":# :\(query.strategy.name) \(text)")
  }

  private static func positional(_ names: [String]) -> [String] {
    names.contains { $0.hasPrefix("-") } ? ["--"] + names : names
  }
}

extension LoadedCorpus {
  /// Whether a script can load the whole corpus again.
  var isLoadable: Bool {
    (catalog != nil || attachment != nil || !steps.isEmpty) && !name.utf8.contains(0x0A)
      && steps.allSatisfy { step in
        step.isRepeatable
          && !step.words(as: name, appends: true).contains { $0.utf8.contains(0x0A) }
      }
  }
}

extension Workspace {
  /// Whether the session script sets the setting `definition`.
  ///
  /// Settings that affect results are always written, because the rc file of another user may set
  /// other values. Display settings are written if they were changed since the start.
  fileprivate func isWritten(_ definition: SettingDefinition) -> Bool {
    if [.query, .amount].contains(definition.role) { return true }
    switch settings.origins[definition.key] {
    case .set, .session: return true
    case .rc, .commandLine: return false
    case nil:
      let start = startSettings ?? Settings()
      return definition.text(settings) != definition.text(start)
    }
  }
}
