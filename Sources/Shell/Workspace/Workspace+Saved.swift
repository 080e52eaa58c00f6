internal import Basics
internal import Reporting
internal import Searching
internal import System

extension Workspace {
  /// `:save [--quoted] NAME [Q]`: saves Q, or the last query.
  func save(_ rest: String) throws {
    var (name, query) = Self.firstWord(rest)
    let isQuoted = name == "--quoted"
    if isQuoted { (name, query) = Self.firstWord(query) }
    try Self.checkSavedName(name)
    let entry: SavedQuery
    if isQuoted {
      let text: String
      do throws(QuotedText.Problem) {
        text = try QuotedText.text(of: query)
      } catch {
        throw ShellError.usage(
          "\(error.message): :save --quoted NAME \"QUERY\"",
          at: .tail(query, offset: error.offset))
      }
      entry = SavedQuery(name: name, text: text, settings: settings)
    } else if !query.isEmpty {
      entry = SavedQuery(name: name, text: query, settings: settings)
    } else if let outcome = cursor.outcome, !outcome.query.text.isEmpty || outcome.item == nil {
      if outcome.isWithinAnother {
        console.warn(
          "the saved query \(name) searches all records, not only the result that :within searched")
      }
      var used = settings
      used.adopt(outcome.query)
      entry = SavedQuery(name: name, text: outcome.query.text, settings: used)
    } else {
      throw ShellError.failure("no query to save yet: search first, or give one: :save NAME QUERY")
    }
    let verb = saved.contains { $0.name == name } ? "replaced" : "saved"
    saved.removeAll { $0.name == name }
    saved.append(entry)
    keep(entry)
    console.note("\(verb) \(name): \(entry.settings.strategy) \(entry.text)")
  }

  /// Splits `text` into its first word and the text after the following spaces and tabs.
  private static func firstWord(_ text: String) -> (String, String) {
    // Split the scalars: a space and a combining mark after it form one Character.
    let scalars = text.unicodeScalars
    let word = scalars.prefix { !$0.properties.isWhitespace }
    let rest = scalars.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
    return (String(word), String(rest))
  }

  private static func checkSavedName(_ name: String) throws {
    guard !name.isEmpty else {
      throw ShellError.usage(
        ":save needs a name: :save NAME QUERY, or :save NAME for the last query")
    }
    // The limit of 255 bytes is also the limit for file names on Linux.
    if name.utf8.count > 255 {
      throw ShellError.usage(
        "a name has at most 255 bytes, not \(name.utf8.count): choose a shorter one",
        at: .word(name))
    }
    if name.hasPrefix("-") {
      throw ShellError.usage(
        "the name \(name) begins with -: choose another", at: .word(name))
    }
    if name.unicodeScalars.contains(where: { "\"'\\".unicodeScalars.contains($0) }) {
      throw ShellError.usage(
        "the name \(name) contains a quote or a backslash: choose another",
        at: .word(name))
    }
    if name.unicodeScalars.contains(where: QuotedText.isControl) {
      throw ShellError.usage("a name cannot contain a control character: choose another")
    }
    if StrategyCatalog.all.contains(where: { $0.name == name }) {
      throw ShellError.usage(
        "a saved query cannot be called \(name), which is a strategy: choose another name",
        at: .word(name))
    }
  }

  /// The saved query called `name`, with its arguments inserted.
  ///
  /// - Throws: a failure that suggests a similar name if there is no such query; a usage error for
  ///   too few or too many arguments.
  func savedQuery(_ name: String, _ arguments: [String]) throws -> Query {
    guard let entry = saved(named: name) else {
      let remedy = suggestion(for: name, among: savedNames, else: ":saved --all lists them")
      throw ShellError.failure("no saved query is called \(name)\(remedy)", at: .word(name))
    }
    return try entry.query(with: arguments)
  }

  /// The saved query with this name, preferably from this session; nil if no session has such a
  /// query.
  func saved(named name: String) -> SavedQuery? {
    saved.first { $0.name == name } ?? keptQueries?.all.first { $0.name == name }
  }

  /// The names of saved queries: first the queries of this session, then the queries of other
  /// sessions.
  var savedNames: [String] { allSaved.map(\.name) }

  private var allSaved: [SavedQuery] {
    let own = Set(saved.map(\.name))
    return saved + (keptQueries?.all ?? []).filter { !own.contains($0.name) }
  }

  /// Stores a query for other sessions, unless the rc file or a saved session is being run.
  private func keep(_ entry: SavedQuery) {
    if console.suppressesNotes { return }
    reportingFailure { (kept) throws(SystemError) in try kept.keep(entry) }
  }

  /// `:saved --drop NAME`: deletes a saved query, in this session and for other sessions.
  func dropSaved(_ name: String) throws {
    guard saved(named: name) != nil else {
      let remedy = suggestion(for: name, among: savedNames, else: ":saved --all lists them")
      throw ShellError.failure("no saved query is called \(name)\(remedy)", at: .word(name))
    }
    saved.removeAll { $0.name == name }
    reportingFailure { (kept) throws(SystemError) in try kept.drop(name) }
    console.note("removed \(name)")
  }

  /// Changes the stored queries that all sessions share.
  ///
  /// A failure to store the change is only reported, because the change takes effect in this
  /// session anyway.
  private func reportingFailure(_ change: (KeptQueries) throws(SystemError) -> Void) {
    guard let keptQueries else { return }
    do throws(SystemError) {
      try change(keptQueries)
    } catch {
      console.report(
        "the change is not stored for other sessions: \(keptQueries.path): \(error.message)")
    }
  }

  /// `:saved [--all]`: lists the saved queries of this session, or of all sessions.
  func listSaved(all: Bool = false) throws {
    let others = allSaved.count - saved.count
    let saved = all ? allSaved : saved
    guard !saved.isEmpty else {
      let more = others > 0 ? "; :saved --all lists \(others) of other sessions" : ""
      console.report("no saved queries\(more); :save NAME QUERY makes one")
      return
    }
    let hasChanges = saved.contains { !$0.settings.queryChanges.isEmpty }
    var table = Table(
      hasChanges ? ["name", "strategy", "settings", "query"] : ["name", "strategy", "query"])
    for entry in saved {
      let changes = hasChanges ? [entry.settings.queryChanges] : []
      table.append(
        ([entry.name, entry.settings.strategy] + changes + [QuotedText.plain(entry.text)]).map {
          StyledText($0)
        })
    }
    try console.write(table)
    if !all, others > 0 {
      let queries = NumberFormat.counted(others, "saved query", "saved queries")
      console.report(StyledText(":saved --all also lists \(queries) of other sessions", .dimmed))
    }
  }
}

extension Settings {
  /// Adopts the strategy and the options of a query.
  fileprivate mutating func adopt(_ query: Query) {
    strategy = query.strategy.name
    searchOptions = query.options
  }

  /// The query settings, except the strategy, that differ from their defaults, as text.
  fileprivate var queryChanges: String {
    let changed = SettingCatalog.ofQueries.filter {
      $0.key != "strategy" && $0.read(self) != $0.read(Settings())
    }
    return changed.map { "\($0.key) \($0.text(self))" }.joined(separator: ", ")
  }
}
