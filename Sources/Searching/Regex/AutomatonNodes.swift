/// The nodes of an automaton that matches a pattern over Unicode scalars; see `TextAutomaton`.
struct AutomatonNodes {
  enum Kind: UInt32 {
    case set, split, end, textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary
  }

  struct Node {
    let kind: Kind
    /// For a set, the number of the set in the alphabet; for a split, the index of its first target
    /// in `targets`.
    var argument: UInt32 = 0
    /// For a split, the number of targets; for any other node, the index of the next node.
    var next: UInt32 = 0

    /// All properties of the node, packed into one number.
    fileprivate var key: UInt64 {
      UInt64(kind.rawValue) << 60 | UInt64(argument) << 32 | UInt64(next)
    }
  }

  /// The maximum number of nodes; a pattern that needs more nodes is matched by RE2.
  private static let limit = 200_000

  let alphabet: PatternAlphabet
  private let classes: CharacterClasses
  /// The classes of word characters; nil if the pattern has no word boundary.
  private(set) var words: [UInt32]?
  private(set) var nodes: [Node] = [Node(kind: .end)]
  private(set) var targets: [UInt32] = []
  private(set) var start: UInt32 = 0

  private var known = HashedNumbers()

  /// Creates the nodes of a pattern.
  ///
  /// The result is nil if the pattern needs too many nodes, or if RE2 can match the pattern between
  /// the bytes of a scalar.
  init?(_ pattern: ParsedPattern) {
    guard let node = pattern.node else { return nil }
    classes = pattern.classes
    var sets: [ScalarSet] = []
    for case .scalars(let set) in pattern.pieces { sets.append(set) }
    let word =
      pattern.hasWordBoundary ? PatternClasses.escape(UInt8(ascii: "w"), pattern.classes) : nil
    if let word { sets.append(word) }
    alphabet = PatternAlphabet(sets)
    if let word { words = alphabet.classes(of: word) }
    guard let start = add(node, before: 0) else { return nil }
    self.start = start
  }

  /// Adds nodes that match `pattern` and then continue at node `next`; returns the first node.
  private mutating func add(_ pattern: PatternNode, before next: UInt32) -> UInt32? {
    guard nodes.count < Self.limit else { return nil }
    switch pattern {
    case .empty: return next
    case .scalars(let set): return add(set, before: next)
    case .textStart: return add(Node(kind: .textStart, next: next))
    case .lineStart: return add(Node(kind: .lineStart, next: next))
    case .textEnd: return add(Node(kind: .textEnd, next: next))
    case .lineEnd: return add(Node(kind: .lineEnd, next: next))
    case .wordBoundary(let isNegated):
      // With ASCII classes, RE2's `\B` also matches between the bytes of a scalar, which the
      // automaton cannot do.
      if isNegated, classes == .ascii { return nil }
      return add(Node(kind: isNegated ? .noWordBoundary : .wordBoundary, next: next))
    case .sequence(let parts):
      var next = next
      for part in parts.reversed() {
        guard let first = add(part, before: next) else { return nil }
        next = first
      }
      return next
    case .choice(let parts):
      let choice = ChoicePrefixes(parts)
      let numbers = choice.sets.map { UInt32(alphabet.number(of: $0)) }
      return add(choice, numbers, from: 0, before: next)
    case .repeated(let inner, let minimum, let maximum):
      return add(repeated: inner, minimum, maximum, before: next)
    }
  }

  /// Adds nodes for the subtrie of `choice` at the trie node `place`.
  ///
  /// `numbers` are the alphabet numbers of the trie's sets.
  private mutating func add(
    _ choice: ChoicePrefixes, _ numbers: [UInt32], from place: Int, before next: UInt32
  ) -> UInt32? {
    var place = place
    var chain: [UInt32] = []
    while let (set, following) = choice.onlyFollowing(place) {
      chain.append(numbers[set])
      place = following
    }
    var firsts: [UInt32] = []
    for (set, following) in choice.following(place) {
      guard let inner = add(choice, numbers, from: following, before: next) else { return nil }
      firsts.append(add(Node(kind: .set, argument: numbers[set], next: inner)))
    }
    for rest in choice.rests(at: place) {
      guard let first = add(rest, before: next) else { return nil }
      firsts.append(first)
    }
    return chain.reversed().reduce(either(firsts)) { next, set in
      add(Node(kind: .set, argument: set, next: next))
    }
  }

  private mutating func add(
    repeated inner: PatternNode, _ minimum: Int, _ maximum: Int?, before next: UInt32
  ) -> UInt32? {
    var next = next
    var copies = minimum
    if let maximum {
      for _ in 0..<max(0, maximum - minimum) {
        guard let first = add(inner, before: next) else { return nil }
        next = either([first, next])
      }
    } else {
      // A split leads back to the first node of the last copy. This node is not known yet, so its
      // index is stored in `targets` later.
      let split = UInt32(nodes.count)
      let place = UInt32(targets.count)
      targets += [0, next]
      nodes.append(Node(kind: .split, argument: place, next: 2))
      guard let first = add(inner, before: split) else { return nil }
      targets[Int(place)] = first
      next = minimum == 0 ? split : first
      copies = max(0, minimum - 1)
    }
    for _ in 0..<copies {
      guard let first = add(inner, before: next) else { return nil }
      next = first
    }
    return next
  }

  private mutating func add(_ set: ScalarSet, before next: UInt32) -> UInt32 {
    add(Node(kind: .set, argument: UInt32(alphabet.number(of: set)), next: next))
  }

  // MARK: Nodes

  /// Adds a node; if an equal node exists, returns that node instead.
  private mutating func add(_ node: Node) -> UInt32 {
    let key = node.key
    if let same = known.number(hash: key, where: { nodes[Int($0)].key == key }) { return same }
    let number = UInt32(nodes.count)
    nodes.append(node)
    known.add(number, hash: key)
    return number
  }

  private mutating func either(_ firsts: [UInt32]) -> UInt32 {
    if firsts.count == 1 { return firsts[0] }
    let place = UInt32(targets.count)
    targets += firsts
    nodes.append(Node(kind: .split, argument: place, next: UInt32(firsts.count)))
    return UInt32(nodes.count - 1)
  }
}
