/// Help that is not about one command.
enum HelpTopics {
  struct Topic: Sendable {
    let name: String
    /// Other words by which it is asked for.
    var aliases: [String] = []
    let summary: String
    let text: String
    var examples: [HelpExample] = []
    /// Topics, commands (with their colon) and settings (`:set KEY`) that say more.
    var related: [String] = []
  }

  static let all: [Topic] = searching + working + [catalogs] + around

  static func named(_ name: String) -> Topic? {
    all.first { $0.name == name || $0.aliases.contains(name) }
  }
}
