internal import UnicodeText

/// A pattern over the bytes of lines, as the nodes of an automaton: see `LineAutomaton`.
///
/// The text must be UTF-8, so that no set of scalars needs more than its own bytes.
struct LineNodes {
  enum Kind: UInt32 {
    case set, split, end, lineStart, lineEnd, wordBoundary, noWordBoundary
  }

  struct Node: Hashable {
    let kind: Kind
    /// The index of the set, or of the first target.
    var argument: UInt32 = 0
    /// The node that follows, or the number of targets.
    var next: UInt32 = 0
  }

  /// The most nodes; patterns that need more are left to RE2.
  private static let limit = 200_000
  /// The most sequences of bytes for one class.
  private static let mostSequences = 4_096

  private(set) var nodes: [Node] = [Node(kind: .end)]
  private(set) var targets: [UInt32] = []
  private(set) var sets: [ByteSet] = []
  private(set) var start: UInt32 = 0

  /// Whether the nodes match exactly what the pattern does.
  private(set) var isExact = true

  private var setNumbers: [ByteSet: UInt32] = [:]
  private var known: [Node: UInt32] = [:]
  private var sequences: [ScalarSet: [[ByteSet]]] = [:]

  /// Creates the nodes of a pattern; nil if there are too many.
  init?(_ pattern: PatternNode) {
    guard let start = add(pattern, before: 0) else { return nil }
    self.start = start
  }

  /// Adds nodes that match `pattern` and go on at `next`; returns the first of them.
  private mutating func add(_ pattern: PatternNode, before next: UInt32) -> UInt32? {
    guard nodes.count < Self.limit else { return nil }
    switch pattern {
    case .empty: return next
    case .scalars(let set): return add(set, before: next)
    // In a line, the text is the line.
    case .textStart, .lineStart: return add(Node(kind: .lineStart, next: next))
    case .textEnd, .lineEnd: return add(Node(kind: .lineEnd, next: next))
    case .wordBoundary(let isNegated):
      return add(Node(kind: isNegated ? .noWordBoundary : .wordBoundary, next: next))
    case .sequence(let parts):
      var next = next
      for part in parts.reversed() {
        guard let first = add(part, before: next) else { return nil }
        next = first
      }
      return next
    case .choice(let parts):
      return add(ChoicePrefixes(parts), from: 0, before: next)
    case .repeated(let inner, let least, let most):
      return add(repeated: inner, least, most, before: next)
    }
  }

  private mutating func add(
    _ choice: ChoicePrefixes, from place: Int, before next: UInt32
  ) -> UInt32? {
    var firsts: [UInt32] = []
    for (set, behind) in choice.places[place].following {
      guard let inner = add(choice, from: behind, before: next),
        let first = add(set, before: inner)
      else { return nil }
      firsts.append(first)
    }
    for rest in choice.places[place].rests {
      guard let first = add(rest, before: next) else { return nil }
      firsts.append(first)
    }
    return either(firsts)
  }

  private mutating func add(
    repeated inner: PatternNode, _ least: Int, _ most: Int?, before next: UInt32
  ) -> UInt32? {
    var next = next
    var copies = least
    if let most {
      for _ in 0..<max(0, most - least) {
        guard let first = add(inner, before: next) else { return nil }
        next = either([first, next])
      }
    } else {
      // The split leads into the last copy again, whose first node is known only later.
      let split = UInt32(nodes.count)
      let place = UInt32(targets.count)
      targets += [0, next]
      nodes.append(Node(kind: .split, argument: place, next: 2))
      guard let first = add(inner, before: split) else { return nil }
      targets[Int(place)] = first
      next = least == 0 ? split : first
      copies = max(0, least - 1)
    }
    for _ in 0..<copies {
      guard let first = add(inner, before: next) else { return nil }
      next = first
    }
    return next
  }

  private mutating func add(_ set: ScalarSet, before next: UInt32) -> UInt32? {
    if !set.isExact { isExact = false }
    guard let sequences = sequences(of: set) else { return nil }
    var firsts: [UInt32] = []
    for sequence in sequences {
      var first = next
      for bytes in sequence.reversed() {
        first = add(Node(kind: .set, argument: number(of: bytes), next: first))
      }
      firsts.append(first)
    }
    return either(firsts)
  }

  /// The UTF-8 of the scalars of a set but the newline, as alternative sequences; nil if there are too many.
  private mutating func sequences(of set: ScalarSet) -> [[ByteSet]]? {
    if let made = sequences[set] { return made }
    var ascii = ByteSet()
    var made: [[ByteSet]] = []
    for range in set.ranges {
      if range.lowerBound < 0x80 {
        for scalar in range.lowerBound...min(range.upperBound, 0x7F) { ascii.insert(UInt8(scalar)) }
      }
      UTF8Ranges.append(range, to: &made)
    }
    ascii.remove(UInt8(ascii: "\n"))
    made = UTF8Ranges.merged(made)
    guard made.count <= Self.mostSequences else { return nil }
    if !ascii.isEmpty { made.insert([ascii], at: 0) }
    sequences[set] = made
    return made
  }

  // MARK: Nodes

  /// Adds a node, or finds the same one.
  private mutating func add(_ node: Node) -> UInt32 {
    if let same = known[node] { return same }
    let number = UInt32(nodes.count)
    nodes.append(node)
    known[node] = number
    return number
  }

  private mutating func either(_ firsts: [UInt32]) -> UInt32 {
    if firsts.count == 1 { return firsts[0] }
    let place = UInt32(targets.count)
    targets += firsts
    nodes.append(Node(kind: .split, argument: place, next: UInt32(firsts.count)))
    return UInt32(nodes.count - 1)
  }

  private mutating func number(of set: ByteSet) -> UInt32 {
    if let known = setNumbers[set] { return known }
    let number = UInt32(sets.count)
    sets.append(set)
    setNumbers[set] = number
    return number
  }
}
