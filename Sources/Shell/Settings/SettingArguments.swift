internal import ArgumentParser

/// Every setting as an option of the command line.
struct SettingArguments: ParsableArguments {
  @Option(
    name: [.customShort("s", allowingJoined: true), .long],
    help: "substring, prefix, bool or regex.")
  var strategy: String?

  @Option(name: .customLong("case"), help: "ignore, smart or sensitive.")
  var caseMode: String?

  @Flag(name: .customShort("i"), help: "Ignore case (--case ignore).")
  var ignoresCase = false

  @Flag(name: .customShort("S"), help: "Mind case only if the query has a capital (--case smart).")
  var smartCase = false

  @Option(help: "ignore or sensitive.") var diacritics: String?
  @Option(help: "on or off.") var trim: String?
  @Option(help: "classic or standard.") var grammar: String?
  @Option(help: "Characters that part tokens, and/or camel.") var separators: String?
  @Option(help: "Search only these fields, parted by commas.") var fields: String?
  @Option(name: .customLong("regex-engine"), help: "re2.") var regexEngine: String?
  @Option(help: "The access path: auto, scan, or the name of an index.") var path: String?
  @Option(help: "Threads of a search, or auto.") var threads: String?
  @Option(help: "Bytes of results to keep (K, M, G); 0 keeps none.") var cache: String?
  @Option(help: "How results are written.") var format: String?
  @Option(
    name: [.customShort("m", allowingJoined: true), .long], help: "Write at most N records in all.")
  var limit: String?
  @Option(
    name: [.customShort("C", allowingJoined: true), .long], help: "Show N lines around a hit.")
  var context: String?
  @Option(help: "on or off.") var timing: String?
  @Option(help: "auto or never.") var pager: String?
  @Flag(name: .customLong("no-pager"), help: "Never start a pager.") var noPager = false
  @Option(help: "auto, always or never.") var color: String?
  @Option(help: "Columns of output, or auto.") var width: String?
  @Option(help: "auto, never or a format.") var hyperlink: String?
  @Option(help: "The seed of everything random.") var seed: String?
  @Option(help: "The editor's command.") var editor: String?

  /// The same without the means to parse it.
  var request: SettingRequest {
    var request = SettingRequest(
      ignoresCase: ignoresCase, mindsCapitals: smartCase, hasNoPager: noPager)
    let given: [(String, String?)] = [
      ("strategy", strategy), ("case", caseMode), ("diacritics", diacritics), ("trim", trim),
      ("grammar", grammar), ("separators", separators), ("fields", fields),
      ("regex-engine", regexEngine), ("path", path), ("threads", threads), ("cache", cache),
      ("format", format), ("limit", limit), ("context", context), ("timing", timing),
      ("pager", pager), ("color", color), ("width", width), ("hyperlink", hyperlink),
      ("seed", seed), ("editor", editor),
    ]
    for (key, value) in given { request.texts[key] = value }
    return request
  }

  /// The settings given, in the order of the catalogue.
  ///
  /// - Throws: a usage error if two options contradict each other.
  func values() throws -> [(key: String, value: String)] { try request.values() }

  /// Writes the settings given into `settings`.
  ///
  /// - Throws: a usage error that names the option and the values it takes.
  func apply(to settings: inout Settings, except left: Set<String> = []) throws {
    try request.apply(to: &settings, except: left)
  }
}
