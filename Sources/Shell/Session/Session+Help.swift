internal import ArgumentParser
internal import Reporting

extension Session {
  /// `:help`: the list, a command, a topic, a setting, or the lines that contain a word.
  func help(_ topic: String?) throws {
    guard let topic else { return try console.writePaged(Self.overview, settings: settings) }
    let name = topic.hasPrefix(":") ? String(topic.dropFirst()) : topic
    var text = ""
    if let entry = CommandCatalog.exact(name) { text += Self.help(for: entry) }
    for topic in HelpTopics.all where topic.name == name {
      text += (text.isEmpty ? "" : "\n") + topic.text + "\n"
    }
    if let setting = SettingCatalog.named(name) {
      text +=
        (text.isEmpty ? "" : "\n")
        + ":set \(setting.key) VALUE\n  \(setting.summary); takes \(setting.values)\n"
    }
    if text.isEmpty { text = Self.linesAbout(name) }
    guard !text.isEmpty else {
      let names =
        CommandCatalog.all.map(\.name) + HelpTopics.all.map(\.name) + SettingCatalog.all.map(\.key)
      throw ShellError.usage(
        "no help mentions \(name)"
          + suggestion(for: name, among: names, else: ":help lists all"))
    }
    try console.writePaged(text, settings: settings)
  }

  private static func synopsis(_ entry: CommandEntry) -> String {
    let short = entry.short.map { " (:\($0))" } ?? ""
    return ":\(entry.name)\(short) \(entry.usage)"
  }

  private static func help(for entry: CommandEntry) -> String {
    switch entry.body {
    case .raw: "\(synopsis(entry))\n  \(entry.summary)\n"
    case .parsed(let type): "\(entry.summary)\n\n\(type.helpMessage())\n"
    case .family(let family): "\(entry.summary)\n\n\(family.overview)"
    }
  }

  static var overview: String {
    let rows =
      CommandCatalog.all.map { (synopsis($0), $0.summary) } + [
        (":! COMMAND", "run a shell command"), (":# TEXT", "a comment"),
      ]
    let width = rows.map(\.0.count).max() ?? 0
    var text = ""
    for (left, right) in rows {
      text += left + String(repeating: " ", count: width - left.count + 2) + right + "\n"
    }
    text += "\nAll else is a query. Topics: \(HelpTopics.all.map(\.name).joined(separator: " "))\n"
    return text
  }

  /// Every line of help that contains `word`, case-blind.
  private static func linesAbout(_ word: String) -> String {
    let wanted = word.lowercased()
    let settings = SettingCatalog.all.map { ":set \($0.key)  \($0.summary)" }
    let lines = overview.split(separator: "\n").map(String.init) + settings
    let found = lines.filter { $0.lowercased().contains(wanted) }
    let topics = HelpTopics.all.filter { $0.text.lowercased().contains(wanted) }
      .map { ":help \($0.name)  \($0.summary)" }
    return (found + topics).map { $0 + "\n" }.joined()
  }
}
