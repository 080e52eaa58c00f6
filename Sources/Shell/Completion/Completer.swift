internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import Terminal

/// Completes a line for the Tab key.
struct Completer {
  let workspace: Workspace

  /// A possible completion of a word, not yet quoted.
  struct Offer: Equatable {
    /// The word after completion, without quotes.
    var text: String
    /// The text to insert after the word if this is the only completion.
    var suffix = " "
  }

  /// Completes the word before `cursor`, a UTF-8 offset in `line`.
  ///
  /// The text after the cursor is used only in a query.
  func complete(_ line: String, _ cursor: Int) -> Completions {
    let head = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let tail = String(decoding: line.utf8.dropFirst(cursor), as: UTF8.self)
    guard case .command(let name, let rest) = InputLine(head) else {
      // Offer no commands if the cursor is at the start of a nonempty line.
      if head.isEmpty, !tail.isEmpty { return Self.nothing }
      return head.hasPrefix(":") || head.isEmpty
        ? commands(head, partial: String(head.dropFirst()))
        : query(head, tail, by: workspace.settings.strategy, endingAt: cursor)
    }
    let hasArguments = rest != "" || head.last?.isWhitespace == true
    guard hasArguments else { return commands(head, partial: name) }
    guard let entry = try? CommandCatalog.find(name, allowsPrefixes: true) else {
      return Self.nothing
    }
    if let query = Self.query(of: entry, rest) {
      let strategy =
        StrategyCatalog.named(entry.name)?.name ?? workspace.settings.strategy
      return self.query(String(query), tail, by: strategy, endingAt: cursor)
    }
    return arguments(of: entry, head: head, rest: rest)
  }

  /// The query in the arguments of a command; nil if the cursor is not in a query.
  private static func query(of entry: CommandEntry, _ rest: String) -> Substring? {
    switch entry.form.arguments.last?.kind {
    case .query:
      let query = QueryLine(rest, entry.form).query
      let isOption =
        !entry.form.options.isEmpty && query.hasPrefix("--")
        && !query.contains { $0 == " " || $0 == "\t" }
      return query.isEmpty && !entry.form.options.isEmpty || isOption ? nil : query
    case .savedThenQuery:
      let rest = rest.drop { $0 == " " || $0 == "\t" }
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
    guard let (form, before) = Self.form(of: entry, words.before) else {
      let members = Self.members(of: entry).map { Offer(text: $0) }
      return Self.completions(
        members.filter { $0.text.hasPrefix(partial) }, replacing: words.start, in: head)
    }
    if let joined = joinedValue(partial, of: form, in: head) { return joined }
    var kind: ValueKind?
    let offers: [Offer]
    if partial.hasPrefix("-"), !before.contains("--") {
      offers = Self.options(of: form).map { Offer(text: $0) }
    } else if let option = before.last, let valued = form.option(option), valued.value != nil {
      kind = valued.kind
      offers = values(valued.kind, words, before)
    } else {
      kind = form.argumentKind(after: before)
      offers = kind.map { values($0, words, before) } ?? []
    }
    let isList = kind == .fields || kind == .settingValue && before == ["fields"]
    let listed = isList ? Self.listed(offers, after: partial) : offers
    let matching = listed.filter { $0.text.hasPrefix(partial) }
    return Self.completions(
      matching, replacing: words.start, in: head, startsWithTilde: words.startsWithTilde)
  }

  /// The completions of the value in `--key=value`.
  ///
  /// The result is nil if the option is unknown or takes free text.
  private func joinedValue(
    _ partial: String, of form: CommandForm, in head: String
  ) -> Completions? {
    guard partial.hasPrefix("--"), let equals = partial.firstIndex(of: "="),
      let option = form.option(String(partial[..<equals])), option.kind != .text
    else { return nil }
    let value = String(partial[partial.index(after: equals)...])
    let all = values(option.kind, Words(before: [], partial: value, start: 0), [])
    let offers = (option.kind == .fields ? Self.listed(all, after: value) : all)
      .filter { $0.text.hasPrefix(value) }
    return Self.completions(offers, replacing: head.utf8.count - value.utf8.count, in: head)
  }

  /// The completions for a value of this kind.
  private func values(_ kind: ValueKind, _ words: Words, _ before: [String]) -> [Offer] {
    if kind == .files {
      return PathCompletion(home: words.startsWithTilde ? workspace.console.homeFolder : nil)
        .offers(for: words.partial)
    }
    let texts: [String] =
      switch kind {
      case .text, .query, .files: []
      case .words(let all): all()
      case .corpora: workspace.corpora.map(\.name)
      case .corporaOrAll: workspace.corpora.map(\.name) + ["*"]
      case .savedNames, .savedThenQuery: workspace.savedNames
      case .strategiesAndSaved: StrategyCatalog.all.map(\.name) + workspace.savedNames
      case .fields: fieldNames
      case .sessions: SessionStore.names(workspace.console.environment)
      case .catalogs: workspace.catalogNames
      case .settingNames: SettingCatalog.all.map(\.key)
      case .settingValue: before.first.map(settingValues) ?? []
      case .helpNames:
        words.partial.hasPrefix(":")
          ? CommandCatalog.all.map { ":" + $0.name } : HelpPage.names.uniqued()
      }
    return texts.map { Offer(text: $0) }
  }

  var fieldNames: [String] {
    workspace.corporaInScope.flatMap { $0.fields.map(\.name) }
      .uniqued()
  }

  /// The completions for the last name of a comma-separated list.
  ///
  /// Each completion starts with the earlier names of the list. These names are not offered again.
  private static func listed(_ offers: [Offer], after partial: String) -> [Offer] {
    guard let comma = partial.utf8.lastIndex(of: UInt8(ascii: ",")) else { return offers }
    let before = partial[...comma]
    let names = before.split(separator: ",").map(String.init)
    return offers.filter { !names.contains($0.text) && $0.text != "*" }
      .map { Offer(text: before + $0.text, suffix: $0.suffix) }
  }

  private func settingValues(of key: String) -> [String] {
    if key == "fields" { return ["*"] + fieldNames }
    return SettingCatalog.named(key)?.candidates ?? []
  }

  /// The command form, and the arguments of the command; nil if `words` name no member of the
  /// family.
  private static func form(
    of entry: CommandEntry, _ words: [String]
  ) -> (CommandForm, [String])? {
    guard case .family(let family) = entry.body else { return (entry.form, words) }
    guard let member = family.members.first(where: { $0.member == words.first }) else {
      return nil
    }
    return (member.description, Array(words.dropFirst()))
  }

  private static func members(of entry: CommandEntry) -> [String] {
    guard case .family(let family) = entry.body else { return [] }
    return family.members.map { $0.member }
  }

  /// The long options of a command form, including `--help`.
  private static func options(of form: CommandForm) -> [String] {
    (form.options.flatMap(\.names) + ["--help"]).filter { $0.hasPrefix("--") }.uniqued()
  }

  /// The words before the cursor; the last word can be incomplete.
  private struct Words {
    var before: [String]
    var partial: String
    /// The byte offset of the partial word, or of its opening quote, in the line.
    var start: Int
    var startsWithTilde = false
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
        startsWithTilde: last.startsWithTilde)
    }
    return Words(before: words.map(\.text), partial: "", start: offset + end)
  }

  private static func completions(
    _ offers: [Offer], replacing start: Int, in head: String, startsWithTilde: Bool = false
  ) -> Completions {
    // Keep a leading `~/` outside the quotes, because a quoted tilde is not expanded.
    let bare = startsWithTilde ? "~/" : ""
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

extension CommandForm {
  /// The option of this command form that is called `name`.
  fileprivate func option(_ name: String) -> ParameterDescription? {
    options.first { $0.names.contains(name) }
  }

  /// The kind of the argument that follows `words`; nil if no argument can follow them.
  fileprivate func argumentKind(after words: [String]) -> ValueKind? {
    var place = 0
    var skipsValue = false
    for word in words {
      if skipsValue {
        skipsValue = false
      } else if word.hasPrefix("-"), word != "-" {
        skipsValue = option(word)?.value != nil
      } else {
        place += 1
      }
    }
    if place < arguments.count { return arguments[place].kind }
    return arguments.last?.repeats == true ? arguments.last?.kind : nil
  }
}
