/// Settings as they were given on the command line, not yet checked.
struct SettingRequest: Equatable {
  /// The values of the options that have a setting's name, by that name.
  var texts: [String: String] = [:]
  /// `-i`.
  var ignoresCase = false
  /// `-S`.
  var mindsCapitals = false
  /// `--no-pager`.
  var hasNoPager = false

  var format: String? { texts["format"] }

  /// The settings given, in the order of the catalogue.
  ///
  /// - Throws: a usage error if two options contradict each other.
  func values() throws -> [(key: String, value: String)] {
    if ignoresCase && mindsCapitals {
      throw ShellError.usage("-i and -S exclude each other: choose one")
    }
    var texts = texts
    if ignoresCase || mindsCapitals, texts["case"] == nil {
      texts["case"] = ignoresCase ? "ignore" : "smart"
    }
    if hasNoPager { texts["pager"] = "never" }
    // Most searches give no setting, and need not make the catalogue.
    if texts.isEmpty { return [] }
    return SettingCatalog.all.compactMap { setting in texts[setting.key].map { (setting.key, $0) } }
  }

  /// Writes the settings given into `settings`.
  ///
  /// - Throws: a usage error that names the option and the values it takes.
  func apply(to settings: inout Settings, except left: Set<String> = []) throws {
    for (key, value) in try values() where !left.contains(key) {
      try SettingCatalog.write(key, value, to: &settings, origin: .commandLine)
    }
  }
}
