internal import Reporting
internal import Searching

extension Session {
  /// `:save [--quoted] NAME [Q]`: Q, or the last query.
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
    } else if let outcome, !outcome.query.text.isEmpty || outcome.item == nil {
      if outcome.isWithinAnother {
        console.warn(
          "\(name) is saved without the result that it searched within: it searches all records")
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
    note("\(verb) \(name): \(entry.settings.strategy) \(entry.text)")
  }

  /// The first word of `text`, and what follows the blanks behind it, verbatim.
  private static func firstWord(_ text: String) -> (String, String) {
    // By scalars: a mark behind the blank would be one character with it.
    let scalars = text.unicodeScalars
    let word = scalars.prefix { !$0.properties.isWhitespace }
    let rest = scalars.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
    return (String(word), String(rest))
  }

  private static func checkSavedName(_ name: String) throws {
    guard !name.isEmpty else {
      throw ShellError.usage(":save needs a name: :save NAME [QUERY]; without QUERY, the last one")
    }
    if name.hasPrefix("-") {
      throw ShellError.usage(
        "a name cannot begin with -, as \(name) does: :save NAME [QUERY]", at: .word(name))
    }
    if name.unicodeScalars.contains(where: { "\"'\\".unicodeScalars.contains($0) }) {
      throw ShellError.usage(
        "a name cannot hold a quote or a backslash, as \(name) does: choose another",
        at: .word(name))
    }
    if name.unicodeScalars.contains(where: QuotedText.isControl) {
      throw ShellError.usage("a name cannot hold a control character: choose another")
    }
    if StrategyCatalog.all.contains(where: { $0.name == name }) {
      throw ShellError.usage(
        "\(name) is a strategy, and :diff takes both by name: choose another name",
        at: .word(name))
    }
  }

  /// `:run NAME [ARG]...`: `$1` to `$9` in the query become the arguments, `$$` a dollar sign.
  func runSaved(_ name: String, _ arguments: [String]) throws {
    guard let entry = saved.first(where: { $0.name == name }) else {
      let remedy = suggestion(for: name, among: saved.map(\.name), else: ":saved lists them")
      throw ShellError.failure("no saved query is called \(name)\(remedy)", at: .word(name))
    }
    let text = try Self.substitute(arguments, into: entry)
    try search(text, strategy: entry.settings.strategy, options: entry.settings.searchOptions)
  }

  private static func substitute(_ arguments: [String], into entry: SavedQuery) throws -> String {
    var result = ""
    var highest = 0
    var rest = entry.text[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      let after = rest.index(after: dollar)
      let next = after < rest.endIndex ? rest[after] : " "
      if next == "$" {
        result += "$"
        rest = rest[rest.index(after: after)...]
      } else if let number = next.wholeNumberValue, next.isASCII, number > 0 {
        guard number <= arguments.count else {
          throw ShellError.usage(
            "\(entry.name) needs argument $\(number): :run \(entry.name) with \(number) or more words"
          )
        }
        highest = max(highest, number)
        result += arguments[number - 1]
        rest = rest[rest.index(after: after)...]
      } else {
        result += "$"
        rest = rest[after...]
      }
    }
    guard highest >= arguments.count else {
      throw ShellError.usage(
        "\(entry.name) takes \(highest) argument\(highest == 1 ? "" : "s"), not \(arguments.count): "
          + entry.text)
    }
    return result + rest
  }

  func listSaved() throws {
    guard !saved.isEmpty else {
      console.report("no saved queries; :save NAME QUERY makes one")
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
  }
}

extension Settings {
  /// Takes over what a query ran with.
  fileprivate mutating func adopt(_ query: Query) {
    strategy = query.strategy
    searchOptions = query.options
  }

  /// The settings of a query that are not at their defaults, but for the strategy.
  fileprivate var queryChanges: String {
    let changed = SettingCatalog.ofQueries.filter {
      $0.key != "strategy" && $0.read(self) != $0.read(Settings())
    }
    return changed.map { "\($0.key) \($0.text(self))" }.joined(separator: ", ")
  }
}
