/// Settings as they were given on the command line, not yet checked.
struct SettingRequest: Equatable {
  /// The values given, by the settings' names.
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

  /// The same where results are tables of measurements or of stored things, with formats of their own.
  static let parametersOfMembers = parametersWithShortLimit.map { parameter in
    guard parameter.description.names == ["--format"] else { return parameter }
    return Parameter(
      description: .init(
        names: ["--format"], value: "NAME",
        help: "How results are written: table, csv, json or markdown.",
        kind: .runFormats), effect: parameter.effect)
  }

  /// Writes the settings given into `settings`.
  ///
  /// - Throws: a usage error that names the option and the values it takes.
  func apply(to settings: inout Settings, except left: Set<String> = []) throws {
    // Most searches give no setting, and need not make the catalog.
    if texts.isEmpty { return }
    for setting in SettingCatalog.all where !left.contains(setting.key) {
      guard let value = texts[setting.key] else { continue }
      try SettingCatalog.write(setting.key, value, to: &settings, origin: .commandLine)
    }
  }
}
