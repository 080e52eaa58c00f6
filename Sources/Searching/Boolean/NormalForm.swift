/// The normal form of a boolean query, which is used to evaluate the query.
///
/// Only leaves are negated. Nested ANDs and ORs are flattened. There are no duplicate operands, and
/// only the root can be a constant. The cheapest and most selective operands come first.
///
/// As in `BooleanTree`, the nodes are in one array, in which children come before their parents. A
/// node may have several parents.
struct NormalForm: Equatable, Sendable {
  /// A literal: a folded string to search for.
  struct Leaf: Hashable, Sendable {
    let bytes: [UInt8]
    let isPrefix: Bool
    let field: String?
  }

  enum Node: Hashable, Sendable {
    /// A constant, which matches every record or no record; only the root can be a constant.
    case constant(Bool)
    case literal(leaf: Int32, isNegated: Bool)
    case and([Int32])
    case or([Int32])
  }

  /// The distinct leaves of the query, including leaves that normalization made redundant.
  let leaves: [Leaf]
  let nodes: [Node]

  /// The index of the root, which is the last node.
  var root: Int { nodes.count - 1 }

  /// The leaves to highlight, in query order and without duplicates.
  ///
  /// Negated leaves and empty leaves are not highlighted.
  let highlighted: [Int]

  /// The form as text, with `(and A B ...)`, `(or A B ...)`, `(not X)`, `(any)`, `(none)`, and
  /// folded texts in quotes.
  var canonicalForm: String { canonicalForm(of: Int32(root)) }

  /// The text of a node and its descendants.
  func canonicalForm(of node: Int32) -> String {
    enum Step {
      case node(Int32)
      case literal(StaticString)
    }
    var output = ""
    var pending: [Step] = [.node(node)]
    while let step = pending.popLast() {
      switch step {
      case .literal(let text): output += text.description
      case .node(let index):
        switch nodes[Int(index)] {
        case .constant(let value): output += value ? "(any)" : "(none)"
        case .literal(let leaf, let isNegated):
          let form = canonicalForm(of: leaves[Int(leaf)])
          output += isNegated ? "(not \(form))" : form
        case .and(let children), .or(let children):
          if case .and = nodes[Int(index)] { output += "(and" } else { output += "(or" }
          pending.append(.literal(")"))
          for child in children.reversed() {
            pending.append(contentsOf: [.node(child), .literal(" ")])
          }
        }
      }
    }
    return output
  }

  private func canonicalForm(of leaf: Leaf) -> String {
    BooleanTree.Leaf.canonicalForm(
      of: String(decoding: leaf.bytes, as: UTF8.self), isPrefix: leaf.isPrefix, field: leaf.field)
  }

  /// The number of nodes on the longest path from the root to a leaf.
  var depth: Int {
    var depths = [Int](repeating: 1, count: nodes.count)
    for (index, node) in nodes.enumerated() {
      switch node {
      case .constant, .literal: break
      case .and(let children), .or(let children):
        depths[index] = 1 + (children.map { depths[Int($0)] }.max() ?? 0)
      }
    }
    return depths[root]
  }
}
