internal import UnicodeText

/// The ways to narrow a search there are, those that narrow most first; the last can test anything.
public enum AccessPathCatalog {
  public static let all: [any AccessPath.Type] = [
    ScanPath.self
  ]

  /// The names, in the order in which `auto` tries them.
  public static var names: [String] { all.map { $0.name } }

  /// The paths to try for a setting: all for `auto`, else the one with the name.
  ///
  /// - Throws: `unknownAccessPath`, with the nearest name.
  static func paths(for setting: String) throws(QueryError) -> [any AccessPath.Type] {
    if setting == "auto" { return all }
    if let path = all.first(where: { $0.name == setting }) { return [path] }
    throw QueryError(
      .unknownAccessPath(setting, nearest: Nearest.match(setting, among: names + ["auto"])))
  }
}
