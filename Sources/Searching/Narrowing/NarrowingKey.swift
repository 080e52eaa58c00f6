/// A key for testing whether the results of one query contain all results of another query.
package enum NarrowingKey: Hashable, Sendable {
  /// The folded text that every matching record contains.
  case substring([UInt8])
  /// The folded query tokens; each must begin a different token of the text.
  case tokens([[UInt8]])
  /// The conditions that must all be true, in canonical form.
  case conjuncts(Set<String>)

  /// Whether the query of `other` finds every record that the query of this key finds.
  ///
  /// Both queries must have the same settings and folding.
  package func narrows(_ other: NarrowingKey) -> Bool {
    switch (self, other) {
    case (.substring(let new), .substring(let old)): Self.contains(new, old)
    case (.tokens(let new), .tokens(let old)): Self.continues(new, old)
    case (.conjuncts(let new), .conjuncts(let old)): new.isSuperset(of: old)
    default: false
    }
  }

  private static func contains(_ haystack: [UInt8], _ needle: [UInt8]) -> Bool {
    guard needle.count <= haystack.count else { return false }
    return (0...haystack.count - needle.count).contains {
      haystack[$0..<$0 + needle.count].elementsEqual(needle)
    }
  }

  /// Whether each token in `old` is the beginning of a different token in `new`.
  ///
  /// For each old token, consider the set of new tokens that begin with it. If an old token is a
  /// prefix of another old token, its set contains the other token's set. If neither of two old
  /// tokens is a prefix of the other, their sets are disjoint. It is therefore safe to assign new
  /// tokens to the longest old tokens first.
  private static func continues(_ new: [[UInt8]], _ old: [[UInt8]]) -> Bool {
    var left = new
    for token in old.sorted(by: { $0.count > $1.count }) {
      guard let index = left.firstIndex(where: { $0.starts(with: token) }) else { return false }
      left.remove(at: index)
    }
    return true
  }
}

extension NormalForm {
  /// The maximum number of nodes of a normal form for which `conjuncts` is computed.
  private static let comparableNodes = 64

  /// The operands of an AND at the root, or the root itself, in canonical form.
  ///
  /// The value is `nil` if the normal form has too many nodes or levels.
  var conjuncts: Set<String>? {
    guard nodes.count <= Self.comparableNodes, depth <= 4 else { return nil }
    switch nodes[root] {
    case .and(let children): return Set(children.map { canonicalForm(of: $0) })
    case .constant(true): return []
    default: return [canonicalForm]
    }
  }
}
