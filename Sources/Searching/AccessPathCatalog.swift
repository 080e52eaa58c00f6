internal import UnicodeText

/// All access paths, ending with the scan, which can be used for any requirement.
package enum AccessPathCatalog {
  package static let all: [any AccessPath.Type] = [
    TokenIndex.self, TrigramIndex.self, ScanPath.self,
  ]

  /// The names of all access paths, in the order of the catalog.
  package static var names: [String] { all.map { $0.name } }

  /// The access paths that have to be built before use.
  package static var buildable: [any AccessPath.Type] { all.filter { $0.name != ScanPath.name } }

  /// The access path with the name `setting`; `nil` if `setting` is `auto`.
  ///
  /// - Throws: `unknownAccessPath` if no access path has this name; the error contains the nearest
  ///   name.
  static func path(for setting: String) throws(QueryError) -> (any AccessPath.Type)? {
    if setting == "auto" { return nil }
    if let path = all.first(where: { $0.name == setting }) { return path }
    throw QueryError(
      .unknownAccessPath(setting, nearest: Nearest.match(setting, among: names + ["auto"])))
  }
}
