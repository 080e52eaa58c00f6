/// A node of a boolean expression.
indirect enum ExpressionNode: Equatable {
  /// Matches every record.
  case any
  case phrase(String)
  case not(ExpressionNode)
  case and(ExpressionNode, ExpressionNode)
  case or(ExpressionNode, ExpressionNode)

  /// Evaluates the expression; `contains` returns whether a phrase was found.
  func evaluate(_ contains: (String) -> Bool) -> Bool {
    switch self {
    case .any: true
    case .phrase(let text): contains(text)
    case .not(let node): !node.evaluate(contains)
    case .and(let left, let right): left.evaluate(contains) && right.evaluate(contains)
    case .or(let left, let right): left.evaluate(contains) || right.evaluate(contains)
    }
  }

  /// The texts of all phrases, from left to right.
  var phrases: [String] {
    switch self {
    case .any: []
    case .phrase(let text): [text]
    case .not(let node): node.phrases
    case .and(let left, let right), .or(let left, let right): left.phrases + right.phrases
    }
  }
}
