/// Parses boolean queries in the standard grammar.
///
/// NOT binds tighter than AND, and AND binds tighter than OR. All operators associate to the left.
///
/// Malformed queries are errors. Open groups are on an explicit stack, so deep nesting cannot
/// overflow the call stack.
///
/// - Complexity: O(*n*).
struct StandardParser {
  /// A group that is still open, or the whole query.
  private struct Group {
    /// The parenthesis that opened the group.
    let opening: StandardToken?
    /// The number of negations before the group.
    let negations: Int
    /// The field to which the group is limited.
    let field: String?
    var disjunction: Int32?
    var conjunction: Int32?
    /// The number of negations that still need an operand.
    var pendingNegations = 0
    /// The binary operator that still needs its right operand.
    var pendingOperator: StandardToken?
    /// The last token that still needs an operand.
    var waiting: StandardToken?
    /// The field name that still needs an operand.
    var pendingField: String?
  }

  private var tree = BooleanTree()
  private var groups = [Group(opening: nil, negations: 0, field: nil)]

  /// Parses `query`; `fields` are the names of the corpus's fields.
  ///
  /// - Throws: an error for unbalanced or empty parentheses, a missing operand, an unclosed quote,
  ///   or parentheses that are nested too deeply.
  static func parse(_ query: String, fields: Set<String>) throws(QueryError) -> BooleanTree {
    let tokens = try StandardLexer(query, fields: fields).tokens
    var parser = StandardParser()
    guard !tokens.isEmpty else {
      _ = parser.tree.add(.any)
      return parser.tree
    }
    for token in tokens { try parser.read(token) }
    if parser.groups.count > 1, let opening = parser.groups[parser.groups.count - 1].opening {
      try parser.requireNothingWaits()
      throw QueryError(.unclosedParenthesis, at: opening.range.lowerBound, length: 1)
    }
    _ = try parser.finishGroup()
    return parser.tree
  }

  private var group: Group {
    get { groups[groups.count - 1] }
    set { groups[groups.count - 1] = newValue }
  }

  private mutating func read(_ token: StandardToken) throws(QueryError) {
    switch token.kind {
    case .not:
      try requireNoFieldWaits()
      group.pendingNegations += 1
      group.waiting = token
    case .and, .or:
      guard group.waiting == nil, group.conjunction != nil else {
        throw Self.missingOperand(of: group.waiting ?? token)
      }
      group.pendingOperator = token
      group.waiting = token
    case .field:
      try requireNoFieldWaits()
      group.pendingField = token.text
      group.waiting = token
    case .open:
      guard groups.count <= ClassicParser.nestingLimit else {
        throw QueryError(
          .nestingTooDeep(limit: ClassicParser.nestingLimit), at: token.range.lowerBound, length: 1)
      }
      let field = group.pendingField ?? group.field
      groups.append(Group(opening: token, negations: group.pendingNegations, field: field))
    case .close: try close(token)
    case .word, .phrase, .prefix:
      let field = group.pendingField ?? group.field
      let leaf = BooleanTree.Leaf(
        text: token.text, isPrefix: token.kind == .prefix, field: field)
      attach(tree.add(leaf), negations: group.pendingNegations)
    }
  }

  private mutating func close(_ token: StandardToken) throws(QueryError) {
    guard groups.count > 1, let opening = group.opening else {
      try requireNothingWaits()
      throw QueryError(.unopenedParenthesis, at: token.range.lowerBound, length: 1)
    }
    if group.conjunction == nil, group.waiting == nil {
      throw QueryError(
        .emptyParentheses, at: opening.range.lowerBound,
        length: token.range.upperBound - opening.range.lowerBound)
    }
    let negations = group.negations
    let node = try finishGroup()
    groups.removeLast()
    attach(node, negations: negations)
  }

  /// Adds an operand to the innermost group, and applies the pending negations and operator.
  private mutating func attach(_ operand: Int32, negations: Int) {
    var node = operand
    for _ in 0..<negations { node = tree.add(.not(node)) }
    if let left = group.conjunction {
      if group.pendingOperator?.kind == .or {
        group.disjunction = joined(group.disjunction, left)
        group.conjunction = node
      } else {
        group.conjunction = tree.add(.and(left, node))
      }
    } else {
      group.conjunction = node
    }
    group.pendingOperator = nil
    group.pendingNegations = 0
    group.pendingField = nil
    group.waiting = nil
  }

  private mutating func joined(_ left: Int32?, _ right: Int32) -> Int32 {
    guard let left else { return right }
    return tree.add(.or(left, right))
  }

  /// Ends the innermost group and returns its node.
  ///
  /// The node of the whole query is the last node of the tree.
  private mutating func finishGroup() throws(QueryError) -> Int32 {
    try requireNothingWaits()
    guard let last = group.conjunction else { return tree.add(.any) }
    return joined(group.disjunction, last)
  }

  private func requireNothingWaits() throws(QueryError) {
    if let waiting = group.waiting { throw Self.missingOperand(of: waiting) }
  }

  private func requireNoFieldWaits() throws(QueryError) {
    if let waiting = group.waiting, waiting.kind == .field {
      throw Self.missingOperand(of: waiting)
    }
  }

  private static func missingOperand(of token: StandardToken) -> QueryError {
    let name = token.kind == .field ? token.text + ":" : token.text
    return QueryError(
      .missingOperand(of: name), at: token.range.lowerBound, length: token.range.count)
  }
}
