package import UnicodeText

/// A condition that every matching record meets, simple enough for an index to test.
///
/// The condition applies to the folded text of the fields in scope. The condition can be weaker
/// than the query: a record that meets it does not necessarily match.
package indirect enum Requirement: Hashable, Sendable {
  /// Every record meets this requirement.
  case nothing
  /// The bytes occur in the folded text.
  case substring([UInt8])
  /// A token of the folded text begins with the bytes.
  case tokenPrefix([UInt8])
  case all([Requirement])
  case any([Requirement])
}

extension Requirement: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothing: "none"
    case .substring(let bytes): "contains \"\(String(decoding: bytes, as: UTF8.self))\""
    case .tokenPrefix(let bytes):
      "has a token starting with \"\(String(decoding: bytes, as: UTF8.self))\""
    case .all(let parts): "all of (\(Self.joined(parts)))"
    case .any(let parts): "any of (\(Self.joined(parts)))"
    }
  }

  private static func joined(_ parts: [Requirement]) -> String {
    parts.map(\.description).joined(separator: ", ")
  }

  /// The texts that must occur in every matching record.
  package var requiredLiterals: [[UInt8]] {
    switch self {
    case .nothing, .any: []
    case .substring(let bytes), .tokenPrefix(let bytes): [bytes]
    case .all(let parts): parts.flatMap(\.requiredLiterals)
    }
  }
}

extension Requirement {
  /// This requirement, converted to the folding of the indexes; the result can be weaker.
  ///
  /// The text of every index is folded to ignore case and diacritics.
  ///
  /// If `folding` is the same, the requirement is returned unchanged. Otherwise, ASCII texts of
  /// the requirement are converted to lower case. Non-ASCII texts are dropped, because an index may
  /// compose their characters differently.
  package func forIndexes(foldedBy folding: Folding?) -> Requirement {
    if folding == IndexedText.folding { return self }
    switch self {
    case .nothing: return .nothing
    case .substring(let bytes): return Self.lowered(bytes).map { .substring($0) } ?? .nothing
    case .tokenPrefix(let bytes): return Self.lowered(bytes).map { .tokenPrefix($0) } ?? .nothing
    case .all(let parts):
      let kept = parts.map { $0.forIndexes(foldedBy: folding) }.filter { $0 != .nothing }
      return kept.isEmpty ? .nothing : kept.count == 1 ? kept[0] : .all(kept)
    case .any(let parts):
      let kept = parts.map { $0.forIndexes(foldedBy: folding) }
      return kept.contains(.nothing) ? .nothing : .any(kept)
    }
  }

  private static func lowered(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    return bytes.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
  }
}
