import Foundation

/// The test vectors of the published code, which SearchingTests also uses.
enum Vectors {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "SearchingTests/Vectors")

  static func texts(_ name: String) throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(contentsOf: folder.appending(path: name)))
  }

  static func queries<Query: Decodable>(_ name: String, as type: Query.Type) throws -> [Query] {
    try Data(contentsOf: folder.appending(path: name)).split(separator: UInt8(ascii: "\n"))
      .map { try JSONDecoder().decode(type, from: $0) }
  }
}
