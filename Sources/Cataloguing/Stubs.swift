enum CatalogName {
  static func problem(of name: String) -> String? { name.isEmpty ? "empty" : nil }
}
public enum ItemError: Error, Equatable, Sendable {
  case a
  public var message: String { "" }
}
struct IndexerLock: ~Copyable {
  init(of file: CatalogFile) throws(CatalogError) {}
  static func holder(of file: CatalogFile) -> Int32? { nil }
}
public enum Catalog { public static let clientStateLimit = 250 }
