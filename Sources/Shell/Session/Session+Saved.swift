internal import Reporting
internal import Searching

extension Session {
  /// `:save NAME [Q]`: Q, or the last query.
  func save(_ rest: String) throws {
    let name = String(rest.prefix { !$0.isWhitespace })
    let query = String(rest.dropFirst(name.count).drop { $0 == " " || $0 == "\t" })
    guard !name.isEmpty else {
      throw ShellError.usage(":save needs a name: :save NAME [QUERY]; without QUERY, the last one")
    }
    let entry: SavedQuery
    if !query.isEmpty {
      entry = SavedQuery(name: name, text: query, settings: settings)
    } else if let outcome {
      var used = settings
      used.strategy = outcome.query.strategy
      entry = SavedQuery(name: name, text: outcome.query.text, settings: used)
    } else {
      throw ShellError.failure("no query to save yet: search first, or give one: :save NAME QUERY")
    }
    let verb = saved.contains { $0.name == name } ? "replaced" : "saved"
    saved.removeAll { $0.name == name }
    saved.append(entry)
    console.report("\(verb) \(name): \(entry.settings.strategy) \(entry.text)")
  }

  /// `:run NAME [ARG]...`: `$1` to `$9` in the query become the arguments, `$$` a dollar sign.
  func runSaved(_ name: String, _ arguments: [String]) throws {
    guard let entry = saved.first(where: { $0.name == name }) else {
      let remedy = suggestion(for: name, among: saved.map(\.name), else: ":saved lists them")
      throw ShellError.failure("no saved query is called \(name)\(remedy)")
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
    var table = Table(["name", "strategy", "query"])
    for entry in saved {
      table.append([entry.name, entry.settings.strategy, entry.text].map { StyledText($0) })
    }
    try console.write(table)
  }
}
