internal import Basics
internal import Reporting
internal import Searching
internal import System
internal import Terminal
internal import UnicodeText

/// A setting: its name, what it means, and how it is read and written as text.
struct SettingDefinition: Sendable {
  let key: String
  let summary: String
  /// What a value looks like, for people.
  let values: String
  /// The values that can be completed.
  let candidates: [String]
  let read: @Sendable (Settings) -> String
  /// Writes a value, or says what it must be by returning false.
  let write: @Sendable (inout Settings, String) -> Bool
  /// The value as `write` takes it, where `read` words it for people.
  var spelling: (@Sendable (Settings) -> String)?

  /// The value as `write` takes it.
  func text(_ settings: Settings) -> String { spelling?(settings) ?? read(settings) }
}

/// Every setting: one entry here makes it known to `:set`, the command line, completion and help.
enum SettingCatalog {
  static let all: [SettingDefinition] = [
    .init(
      key: "strategy", summary: "how a query is matched",
      choices: StrategyCatalog.all.map(\.name), at: \.strategy),
    .choice("case", "whether capitals matter (smart: only if the query has one)", \.caseMode),
    .choice("diacritics", "whether accents matter", \.diacritics),
    .onOff("trim", "drop blanks at both ends of a substring query", \.trims),
    .choice("grammar", "the grammar of boolean queries", \.grammar),
    .init(
      key: "separators", summary: "where text is split into tokens, besides blanks",
      values: "characters, and/or camel", candidates: ["camel", ".", "'._-'", "'. camel'"],
      read: { $0.separators.description },
      write: { settings, value in
        guard let separators = TokenSeparators(value) else { return false }
        settings.separators = separators
        return true
      }),
    .init(
      key: "fields", summary: "the fields that are searched", values: "field names, *",
      candidates: ["*"],
      read: { $0.fields?.map(CommandWords.quoted).joined(separator: ",") ?? "*" },
      write: { settings, value in
        let names = value.split(separator: ",").map(String.init).filter { !$0.isEmpty }
        guard !names.isEmpty else { return false }
        settings.fields = names == ["*"] ? nil : names
        return true
      }, spelling: { $0.fields?.joined(separator: ",") ?? "*" }),
    .init(
      key: "regex-engine", summary: "the engine that decides what a regex matches",
      values: "re2", candidates: ["re2"], read: { _ in "re2" }, write: { $1 == "re2" }),
    .init(
      key: "path", summary: "the access path of a search",
      choices: ["auto"] + AccessPathCatalog.names, at: \.accessPath),
    .init(
      key: "threads", summary: "the threads of a search",
      values: "1 to the number of processors, auto", candidates: ["auto"],
      read: { $0.threads.map(String.init) ?? "auto" },
      write: { settings, value in
        if value == "auto" {
          settings.threads = nil
          return true
        }
        guard let threads = Int(value), (1...Platform.coreCount).contains(threads) else {
          return false
        }
        settings.threads = threads
        return true
      }),
    .init(
      key: "cache", summary: "the memory that results of recent queries may take",
      values: "bytes, with K, M or G behind the number", candidates: ["0", "64M", "1G"],
      read: { ByteCount.text($0.cacheBytes) },
      write: { settings, value in
        guard let bytes = ByteCount.number(value) else { return false }
        settings.cacheBytes = bytes
        return true
      }),
    .init(
      key: "format", summary: "how results are written",
      choices: EncoderCatalog.names, at: \.format),
    .count("limit", "records printed in all, 0 for all (a page at a terminal)", \.limit),
    .count("context", "lines around a hit, in corpora of lines", \.context),
    .onOff("timing", "the timing line after each query", \.showsTiming),
    .init(
      key: "pager", summary: "long output goes through a pager", values: "auto never",
      candidates: ["auto", "never"], read: { $0.usesPager ? "auto" : "never" },
      write: { settings, value in
        guard value == "auto" || value == "never" else { return false }
        settings.usesPager = value == "auto"
        return true
      }),
    .choice("color", "colours", \.color),
    .init(
      key: "width", summary: "columns of output", values: "columns, auto", candidates: ["auto"],
      read: { $0.width.map(String.init) ?? "auto" },
      write: { settings, value in
        if value == "auto" {
          settings.width = nil
          return true
        }
        guard let columns = Int(value), (1...10_000).contains(columns) else { return false }
        settings.width = columns
        return true
      }),
    .init(
      key: "hyperlink", summary: "links from results to their files", values: "auto never FORMAT",
      candidates: ["auto", "never"], read: { $0.hyperlink },
      write: { settings, value in
        settings.hyperlink = value
        return !value.isEmpty
      }),
    .init(
      key: "seed", summary: "the seed of everything random", values: "a whole number from 0",
      candidates: [], read: { String($0.seed) },
      write: { settings, value in
        guard let seed = UInt64(value) else { return false }
        settings.seed = seed
        return true
      }),
    .init(
      key: "editor", summary: "the editor of :open", values: "command", candidates: [],
      read: { $0.editor ?? "$VISUAL, $EDITOR" },
      write: { settings, value in
        settings.editor = value.isEmpty ? nil : value
        return true
      }, spelling: { $0.editor ?? "" }),
  ]

  /// The settings that only say how results are shown, or how fast they come; all others decide what they are.
  static let presentation: Set<String> = [
    "threads", "cache", "format", "timing", "pager", "color", "width", "hyperlink", "editor",
  ]

  /// The settings that a saved query keeps: those that decide what is found.
  static let ofQueries = all.filter {
    !presentation.contains($0.key) && !["limit", "context", "seed"].contains($0.key)
  }

  static func named(_ key: String) -> SettingDefinition? { all.first { $0.key == key } }

  /// The complaint about a setting that does not exist.
  static func unknown(_ key: String) -> ShellError {
    .usage(
      "no setting is called \(key)"
        + suggestion(for: key, among: all.map(\.key), else: ":set lists them"), at: .word(key))
  }

  /// Writes a setting from text.
  ///
  /// - Throws: a usage error that names the nearest setting, or the values that are allowed.
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

extension SettingDefinition {
  /// A setting that is one of some names.
  init(
    key: String, summary: String, choices: [String],
    at path: any (WritableKeyPath<Settings, String> & Sendable)
  ) {
    self.init(
      key: key, summary: summary, values: choices.joined(separator: " "), candidates: choices,
      read: { $0[keyPath: path] },
      write: { settings, value in
        settings[keyPath: path] = value
        return choices.contains(value)
      })
  }

  /// A setting whose values are the cases of an enumeration.
  static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ summary: String, _ path: any (WritableKeyPath<Settings, Value> & Sendable)
  ) -> SettingDefinition {
    let names = Value.allCases.map(\.rawValue)
    return SettingDefinition(
      key: key, summary: summary, values: names.joined(separator: " "), candidates: names,
      read: { $0[keyPath: path].rawValue },
      write: { settings, value in
        guard let parsed = Value(rawValue: value) else { return false }
        settings[keyPath: path] = parsed
        return true
      })
  }

  static func onOff(
    _ key: String, _ summary: String, _ path: any (WritableKeyPath<Settings, Bool> & Sendable)
  ) -> SettingDefinition {
    SettingDefinition(
      key: key, summary: summary, values: "on off", candidates: ["on", "off"],
      read: { $0[keyPath: path] ? "on" : "off" },
      write: { settings, value in
        guard value == "on" || value == "off" else { return false }
        settings[keyPath: path] = value == "on"
        return true
      })
  }

  static func count(
    _ key: String, _ summary: String, _ path: any (WritableKeyPath<Settings, Int> & Sendable)
  ) -> SettingDefinition {
    SettingDefinition(
      key: key, summary: summary, values: "a whole number from 0", candidates: [],
      read: { String($0[keyPath: path]) },
      write: { settings, value in
        guard let number = Int(value), number >= 0 else { return false }
        settings[keyPath: path] = number
        return true
      })
  }
}
