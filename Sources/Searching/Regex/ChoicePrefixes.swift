/// The alternatives of a choice as a trie.
///
/// Alternatives with the same beginning share nodes, so that an automaton has fewer nodes to follow
/// for each byte.
struct ChoicePrefixes {
  /// The maximum length of a shared beginning, in scalars.
  private static let longest = 48

  /// A node of the trie.
  struct Place {
    /// The sets that can come next, each with the index in `places` of the node that it leads to.
    var following: [(set: ScalarSet, place: Int)] = []
    /// The remaining patterns of the alternatives whose shared beginning ends at this node.
    var rests: [PatternNode] = []

    /// The node that each set leads to, once there are more than `maximumInOrder` sets.
    fileprivate var numbers: [ScalarSet: Int] = [:]

    /// Up to this number of sets, comparing each of them is faster than a dictionary.
    fileprivate static let maximumInOrder = 8

    fileprivate func next(by set: ScalarSet) -> Int? {
      if !numbers.isEmpty { return numbers[set] }
      return following.first { $0.set == set }?.place
    }

    fileprivate mutating func add(_ set: ScalarSet, leadingTo next: Int) {
      following.append((set, next))
      if following.count <= Self.maximumInOrder { return }
      if numbers.isEmpty {
        for (set, place) in following { numbers[set] = place }
      } else {
        numbers[set] = next
      }
    }
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
    if let known = places[place].next(by: set) { return known }
    let next = places.count
    places.append(Place())
    places[place].add(set, leadingTo: next)
    return next
  }
}
