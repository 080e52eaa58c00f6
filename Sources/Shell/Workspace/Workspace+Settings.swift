internal import Corpora
internal import Reporting
internal import Searching

extension Workspace {
  func set(_ key: String, to value: String) throws {
    let before = settings
    try SettingCatalog.write(key, value, to: &settings, origin: console.settingOrigin)
    if key == "fields", let names = settings.searchOptions.fields {
      do {
        try checkFields(names)
      } catch {
        settings = before
        throw error
      }
    }
    remember(.settings(before, what: key))
    console.adopt(settings)
    if let definition = SettingCatalog.named(key) {
      console.note("\(key) \(definition.read(settings))")
    }
  }

  func listSettings() throws {
    var table = Table(["setting", "value", "default", "from", "meaning"])
    for definition in SettingCatalog.all { table.append(row(of: definition)) }
    try console.write(table)
  }

  func showSetting(_ key: String) throws {
    guard let definition = SettingCatalog.named(key) else {
      throw SettingCatalog.unknown(key)
    }
    let origin = settings.origins[key]?.rawValue ?? "default"
    try console.writeLine(
      "\(key) \(definition.read(settings))  (default \(definition.read(Settings())), from "
        + "\(origin); takes \(definition.values))")
  }

  private func row(of definition: SettingDefinition) -> [StyledText] {
    [
      definition.key, definition.read(settings), definition.read(Settings()),
      settings.origins[definition.key]?.rawValue ?? "default", definition.summary,
    ].map { StyledText($0) }
  }
}
