internal import ArgumentParser
internal import Searching
internal import Terminal

/// `compare`: as a subcommand of the executable.
struct CompareArguments: MemberCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Run one query by every strategy, or one strategy in every way.",
    usage: "compare [options] QUERY [FILE...|-]",
    discussion: """
      Without FILE, standard input is searched if it is not a terminal, else the current folder.
      """)

  @Argument(help: "The query.") var query: String
  @Argument(help: "Files, folders, or - for standard input.") var files: [String] = []

  @OptionGroup var ways: CompareOptions
  @OptionGroup(title: "Load options") var load: LoadArguments
  @OptionGroup(title: "Settings") var settings: SettingArguments
  @OptionGroup(title: "Output") var common: CommonArguments

  func perform(in session: Session) throws {
    let format = try format()
    var paths = files
    if paths.isEmpty { paths = [session.console.facts.isInputTerminal ? "." : "-"] }
    let corpora = try session.corporaToMeasure(paths, load)
    let query = Query(
      query, by: session.settings.strategy, options: session.settings.searchOptions)
    try session.compare(query, in: corpora, ways, format)
  }
}

/// What `compare` takes beside a query, at the prompt too.
struct CompareOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "Run each way N times; without it, for half a second.")
  var runs: Int?

  @Flag(
    name: .customLong("all-paths"),
    help: "The strategy of the settings by every access path and contender.")
  var allPaths = false

  @Flag(name: .customLong("allow-debug"), help: "Measure a debug build.")
  var allowsDebug = false
}

/// The options at the beginning of a `:compare` line, and the query, which is the rest as it stands.
struct CompareLine {
  var options: [String] = []
  var query: Substring

  /// Splits a line: options are read until the first word that is none of them.
  init(_ line: String) {
    query = line[...]
    while let word = Self.word(of: query), word.hasPrefix("--") {
      if word == "--" {
        drop(word)
        return
      }
      let name = word.prefix { $0 != "=" }
      guard Self.known[String(name)] != nil else { return }
      drop(word)
      options.append(String(word))
      if Self.known[String(name)] == true, !word.contains("="), let value = Self.word(of: query) {
        drop(value)
        options.append(String(value))
      }
    }
  }

  /// The options, and whether a value follows.
  static let known = [
    "--runs": true, "--format": true, "--all-paths": false, "--allow-debug": false,
  ]

  private static func word(of text: Substring) -> Substring? {
    let word = text.prefix { $0 != " " && $0 != "\t" }
    return word.isEmpty ? nil : word
  }

  private mutating func drop(_ word: Substring) {
    query = query.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
  }
}

/// The options of a `:compare` line as the parser takes them.
struct CompareLineArguments: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: ":compare")

  @OptionGroup var ways: CompareOptions
  @Option(help: "table, csv, json or markdown.") var format: String?
}

/// `:diff A B`.
struct DiffCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: ":diff", abstract: "The records that only A finds, only B, and both.",
    discussion: """
      A and B are strategies, which run the last query again, or saved queries.
      """)

  @Argument var first: String
  @Argument var second: String

  mutating func run(in session: Session) throws { try session.diff(first, second) }
}
