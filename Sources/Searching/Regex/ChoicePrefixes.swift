/// The alternatives of a choice as a trie: alternatives with the same beginning share its nodes, so that an automaton
/// has few nodes to follow for each byte.
struct ChoicePrefixes {
  /// The maximum length of a shared beginning, in scalars.
  private static let longest = 48

  /// A node of the trie.
  struct Place {
    /// The sets that may follow, and the index in `places` of the node that each leads to.
    var following: [(set: ScalarSet, place: Int)] = []
    /// The rest of each alternative whose shared beginning ends here.
    var rests: [PatternNode] = []
    fileprivate var numbers: [ScalarSet: Int] = [:]
  }

  private(set) var places = [Place()]

  init(_ parts: [PatternNode]) {
    for part in parts {
      var rest = if case .sequence(let parts) = part { parts[...] } else { [part][...] }
      var place = 0
      for _ in 0..<Self.longest {
        guard case .scalars(let set)? = rest.first else { break }
        place = step(from: place, by: set)
        rest.removeFirst()
      }
      let node: PatternNode =
        rest.isEmpty ? .empty : rest.count == 1 ? rest[rest.startIndex] : .sequence(Array(rest))
      if node != .empty || !places[place].rests.contains(.empty) {
        places[place].rests.append(node)
      }
    }
  }

  private mutating func step(from place: Int, by set: ScalarSet) -> Int {
    if let known = places[place].numbers[set] { return known }
    let next = places.count
    places.append(Place())
    places[place].numbers[set] = next
    places[place].following.append((set, next))
    return next
  }
}
