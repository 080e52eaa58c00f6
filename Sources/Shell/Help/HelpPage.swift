/// The help page of a command, a topic, or a setting.
struct HelpPage: Sendable {
  /// The name by which other pages refer to this page: `:export`, `formats` or `:set format`.
  let name: String
  /// The names under which `:help` finds the page.
  let keys: [String]
  let summary: String
  let text: String
  let examples: [HelpExample]
  let related: [String]

  /// The text of the page, with `folder` as the folder of the bundled corpora.
  func shown(corporaIn folder: String) -> String {
    var shown = text.hasSuffix("\n") ? text : text + "\n"
    shown += HelpExample.text(examples, corporaIn: folder)
    if !related.isEmpty {
      let names = related.map { $0.hasPrefix(":set ") ? String($0.dropFirst(5)) : $0 }
      shown += "\nMore: " + names.map { ":help " + $0 }.joined(separator: " · ") + "\n"
    }
    return shown
  }
}

extension HelpPage {
  init(_ entry: CommandEntry) {
    let note = CommandNotes.all[entry.name] ?? CommandNote()
    let parts = [
      entry.synopsis + "\n  " + entry.summary, note.text, Self.options(of: entry),
    ]
    self.init(
      name: ":" + entry.name, keys: [entry.name] + (entry.short.map { [$0] } ?? []),
      summary: entry.summary,
      text: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"), examples: note.examples,
      related: note.related)
  }

  init(_ topic: HelpTopics.Topic) {
    self.init(
      name: topic.name, keys: [topic.name] + topic.aliases, summary: topic.summary,
      text: topic.text, examples: topic.examples, related: topic.related)
  }

  init(_ setting: SettingDefinition) {
    let short = setting.short.map { " (\($0))" } ?? ""
    let value = setting.read(Settings())
    self.init(
      name: ":set " + setting.key, keys: [setting.key], summary: setting.summary,
      text: """
        :set \(setting.key) VALUE, --\(setting.key) VALUE\(short)
          \(setting.summary)
          values: \(setting.values); default: \(value)
        """, examples: [], related: [":set"])
  }

  /// All pages: commands, then topics, then settings.
  static var all: [HelpPage] {
    CommandCatalog.all.map { HelpPage($0) } + HelpTopics.all.map { HelpPage($0) }
      + SettingCatalog.all.map { HelpPage($0) }
  }

  /// The pages called `name`; a command, a topic and a setting can have the same name.
  static func named(_ name: String) -> [HelpPage] {
    if name.hasPrefix(":") {
      return CommandCatalog.exact(String(name.dropFirst())).map { [HelpPage($0)] } ?? []
    }
    let pages = [
      CommandCatalog.exact(name).map { HelpPage($0) }, HelpTopics.named(name).map { HelpPage($0) },
      SettingCatalog.named(name).map { HelpPage($0) },
    ]
    return pages.compactMap(\.self)
  }

  /// The help text for the arguments and options of a command.
  private static func options(of entry: CommandEntry) -> String {
    switch entry.body {
    case .strategy: ""
    case .command: entry.form.optionText
    case .family(let family): family.overview(at: .prompt)
    }
  }
}

extension CommandEntry {
  /// The synopsis of the command, such as `:next (:n) [K]`.
  var synopsis: String {
    let words = [":" + name, short.map { "(:\($0))" } ?? "", usage]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
