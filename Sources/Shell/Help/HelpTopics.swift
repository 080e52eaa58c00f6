/// The help pages on topics; commands and settings have their own pages.
enum HelpTopics {
  struct Topic: Sendable {
    let name: String
    /// Alternative names of the topic.
    var aliases: [String] = []
    let summary: String
    let text: String
    var examples: [HelpExample] = []
    /// The names of related help pages: topics, commands (`:NAME`) and settings (`:set KEY`).
    var related: [String] = []
  }

  static let all: [Topic] = searching + working + [tables, catalogs, servers] + around

  /// A line for each name, with its meaning in an aligned column.
  static func list(_ entries: [(name: String, meaning: String)]) -> String {
    let width = entries.map(\.name.count).max() ?? 0
    return entries.map { entry in
      entry.name + String(repeating: " ", count: width - entry.name.count + 2) + entry.meaning
    }.joined(separator: "\n")
  }

  static func named(_ name: String) -> Topic? {
    all.first { $0.name == name || $0.aliases.contains(name) }
  }
}
