/// Parses boolean queries in the classic grammar.
///
/// All operators have the same precedence and associate to the right. If an operand is missing, the
/// operator is searched for as text.
struct ExpressionParser {
  /// The maximum depth of nested parentheses; an empty pair also adds to the depth.
  static let nestingLimit = 101

  /// The maximum number of tokens.
  ///
  /// The number of tokens is limited because nodes are evaluated and freed recursively, which needs
  /// stack space for each token.
  static let tokenLimit = 2_000

  private struct Term {
    let isOr: Bool
    let node: ExpressionNode
  }

  private let tokens: [ExpressionToken]
  private var isStructural: [Bool]

  /// For each token, whether it is an opening parenthesis directly followed by its closing
  /// parenthesis.
  private var isEmptyGroup: [Bool]

  private var index = 0
  private var depth = 0

  /// Parses a query.
  ///
  /// - Throws: `Refusal` if the query is nested too deeply or too long.
  static func parse(_ query: String) throws(Refusal) -> ExpressionNode {
    var parser = ExpressionParser(ExpressionLexer.tokens(of: query))
    if parser.tokens.isEmpty { return .any }
    if parser.tokens.count > tokenLimit {
      throw Refusal("it supports at most \(tokenLimit) words and operators")
    }
    return try parser.expression()
  }

  private init(_ tokens: [ExpressionToken]) {
    self.tokens = tokens
    isStructural = tokens.map { _ in false }
    isEmptyGroup = isStructural
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      if token == .open { open.append(index) }
      guard token == .close, let partner = open.popLast() else { continue }
      isStructural[partner] = true
      isStructural[index] = true
      isEmptyGroup[partner] = partner + 1 == index
    }
  }

  private var isLast: Bool { index + 1 == tokens.count }

  /// Parses terms up to the end of the query, or up to and including the closing parenthesis of the
  /// current group.
  private mutating func expression() throws(Refusal) -> ExpressionNode {
    var terms: [Term] = []
    while index < tokens.count {
      let token = tokens[index]
      if token == .close, isStructural[index] {
        index += 1
        break
      }
      let isOperator = !terms.isEmpty && !isLast && (token == .and || token == .or)
      if isOperator { index += 1 }
      terms.append(Term(isOr: isOperator && token == .or, node: try primary()))
    }
    // Operators associate to the right: each operator joins the term on its left with everything on
    // its right.
    guard var node = terms.last?.node else { return .any }
    for place in terms.indices.dropLast().reversed() {
      let left = terms[place].node
      node = terms[place + 1].isOr ? .or(left, node) : .and(left, node)
    }
    return node
  }

  /// Parses any number of negations, and their operand: a group, or any other token as text.
  private mutating func primary() throws(Refusal) -> ExpressionNode {
    var negations = 0
    while !isLast, tokens[index] == .bang || tokens[index] == .not {
      negations += 1
      index += 1
    }
    var node = try operand()
    for _ in 0..<negations { node = .not(node) }
    return node
  }

  private mutating func operand() throws(Refusal) -> ExpressionNode {
    let place = index
    index += 1
    guard tokens[place] == .open, isStructural[place] else { return .phrase(tokens[place].text) }
    if depth == Self.nestingLimit {
      throw Refusal("it supports at most \(Self.nestingLimit) nested parentheses")
    }
    if isEmptyGroup[place] {
      index += 1
      return .and(.phrase("("), .phrase(")"))
    }
    depth += 1
    let group = try expression()
    depth -= 1
    return group
  }
}
