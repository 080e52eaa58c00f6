/// The settings given on the command line, before they are checked.
struct SettingRequest: Equatable {
  /// The given values, with the names of the settings as keys.
  var texts = NamedValues<String>()

  var format: String? { texts["format"] }

  /// The options for all settings.
  static let parameters: [Parameter<SettingRequest>] = SettingCatalog.all.flatMap(\.parameters)

  /// The options for all settings, with `-m` as a short form of `--limit`.
  static let parametersWithShortLimit = parameters.map { parameter in
    guard parameter.description.names == ["--limit"] else { return parameter }
    let old = parameter.description
    return Parameter(
      description: .init(names: ["-m", "--limit"], value: old.value, help: old.help),
      effect: parameter.effect)
  }

  /// The options for all settings, for commands such as `bench unique`.
  ///
  /// The formats of these commands differ from those of searches.
  static let parametersOfMembers = parametersWithShortLimit.map { parameter in
    guard parameter.description.names == ["--format"] else { return parameter }
    return Parameter(
      description: .init(
        names: ["--format"], value: "NAME",
        help: "The output format: table, csv, json or markdown.",
        kind: .runFormats), effect: parameter.effect)
  }

  /// The options for the display of output, for commands that neither search nor benchmark.
  static let parametersOfReports = SettingCatalog.all
    .filter { $0.role == .display }.flatMap(\.parameters)

  /// The options for the display of output, and `--format` with the formats of benchmarks.
  static let parametersOfFormattedReports =
    parametersOfMembers.filter { $0.description.names == ["--format"] } + parametersOfReports

  /// Applies the given settings to `settings`, except settings whose names are in `excluded`.
  ///
  /// - Throws: a usage error that names the setting and its allowed values.
  func apply(to settings: inout Settings, except excluded: Set<String> = []) throws {
    // Most command lines contain no settings; in this case, avoid creating `SettingCatalog.all`.
    if texts.isEmpty { return }
    for setting in SettingCatalog.all where !excluded.contains(setting.key) {
      guard let value = texts[setting.key] else { continue }
      try SettingCatalog.write(setting.key, value, to: &settings, origin: .commandLine)
    }
  }
}
