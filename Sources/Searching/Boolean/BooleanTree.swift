/// The syntax tree of a boolean query.
///
/// The nodes are in one array, in which children come before their parents. Plain loops can walk,
/// compare and free a tree of any depth, without recursion.
package struct BooleanTree: Equatable, Sendable {
  /// A leaf: a string to search for.
  package struct Leaf: Hashable, Sendable {
    package var text: String
    /// Whether the text must be the beginning of a token; otherwise, it can occur anywhere.
    package var isPrefix = false
    /// The only field to search; `nil` for every field in scope.
    package var field: String?
  }

  package enum Node: Hashable, Sendable {
    /// Matches every record.
    case any
    case leaf(Int32)
    case not(Int32)
    case and(Int32, Int32)
    case or(Int32, Int32)
  }

  /// The leaves, in the order of the query.
  package private(set) var leaves: [Leaf] = []

  /// The nodes; every child has a lower index than its parent, and the last node is the root.
  package private(set) var nodes: [Node] = []

  package init() {}

  package mutating func add(_ node: Node) -> Int32 {
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  package mutating func add(_ leaf: Leaf) -> Int32 {
    leaves.append(leaf)
    return add(.leaf(Int32(leaves.count - 1)))
  }

  /// The texts of the leaves under an even number of negations, from left to right.
  ///
  /// The texts of leaves under an odd number of negations are not highlighted.
  package var phrases: [String] { positiveLeaves.map { leaves[$0].text } }

  package var positiveLeaves: [Int] {
    let isNegated = negations()
    var result: [Int] = []
    for (index, node) in nodes.enumerated() {
      if case .leaf(let leaf) = node, !isNegated[index] { result.append(Int(leaf)) }
    }
    return result.sorted()
  }

  /// For each node, whether it is under an odd number of negations.
  package func negations() -> [Bool] {
    var isNegated = [Bool](repeating: false, count: nodes.count)
    for index in nodes.indices.reversed() {
      switch nodes[index] {
      case .any, .leaf: break
      case .not(let child): isNegated[Int(child)] = !isNegated[index]
      case .and(let left, let right), .or(let left, let right):
        isNegated[Int(left)] = isNegated[index]
        isNegated[Int(right)] = isNegated[index]
      }
    }
    return isNegated
  }
}
