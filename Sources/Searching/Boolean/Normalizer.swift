/// Converts a parsed tree to a normal form that matches the same records.
///
/// There are two passes. Each pass is a loop over an array in which children come before their
/// parents. The first pass moves negations to the leaves, folds constants and shares equal nodes.
/// The second pass flattens nested ANDs and ORs, and removes duplicates.
///
/// - Complexity: O(*n* log *n*) for a tree of *n* nodes.
struct Normalizer {
  /// A node after the first pass.
  private enum Binary: Hashable {
    case constant(Bool)
    case leaf(Int32, isNegated: Bool)
    case joined(isAnd: Bool, Int32, Int32)
  }

  private static let none: Int32 = 0
  private static let all: Int32 = 1

  private let tree: BooleanTree
  private let fold: (String) -> [UInt8]
  private let rarity: ([UInt8]) -> Int
  private var leaves: [NormalForm.Leaf] = []
  private var leafPlaces: [NormalForm.Leaf: Int32] = [:]
  private var binaries: [Binary] = [.constant(false), .constant(true)]
  private var binaryPlaces: [Binary: Int32] = [:]
  private var nodes: [NormalForm.Node] = [.constant(false), .constant(true)]
  private var nodePlaces: [NormalForm.Node: Int32] = [:]

  /// Normalizes `tree`.
  ///
  /// - Parameters:
  ///   - tree: the parsed query.
  ///   - rarity: estimates how rare a folded text is; rarer texts get larger numbers.
  ///   - fold: folds the text of a leaf.
  /// - Returns: the normal form.
  static func normalForm(
    of tree: BooleanTree, rarity: @escaping ([UInt8]) -> Int = { $0.count },
    fold: @escaping (String) -> [UInt8]
  ) -> NormalForm {
    var normalizer = Normalizer(tree: tree, fold: fold, rarity: rarity)
    return normalizer.run()
  }

  private init(
    tree: BooleanTree, fold: @escaping (String) -> [UInt8], rarity: @escaping ([UInt8]) -> Int
  ) {
    self.tree = tree
    self.fold = fold
    self.rarity = rarity
  }

  private mutating func run() -> NormalForm {
    let places = tree.leaves.map { intern($0) }
    let root = flattened(simplified(places))
    var isHighlighted = [Bool](repeating: false, count: leaves.count)
    var highlighted: [Int] = []
    for index in tree.positiveLeaves {
      let leaf = Int(places[index])
      if isHighlighted[leaf] || leaves[leaf].bytes.isEmpty { continue }
      isHighlighted[leaf] = true
      highlighted.append(leaf)
    }
    return NormalForm(leaves: leaves, nodes: reachable(from: root), highlighted: highlighted)
  }

  private mutating func intern(_ leaf: BooleanTree.Leaf) -> Int32 {
    let leaf = NormalForm.Leaf(
      bytes: fold(leaf.text), isPrefix: leaf.isPrefix, field: leaf.field)
    if let place = leafPlaces[leaf] { return place }
    let place = Int32(leaves.count)
    leaves.append(leaf)
    leafPlaces[leaf] = place
    return place
  }

  // MARK: First pass

  private mutating func simplified(_ leafPlaces: [Int32]) -> Int32 {
    let isNegated = tree.negations()
    var forms = [Int32](repeating: Self.none, count: tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      switch node {
      case .any: forms[index] = isNegated[index] ? Self.none : Self.all
      case .leaf(let leaf):
        forms[index] = literal(Int(leaf), leafPlaces[Int(leaf)], isNegated: isNegated[index])
      case .not(let child): forms[index] = forms[Int(child)]
      case .and(let left, let right):
        forms[index] = join(!isNegated[index], forms[Int(left)], forms[Int(right)])
      case .or(let left, let right):
        forms[index] = join(isNegated[index], forms[Int(left)], forms[Int(right)])
      }
    }
    return forms[forms.count - 1]
  }

  /// Converts a leaf to a literal.
  ///
  /// An empty text matches every record. A prefix that folds to the empty text matches no record. A
  /// non-empty text that folds to the empty text also matches no record.
  private mutating func literal(_ index: Int, _ leaf: Int32, isNegated: Bool) -> Int32 {
    guard leaves[Int(leaf)].bytes.isEmpty else {
      return intern(Binary.leaf(leaf, isNegated: isNegated))
    }
    let matchesAll = tree.leaves[index].text.isEmpty && !tree.leaves[index].isPrefix
    return matchesAll != isNegated ? Self.all : Self.none
  }

  private mutating func join(_ isAnd: Bool, _ left: Int32, _ right: Int32) -> Int32 {
    let (neutral, final) = isAnd ? (Self.all, Self.none) : (Self.none, Self.all)
    if left == final || right == final { return final }
    if left == neutral || left == right { return right }
    if right == neutral { return left }
    return intern(Binary.joined(isAnd: isAnd, left, right))
  }

  private mutating func intern(_ node: Binary) -> Int32 {
    if let place = binaryPlaces[node] { return place }
    let place = Int32(binaries.count)
    binaries.append(node)
    binaryPlaces[node] = place
    return place
  }

  // MARK: Second pass

  private mutating func flattened(_ root: Int32) -> Int32 {
    let heads = groupHeads(root)
    var forms = [Int32](repeating: Self.none, count: binaries.count)
    forms[Int(Self.all)] = Self.all
    /// For each node, the root of the last group that visited the node.
    ///
    /// The array ensures that a group visits a shared node only once.
    var seenFor = [Int32](repeating: -1, count: binaries.count)
    for (index, node) in binaries.enumerated() {
      switch node {
      case .constant: break
      case .leaf(let leaf, let isNegated):
        forms[index] = intern(NormalForm.Node.literal(leaf: leaf, isNegated: isNegated))
      case .joined(let isAnd, _, _):
        guard heads[index] else { continue }
        var members: [Int32] = []
        var pending = [Int32(index)]
        while let next = pending.popLast() {
          if case .joined(isAnd, let left, let right) = binaries[Int(next)] {
            if seenFor[Int(next)] == Int32(index) { continue }
            seenFor[Int(next)] = Int32(index)
            pending.append(contentsOf: [right, left])
          } else {
            members.append(forms[Int(next)])
          }
        }
        forms[index] = group(isAnd, members)
      }
    }
    return forms[Int(root)]
  }

  /// Marks the nodes at which groups begin: the root, and each operand that does not have the same
  /// operator as its parent.
  ///
  /// A group consists of connected nodes with the same operator.
  private func groupHeads(_ root: Int32) -> [Bool] {
    var heads = [Bool](repeating: false, count: binaries.count)
    var isReached = heads
    heads[Int(root)] = true
    isReached[Int(root)] = true
    for index in binaries.indices.reversed() where isReached[index] {
      guard case .joined(let isAnd, let left, let right) = binaries[index] else { continue }
      for child in [Int(left), Int(right)] {
        isReached[child] = true
        if case .joined(isAnd, _, _) = binaries[child] { continue }
        heads[child] = true
      }
    }
    return heads
  }

  /// Creates an AND or OR of operands that are already in normal form.
  private mutating func group(_ isAnd: Bool, _ members: [Int32]) -> Int32 {
    let (neutral, final) = isAnd ? (Self.all, Self.none) : (Self.none, Self.all)
    var operands: [Int32] = []
    for member in members {
      switch nodes[Int(member)] {
      // Removing duplicates may have reduced an operand to a single child, and this child may have
      // the same operator as the new group. The child's operands then become operands of the group.
      case .and(let children) where isAnd: operands += children
      case .or(let children) where !isAnd: operands += children
      default: operands.append(member)
      }
    }
    if operands.contains(final) { return final }
    let distinct = Set(operands).subtracting([neutral])
    for case .literal(let leaf, false) in distinct.map({ nodes[Int($0)] }) {
      if let opposite = nodePlaces[.literal(leaf: leaf, isNegated: true)],
        distinct.contains(opposite)
      {
        return final
      }
    }
    guard distinct.count > 1 else { return distinct.first ?? neutral }
    let ordered = distinct.map { (rank(of: nodes[Int($0)]), $0) }.sorted { $0 < $1 }.map(\.1)
    return intern(isAnd ? NormalForm.Node.and(ordered) : .or(ordered))
  }

  /// A sort key that orders operands from cheap to expensive: texts, then prefixes, negated
  /// literals and groups.
  ///
  /// Literals of the same kind are ordered from rare to common; groups are ordered by their number
  /// of operands.
  private func rank(of node: NormalForm.Node) -> Int {
    switch node {
    case .constant: return 0
    case .literal(let leaf, let isNegated):
      let leaf = leaves[Int(leaf)]
      let kind = isNegated ? 3 : leaf.isPrefix ? 2 : 1
      return kind << 32 - min(rarity(leaf.bytes), 1 << 30)
    case .and(let children), .or(let children):
      return 4 << 32 + children.count
    }
  }

  private mutating func intern(_ node: NormalForm.Node) -> Int32 {
    if let place = nodePlaces[node] { return place }
    let place = Int32(nodes.count)
    nodes.append(node)
    nodePlaces[node] = place
    return place
  }

  /// The nodes reachable from `root`, in their current order; `root` comes last.
  private func reachable(from root: Int32) -> [NormalForm.Node] {
    var isReached = [Bool](repeating: false, count: Int(root) + 1)
    isReached[Int(root)] = true
    for index in isReached.indices.reversed() where isReached[index] {
      switch nodes[index] {
      case .constant, .literal: break
      case .and(let children), .or(let children):
        for child in children { isReached[Int(child)] = true }
      }
    }
    var places = [Int32](repeating: -1, count: isReached.count)
    var kept: [NormalForm.Node] = []
    for index in isReached.indices where isReached[index] {
      places[index] = Int32(kept.count)
      switch nodes[index] {
      case .constant, .literal: kept.append(nodes[index])
      case .and(let children): kept.append(.and(children.map { places[Int($0)] }))
      case .or(let children): kept.append(.or(children.map { places[Int($0)] }))
      }
    }
    return kept
  }
}
