internal import Basics
internal import Reporting
internal import Searching
internal import System
internal import Terminal
internal import UnicodeText

/// All settings.
///
/// An entry here adds a setting to `:set`, the command line, completion, help and saved sessions.
enum SettingCatalog {
  static let all: [SettingDefinition] = [
    .choice(
      "strategy", "how a query is matched", .query, short: "-s",
      of: StrategyCatalog.all.map(\.name), get: { $0.strategy }, set: { $0.strategy = $1 }),
    .choice(
      "case", "whether case matters (smart: only if the query has a capital)", .query,
      flags: [
        .init(names: ["-i", "--ignore-case"], value: "ignore", help: "The same as --case ignore."),
        .init(names: ["-S", "--smart-case"], value: "smart", help: "The same as --case smart."),
      ], get: { $0.searchOptions.caseMode }, set: { $0.searchOptions.caseMode = $1 }),
    .choice(
      "diacritics", "whether accents matter", .query, get: { $0.searchOptions.diacritics },
      set: { $0.searchOptions.diacritics = $1 }),
    .onOff(
      "trim", "drop whitespace at both ends of a substring query", .query,
      get: { $0.searchOptions.trims }, set: { $0.searchOptions.trims = $1 }
    ),
    .choice(
      "grammar", "the grammar of boolean queries", .query, get: { $0.searchOptions.grammar },
      set: { $0.searchOptions.grammar = $1 }),
    .init(
      key: "separators", summary: "token separators, in addition to whitespace",
      role: .query, values: "characters, and/or camel", placeholder: "CHARS",
      candidates: ["camel", ".", "'._-'", "'. camel'"],
      read: { $0.searchOptions.separators.description },
      write: { settings, value in
        guard let separators = TokenSeparators(value) else { return false }
        settings.searchOptions.separators = separators
        return true
      }),
    .init(
      key: "fields", summary: "the fields that are searched", role: .query,
      values: "field names separated by commas, or *", placeholder: "NAMES", candidates: ["*"],
      read: { $0.searchOptions.fields?.map(CommandWords.quoted).joined(separator: ",") ?? "*" },
      write: { settings, value in
        let names = value.split(separator: ",").map(String.init).filter { !$0.isEmpty }
        guard !names.isEmpty else { return false }
        settings.searchOptions.fields = names == ["*"] ? nil : names
        return true
      }, spelling: { $0.searchOptions.fields?.joined(separator: ",") ?? "*" }),
    .choice(
      "regex-engine", "the regular expression engine", .query,
      get: { $0.searchOptions.regexEngine }, set: { $0.searchOptions.regexEngine = $1 }),
    .choice(
      "classes", #"what \d, \s, \w and \b of regular expressions mean"#, .query,
      get: { $0.searchOptions.classes }, set: { $0.searchOptions.classes = $1 }),
    .count(
      "delay", "milliseconds that live search waits before it searches", .presentation,
      maximum: 60_000, get: { $0.delay }, set: { $0.delay = $1 }),
    .onOff(
      "follow", "whether records appended to files are added immediately", .presentation,
      get: { $0.follows }, set: { $0.follows = $1 }),
    .onOff(
      "mouse", "whether live search responds to clicks and the wheel", .presentation,
      get: { $0.usesMouse }, set: { $0.usesMouse = $1 }),
    .choice(
      "path", "the access path of a search", .query, of: ["auto"] + AccessPathCatalog.names,
      get: { $0.searchOptions.accessPath }, set: { $0.searchOptions.accessPath = $1 }),
    .numberOrAuto(
      "threads", "how many threads a search uses", .presentation,
      values: "1 to the number of processors, auto", in: 1...Platform.coreCount,
      get: { $0.searchOptions.threads }, set: { $0.searchOptions.threads = $1 }),
    .init(
      key: "cache", summary: "the memory for results of recent queries",
      role: .presentation, values: "bytes; K, M or G may follow the number", placeholder: "BYTES",
      candidates: ["0", "64M", "1G"], read: { ByteCount.text($0.cacheBytes) },
      write: { settings, value in
        guard let bytes = ByteCount.number(value) else { return false }
        settings.cacheBytes = bytes
        return true
      }),
    .choice(
      "format", "the output format of results", .presentation, of: EncoderCatalog.names,
      get: { $0.format }, set: { $0.format = $1 }),
    .count(
      "limit", "the maximum number of records to print; 0 means all, or one page at a terminal",
      .amount, get: { $0.limit }, set: { $0.limit = $1 }),
    .count(
      "context", "records printed before and after each match", .amount, short: "-C",
      get: { $0.context }, set: { $0.context = $1 }),
    .onOff(
      "timing", "whether a timing line follows each result", .presentation, get: { $0.showsTiming },
      set: { $0.showsTiming = $1 }),
    .onOff(
      "pager", "whether long output goes through a pager", .display,
      words: ("auto", "never"),
      flags: [.init(names: ["--no-pager"], value: "never", help: "The same as --pager never.")],
      get: { $0.usesPager }, set: { $0.usesPager = $1 }),
    .choice(
      "color", "whether output is colored", .display, get: { $0.color }, set: { $0.color = $1 }),
    .numberOrAuto(
      "width", "the output width", .display, values: "columns, auto", in: 1...10_000,
      get: { $0.width }, set: { $0.width = $1 }),
    .init(
      key: "hyperlink", summary: "whether results link to their files", role: .display,
      values: "auto never FORMAT", placeholder: "HOW", candidates: ["auto", "never"],
      read: { $0.hyperlink },
      write: { settings, value in
        settings.hyperlink = value
        return !value.isEmpty
      }),
    .init(
      key: "seed", summary: "the seed of all random numbers", role: .amount,
      values: "a whole number from 0", placeholder: "N", read: { String($0.seed) },
      write: { settings, value in
        guard let seed = UInt64(value) else { return false }
        settings.seed = seed
        return true
      }),
    .init(
      key: "editor", summary: "the editor of :open", role: .presentation, values: "command",
      placeholder: "COMMAND", read: { $0.editor ?? "$VISUAL, $EDITOR" },
      write: { settings, value in
        settings.editor = value.isEmpty ? nil : value
        return true
      }, spelling: { $0.editor ?? "" }),
  ]

  /// The settings of a query, which saved queries store.
  static let ofQueries = all.filter { $0.role == .query }

  static func named(_ key: String) -> SettingDefinition? { all.first { $0.key == key } }

  /// The error for an unknown setting.
  static func unknown(_ key: String) -> ShellError {
    .usage(
      "no setting is called \(key)"
        + suggestion(for: key, among: all.map(\.key), else: ":set lists all settings"),
      at: .word(key))
  }

  /// Sets a setting from text.
  ///
  /// - Throws: a usage error for an unknown setting or an invalid value. The error suggests a
  ///   similar setting or value, or lists the allowed values.
  static func write(
    _ key: String, _ value: String, to settings: inout Settings, origin: SettingOrigin
  ) throws {
    guard let definition = named(key) else {
      throw unknown(key)
    }
    var changed = settings
    guard definition.write(&changed, value) else {
      throw ShellError.usage(
        "\(key) cannot be \(CommandWords.quoted(value))"
          + suggestion(
            for: value, among: definition.candidates, else: "it takes \(definition.values)"),
        at: .word(value))
    }
    let isDefault = definition.read(changed) == definition.read(Settings())
    changed.origins[key] = isDefault ? nil : origin
    settings = changed
  }
}
