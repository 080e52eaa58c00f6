/// A condition that every matching record meets, simple enough for an index to test.
///
/// It speaks of the folded text of the fields in scope. It is weaker than the query: meeting it is no proof of a match.
public indirect enum Requirement: Hashable, Sendable {
  /// Nothing can be said.
  case nothing
  /// The bytes occur in the text.
  case substring([UInt8])
  /// A token begins with the bytes.
  case tokenPrefix([UInt8])
  case all([Requirement])
  case any([Requirement])
}

extension Requirement: CustomStringConvertible {
  public var description: String {
    switch self {
    case .nothing: "none"
    case .substring(let bytes): "contains \"\(String(decoding: bytes, as: UTF8.self))\""
    case .tokenPrefix(let bytes):
      "has a token from \"\(String(decoding: bytes, as: UTF8.self))\""
    case .all(let parts): "all of (\(Self.joined(parts)))"
    case .any(let parts): "any of (\(Self.joined(parts)))"
    }
  }

  private static func joined(_ parts: [Requirement]) -> String {
    parts.map(\.description).joined(separator: ", ")
  }

  /// The texts that occur in every matching record.
  package var requiredLiterals: [[UInt8]] {
    switch self {
    case .nothing, .any: []
    case .substring(let bytes), .tokenPrefix(let bytes): [bytes]
    case .all(let parts): parts.flatMap(\.requiredLiterals)
    }
  }
}
