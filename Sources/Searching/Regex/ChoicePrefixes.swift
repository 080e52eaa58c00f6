/// The alternatives of a choice as a trie.
///
/// Alternatives with a common beginning share nodes, so an automaton follows fewer nodes for each
/// byte.
struct ChoicePrefixes {
  /// The maximum length of a shared beginning, in scalars.
  private static let longest = 48

  /// The distinct sets of scalars in the shared beginnings.
  private(set) var sets: [ScalarSet] = []

  /// A node of the trie; the root is node 0.
  ///
  /// A link to another node, or to an element of `rests`, is stored as an index; -1 means that
  /// there is no link.
  private struct Place {
    /// The index in `sets` of the set that leads to this node.
    let set: Int32
    /// The parent of this node.
    let parent: Int32
    /// The next child of this node's parent.
    var next: Int32 = -1
    var firstFollowing: Int32 = -1
    var lastFollowing: Int32 = -1
    var followingCount: Int32 = 0
    var firstRest: Int32 = -1
    /// Whether an alternative ends at this node.
    var isEnd = false
  }

  private var places = [Place(set: -1, parent: -1)]

  /// The patterns that remain after the shared beginnings.
  ///
  /// The patterns at the same node are a linked list; `next` is the index of the next pattern.
  private var rests: [(pattern: PatternNode, next: Int32)] = []

  /// A hash table from the sets in `sets` to their indices.
  private var numbers = HashedNumbers()

  /// A hash table from a parent and a set to the parent's child, for parents with many children.
  private var steps = HashedNumbers()

  /// The maximum number of children for which comparing each child is faster than using a hash
  /// table.
  private static let maximumInOrder = 8

  init(_ parts: [PatternNode]) {
    for part in parts {
      guard case .sequence(let parts) = part else {
        add(part, at: 0)
        continue
      }
      var place: Int32 = 0
      var length = 0
      while length < parts.count, length < Self.longest, case .scalars(let set) = parts[length] {
        place = step(from: place, by: number(of: set))
        length += 1
      }
      switch parts.count - length {
      case 0: places[Int(place)].isEnd = true
      case 1: add(parts[length], at: place)
      default: add(.sequence(Array(parts[length...])), at: place)
      }
    }
  }

  private mutating func add(_ rest: PatternNode, at place: Int32) {
    if case .scalars(let set) = rest {
      places[Int(step(from: place, by: number(of: set)))].isEnd = true
      return
    }
    if rest == .empty {
      places[Int(place)].isEnd = true
      return
    }
    rests.append((rest, places[Int(place)].firstRest))
    places[Int(place)].firstRest = Int32(rests.count - 1)
  }

  private mutating func number(of set: ScalarSet) -> Int32 {
    let hash = set.shortHash
    if let known = numbers.number(hash: hash, where: { sets[Int($0)] == set }) {
      return Int32(known)
    }
    let number = sets.count
    sets.append(set)
    numbers.add(UInt32(number), hash: hash)
    return Int32(number)
  }

  private mutating func step(from place: Int32, by set: Int32) -> Int32 {
    func hash(_ set: Int32) -> UInt64 { UInt64(place) << 32 | UInt64(set) }
    let from = places[Int(place)]
    if from.followingCount > Self.maximumInOrder {
      let known = steps.number(hash: hash(set)) { number in
        let known = places[Int(number)]
        return known.parent == place && known.set == set
      }
      if let known { return Int32(known) }
    } else {
      var known = from.firstFollowing
      while known >= 0 {
        if places[Int(known)].set == set { return known }
        known = places[Int(known)].next
      }
    }
    let new = Int32(places.count)
    places.append(Place(set: set, parent: place))
    if from.lastFollowing >= 0 {
      places[Int(from.lastFollowing)].next = new
    } else {
      places[Int(place)].firstFollowing = new
    }
    places[Int(place)].lastFollowing = new
    places[Int(place)].followingCount += 1
    if from.followingCount > Self.maximumInOrder {
      steps.add(UInt32(new), hash: hash(set))
    } else if from.followingCount == Self.maximumInOrder {
      forEachFollowing(place) { steps.add(UInt32($1), hash: hash(Int32($0))) }
    }
    return new
  }

  private func forEachFollowing(_ place: Int32, _ body: (_ set: Int, _ place: Int) -> Void) {
    var next = places[Int(place)].firstFollowing
    while next >= 0 {
      body(Int(places[Int(next)].set), Int(next))
      next = places[Int(next)].next
    }
  }

  /// The only child of a node, and the index in `sets` of the set that leads to the child.
  ///
  /// Returns `nil` if the node does not have exactly one child, or if a shared beginning ends at
  /// the node.
  func onlyFollowing(_ place: Int) -> (set: Int, place: Int)? {
    let from = places[place]
    guard from.followingCount == 1, !from.isEnd, from.firstRest < 0 else { return nil }
    return (Int(places[Int(from.firstFollowing)].set), Int(from.firstFollowing))
  }

  /// The children of a node, each with the index in `sets` of the set that leads to the child.
  func following(_ place: Int) -> [(set: Int, place: Int)] {
    var all: [(set: Int, place: Int)] = []
    all.reserveCapacity(Int(places[place].followingCount))
    forEachFollowing(Int32(place)) { all.append(($0, $1)) }
    return all
  }

  /// The remaining patterns of the alternatives whose shared beginning ends at a node.
  func rests(at place: Int) -> [PatternNode] {
    var all: [PatternNode] = places[place].isEnd ? [.empty] : []
    var next = places[place].firstRest
    while next >= 0 {
      all.append(rests[Int(next)].pattern)
      next = rests[Int(next)].next
    }
    return all
  }
}
