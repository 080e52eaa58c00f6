internal import ArgumentParser
internal import Basics
internal import Cataloguing
internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// What Tab offers for a line.
struct Completer {
  let session: Session

  /// A completion before it is fitted into the line.
  struct Offer: Equatable {
    /// The word as it would be meant, unquoted.
    var text: String
    /// What follows the word once it is the only choice.
    var suffix = " "
  }

  /// Completes the word at `cursor`, a position in the UTF-8 of `line`; what follows it plays no part.
  func complete(_ line: String, _ cursor: Int) -> Completions {
    let head = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let tail = String(decoding: line.utf8.dropFirst(cursor), as: UTF8.self)
    guard case .command(let name, let rest) = InputLine(head) else {
      // Before a query that is there nothing begins a command.
      if head.isEmpty, !tail.isEmpty { return Self.nothing }
      return head.hasPrefix(":") || head.isEmpty
        ? commands(head, partial: String(head.dropFirst()))
        : query(head, tail, by: session.settings.strategy, endingAt: cursor)
    }
    let hasArguments = rest != "" || head.last?.isWhitespace == true
    guard hasArguments else { return commands(head, partial: name) }
    guard let entry = try? CommandCatalog.find(name, allowsPrefixes: true) else {
      return Self.nothing
    }
    if let query = Self.query(of: entry, rest) {
      let strategy =
        StrategyCatalog.named(entry.name)?.name ?? session.settings.strategy
      return self.query(String(query), tail, by: strategy, endingAt: cursor)
    }
    return arguments(of: entry, head: head, rest: rest)
  }

  /// The query in the arguments of a command, where the cursor is in one.
  private static func query(of entry: CommandEntry, _ rest: String) -> Substring? {
    let rest = rest.drop { $0 == " " || $0 == "\t" }
    switch entry.completion {
    case .query: return rest
    case .comparison:
      let query = CompareLine(String(rest)).query
      let isOption = query.hasPrefix("--") && !query.contains { $0 == " " || $0 == "\t" }
      return query.isEmpty || isOption ? nil : query
    case .savedThenQuery:
      let query = rest.drop { $0 != " " && $0 != "\t" }
      return query.isEmpty ? nil : query.drop { $0 == " " || $0 == "\t" }
    default: return nil
    }
  }

  private func commands(_ head: String, partial: String) -> Completions {
    let offers = CommandCatalog.all.filter { $0.name.hasPrefix(partial) }
      .map { Offer(text: ":" + $0.name) }
    let start = head.utf8.count - partial.utf8.count - (head.isEmpty ? 0 : 1)
    return Self.completions(offers, replacing: start, in: head)
  }

  private func arguments(of entry: CommandEntry, head: String, rest: String) -> Completions {
    let words = Self.words(rest, from: head.utf8.count - rest.utf8.count)
    let partial = words.partial
    if let joined = joinedValue(partial, of: entry, in: head) { return joined }
    let offers: [Offer] =
      if case .family(let family) = entry.body, words.before.isEmpty {
        family.members.map { Offer(text: $0.member) }
      } else if partial.hasPrefix("-"), entry.completion == .comparison {
        CompareLine.known.keys.sorted().map { Offer(text: $0) }
      } else if partial.hasPrefix("-"), !words.before.contains("--"),
        let type = Self.arguments(of: entry, words.before)
      {
        Self.options(of: type).map { Offer(text: $0) }
      } else if let option = words.before.last, option.hasPrefix("--"), option != "--",
        let values = values(of: option, for: entry)
      {
        values.map { Offer(text: $0) }
      } else {
        plainArguments(of: entry, words: words)
      }
    let listed = Self.isList(words.before, of: entry) ? Self.listed(offers, after: partial) : offers
    let matching = listed.filter { $0.text.hasPrefix(partial) }
    return Self.completions(
      matching, replacing: words.start, in: head, startsAtHome: words.startsAtHome)
  }

  /// The values after `--key=`, where the option is known to have some.
  private func joinedValue(
    _ partial: String, of entry: CommandEntry, in head: String
  ) -> Completions? {
    guard partial.hasPrefix("--"), let equals = partial.firstIndex(of: "="),
      let values = values(of: String(partial[..<equals]), for: entry)
    else { return nil }
    let value = String(partial[partial.index(after: equals)...])
    let all = values.map { Offer(text: $0) }
    let isList = partial.hasPrefix("--fields=")
    let offers = (isList ? Self.listed(all, after: value) : all)
      .filter { $0.text.hasPrefix(value) }
    return Self.completions(offers, replacing: head.utf8.count - value.utf8.count, in: head)
  }

  private func plainArguments(of entry: CommandEntry, words: Words) -> [Offer] {
    switch entry.completion {
    case .nothing: []
    case .paths:
      PathCompletion(home: words.startsAtHome ? session.console.homeFolder : nil)
        .offers(for: words.partial)
    case .corpora: session.corpora.map { Offer(text: $0.name) }
    case .corporaOrAll: (session.corpora.map(\.name) + ["*"]).map { Offer(text: $0) }
    case .indexes:
      words.before.isEmpty
        ? IndexCommand.Action.allCases.map { Offer(text: $0.rawValue) }
        : session.corpora.map { Offer(text: $0.name) }
    case .words(let all): words.before.isEmpty ? all.map { Offer(text: $0) } : []
    case .commands:
      (words.partial.hasPrefix(":")
        ? CommandCatalog.all.map { ":" + $0.name } : HelpPage.names.uniqued())
        .map { Offer(text: $0) }
    case .settings:
      if let key = words.before.first {
        settingValues(of: key).map { Offer(text: $0) }
      } else {
        SettingCatalog.all.map { Offer(text: $0.key) }
      }
    case .savedNames:
      words.before.isEmpty ? session.saved.map { Offer(text: $0.name) } : []
    case .savedThenQuery: session.saved.map { Offer(text: $0.name) }
    case .query, .comparison: []
    case .catalogs: catalogArguments(words.before, words)
    case .sessions:
      switch words.before.count {
      case 0: SessionFileCommand.Action.allCases.map { Offer(text: $0.rawValue) }
      case 1: SessionStore.names(session.console.environment).map { Offer(text: $0) }
      default: []
      }
    case .strategiesAndSaved where words.before.count > 1: []
    case .strategiesAndSaved:
      (StrategyCatalog.all.map(\.name) + session.saved.map(\.name)).map { Offer(text: $0) }
    }
  }

  /// What may follow a member of `:catalog`: the names of those there are, and for `add` files.
  private func catalogArguments(_ before: [String], _ words: Words) -> [Offer] {
    if before.count == 1, before[0] != "create" {
      return session.catalogNames.map { Offer(text: $0) }
    }
    guard before.count > 1, before[0] == "add" else { return [] }
    return PathCompletion(home: words.startsAtHome ? session.console.homeFolder : nil)
      .offers(for: words.partial)
  }

  var fieldNames: [String] {
    session.corporaInScope.flatMap { $0.fields.map(\.name) }
      .uniqued()
  }

  /// Whether the next word is a list with commas.
  private static func isList(_ before: [String], of entry: CommandEntry) -> Bool {
    before.last == "--fields" || entry.completion == .settings && before == ["fields"]
  }

  /// What may follow the last comma of a list, with what stands before it.
  private static func listed(_ offers: [Offer], after partial: String) -> [Offer] {
    guard let comma = partial.lastIndex(of: ",") else { return offers }
    let before = partial[...comma]
    let names = before.split(separator: ",").map(String.init)
    return offers.filter { !names.contains($0.text) && $0.text != "*" }
      .map { Offer(text: before + $0.text, suffix: $0.suffix) }
  }

  private func settingValues(of key: String) -> [String] {
    if key == "fields" { return ["*"] + fieldNames }
    return SettingCatalog.named(key)?.candidates ?? []
  }

  private func values(of option: String, for entry: CommandEntry) -> [String]? {
    switch option {
    case "--type": ["auto"] + FormatCatalog.all.map(\.name)
    case "--format": EncoderCatalog.names
    case "--field", "--fields": fieldNames
    case "--each" where entry.name == "catalog": SourceOptions.Unit.allCases.map(\.rawValue)
    case "--path" where entry.name == "index": AccessPathCatalog.buildable.map { $0.name }
    // A name that is not there yet.
    case "--as": []
    default: nil
    }
  }

  /// What reads the arguments of a command after those words.
  private static func arguments(
    of entry: CommandEntry, _ words: [String]
  ) -> (any SessionCommand.Type)? {
    switch entry.body {
    case .raw: nil
    case .parsed(let type): type
    case .family(let family): family.members.first { $0.member == words.first }
    }
  }

  /// The long options that a command's own help names.
  private static func options(of type: any SessionCommand.Type) -> [String] {
    type.helpMessage().split { $0.isWhitespace || $0 == "," || $0 == "/" || $0 == "[" || $0 == "]" }
      .filter { $0.hasPrefix("--") && $0.count > 2 }
      .map(String.init).uniqued()
  }

  /// The words before the cursor.
  private struct Words {
    var before: [String]
    var partial: String
    /// Where the partial word begins in the line, in bytes, its quote included.
    var start: Int
    var startsAtHome = false
  }

  private static func words(_ rest: String, from offset: Int) -> Words {
    var words: [CommandWords.Word]
    var isOpen = false
    do throws(CommandWords.Unfinished) {
      words = try CommandWords(rest).words
    } catch {
      words = error.words
      isOpen = true
    }
    let end = rest.utf8.count
    if let last = words.last, isOpen || last.range.upperBound == end {
      words.removeLast()
      return Words(
        before: words.map(\.text), partial: last.text, start: offset + last.range.lowerBound,
        startsAtHome: last.startsAtHome)
    }
    return Words(before: words.map(\.text), partial: "", start: offset + end)
  }

  private static func completions(
    _ offers: [Offer], replacing start: Int, in head: String, startsAtHome: Bool = false
  ) -> Completions {
    // A tilde means the home folder only outside quotes.
    let bare = startsAtHome ? "~/" : ""
    let quoted = CommandWords.quoted(offers.map { String($0.text.dropFirst(bare.count)) })
    let candidates = zip(offers, quoted).map { offer, word in
      let isCommand = offer.text.hasPrefix(":")
      let isWhole = isCommand || offer.text == bare
      return Completions.Candidate(isWhole ? offer.text : bare + word, display: offer.text)
    }
    return Completions(
      replacing: start..<head.utf8.count, with: candidates, suffix: offers.first?.suffix ?? "")
  }

  static let nothing = Completions(replacing: 0..<0, with: [], suffix: "")
}
