/// The settings given on the command line, not checked yet.
struct SettingRequest: Equatable {
  /// The given values, by the name of the setting.
  var texts: [String: String] = [:]

  var format: String? { texts["format"] }

  /// Every setting as an option.
  static let parameters: [Parameter<SettingRequest>] = SettingCatalog.all.flatMap(\.parameters)

  /// Every setting as an option; `-m` is short for `--limit`.
  static let parametersWithShortLimit = parameters.map { parameter in
    guard parameter.description.names == ["--limit"] else { return parameter }
    let old = parameter.description
    return Parameter(
      description: .init(names: ["-m", "--limit"], value: old.value, help: old.help),
      effect: parameter.effect)
  }

  /// Every setting as an option for commands whose results are tables, which have formats of their own.
  static let parametersOfMembers = parametersWithShortLimit.map { parameter in
    guard parameter.description.names == ["--format"] else { return parameter }
    return Parameter(
      description: .init(
        names: ["--format"], value: "NAME",
        help: "The output format: table, csv, json or markdown.",
        kind: .runFormats), effect: parameter.effect)
  }

  /// Sets the given settings in `settings`, except those in `left`.
  ///
  /// - Throws: a usage error that names the setting and its allowed values.
  func apply(to settings: inout Settings, except left: Set<String> = []) throws {
    // Most searches give no settings, so avoid creating `SettingCatalog.all` for them.
    if texts.isEmpty { return }
    for setting in SettingCatalog.all where !left.contains(setting.key) {
      guard let value = texts[setting.key] else { continue }
      try SettingCatalog.write(setting.key, value, to: &settings, origin: .commandLine)
    }
  }
}
