/// Parses boolean queries in the classic grammar.
///
/// Operators have no precedence and associate to the right. An operator without an operand is read
/// as text.
///
/// Open groups are on an explicit stack, so deep nesting cannot overflow the call stack.
///
/// - Complexity: O(*n*).
struct ClassicParser {
  /// The maximum nesting depth of matched parentheses; empty pairs count, too.
  static let nestingLimit = 101

  private enum Operator {
    case and
    case or
  }

  /// A group that is still open, or the whole query.
  private struct Level {
    /// The index of the group's first operand in `operands`.
    let firstOperand: Int
    /// The number of negations before the group.
    let negations: Int
  }

  private let tokens: [ClassicToken]
  private let texts: [String]
  private let isStructural: [Bool]
  private let isEmptyPair: [Bool]
  private var tree = BooleanTree()

  /// The operators and parentheses that were read as text.
  private var takenAsText: [String] = []
  private var levels = [Level(firstOperand: 0, negations: 0)]
  private var operands: [Int32] = []
  /// The operator before each element of `operands`; not used for the first operand of a level.
  private var operators: [Operator] = []

  /// Parses `query`.
  ///
  /// - Throws: `nestingTooDeep`, the only error of this grammar.
  static func parse(_ query: String) throws(QueryError) -> BooleanTree {
    var parser = ClassicParser(ClassicLexer(query))
    try parser.run()
    return parser.tree
  }

  /// The operators and parentheses of `query` that are read as text.
  ///
  /// The result is empty if the query cannot be parsed.
  static func takenAsText(_ query: String) -> [String] {
    var parser = ClassicParser(ClassicLexer(query))
    do throws(QueryError) { try parser.run() } catch { return [] }
    return parser.takenAsText
  }

  private init(_ lexer: ClassicLexer) {
    tokens = lexer.tokens
    texts = lexer.texts
    var isStructural = [Bool](repeating: false, count: tokens.count)
    var isEmptyPair = isStructural
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .open: open.append(index)
      case .close:
        guard let partner = open.popLast() else { continue }
        isStructural[partner] = true
        isStructural[index] = true
        if partner + 1 == index { isEmptyPair[partner] = true }
      default: break
      }
    }
    self.isStructural = isStructural
    self.isEmptyPair = isEmptyPair
  }

  private mutating func run() throws(QueryError) {
    guard !tokens.isEmpty else {
      _ = tree.add(.any)
      return
    }
    var index = 0
    var pending = Operator.and
    var negations = 0
    /// Whether the last token was an operator or a negation.
    ///
    /// A binary operator directly after an operator or a negation is read as text.
    var isOperandDue = false
    while index < tokens.count {
      let token = tokens[index]
      let isLast = index + 1 == tokens.count
      if token.isNegation, !isLast {
        negations += 1
        isOperandDue = true
        index += 1
        continue
      }
      if !isOperandDue, !isLast, operands.count > firstOperand {
        if let binary = binaryOperator(of: token) {
          pending = binary
          isOperandDue = true
          index += 1
          continue
        }
      }
      if case .close = token.kind, isStructural[index], !isOperandDue {
        closeLevel()
        index += 1
        continue
      }
      if case .open = token.kind, isStructural[index], levels.count > Self.nestingLimit {
        throw QueryError(
          .nestingTooDeep(limit: Self.nestingLimit), at: token.offset, length: 1)
      }
      if case .open = token.kind, isStructural[index], !isEmptyPair[index] {
        operators.append(pending)
        operands.append(0)
        levels.append(Level(firstOperand: operands.count, negations: negations))
      } else {
        let primary = readPrimary(&index)
        operators.append(pending)
        operands.append(negated(primary, negations))
      }
      pending = .and
      negations = 0
      isOperandDue = false
      index += 1
    }
    while levels.count > 1 { closeLevel() }
    _ = foldLevel()
  }

  private var firstOperand: Int { levels[levels.count - 1].firstOperand }

  private func binaryOperator(of token: ClassicToken) -> Operator? {
    switch token.kind {
    case .and: .and
    case .or: .or
    default: nil
    }
  }

  /// Reads the token at `index` as text, or an empty pair of parentheses as two texts.
  private mutating func readPrimary(_ index: inout Int) -> Int32 {
    if case .open = tokens[index].kind, isEmptyPair[index] {
      index += 1
      takenAsText.append("()")
      let open = tree.add(BooleanTree.Leaf(text: "("))
      let close = tree.add(BooleanTree.Leaf(text: ")"))
      return tree.add(.and(open, close))
    }
    let text = tokens[index].text(from: texts)
    if case .text = tokens[index].kind {} else { takenAsText.append(text) }
    return tree.add(BooleanTree.Leaf(text: text))
  }

  private mutating func negated(_ node: Int32, _ times: Int) -> Int32 {
    var node = node
    for _ in 0..<times { node = tree.add(.not(node)) }
    return node
  }

  /// Ends the innermost group, and stores its node in the operand reserved for the group.
  private mutating func closeLevel() {
    let group = foldLevel()
    let negations = levels.removeLast().negations
    operands[operands.count - 1] = negated(group, negations)
  }

  /// Replaces the operands of the innermost level by one node that combines them from right to
  /// left.
  private mutating func foldLevel() -> Int32 {
    let first = firstOperand
    var node = operands[operands.count - 1]
    for index in stride(from: operands.count - 1, to: first, by: -1) {
      let left = operands[index - 1]
      node = tree.add(operators[index] == .and ? .and(left, node) : .or(left, node))
    }
    operands.removeSubrange(first...)
    operators.removeSubrange(first...)
    return node
  }
}
