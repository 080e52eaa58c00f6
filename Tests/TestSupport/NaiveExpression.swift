internal import Corpora
package import Searching
internal import UnicodeText

/// A boolean expression that can be written in both grammars and evaluated naively.
package indirect enum NaiveExpression {
  case text(String)
  case prefix(String)
  case inField(String, NaiveExpression)
  case not(NaiveExpression)
  case and(NaiveExpression, NaiveExpression)
  case or(NaiveExpression, NaiveExpression)

  /// The expression as query text, with parentheses around every group, so that precedence does not
  /// matter.
  package var query: String {
    switch self {
    case .text(let text): "\"" + NaiveExpression.escaped(text) + "\""
    case .prefix(let text): text + "*"
    case .inField(let name, let inner): "\(name):\(inner.query)"
    case .not(let inner): "NOT \(inner.query)"
    case .and(let left, let right): "(\(left.query) AND \(right.query))"
    case .or(let left, let right): "(\(left.query) OR \(right.query))"
    }
  }

  /// Escapes quotes; in a phrase without backslashes, no other character is special.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
  }

  /// All literal texts.
  package var literals: [String] {
    switch self {
    case .text(let text), .prefix(let text): [text]
    case .inField(_, let inner), .not(let inner): inner.literals
    case .and(let left, let right), .or(let left, let right): left.literals + right.literals
    }
  }
}

extension NaiveOracle {
  /// The hits of a boolean expression in a row; nil if the row does not match.
  package func boolean(
    _ expression: NaiveExpression, in row: Int, _ options: SearchOptions
  ) -> [Hit]? {
    let folding = Self.folding(options, for: expression.literals)
    guard isTrue(expression, row, options, folding) else { return nil }
    var hits: [Hit] = []
    for part in parts(of: row, in: options) {
      let ranges = ranges(expression, isNegated: false, in: part, nil, options, folding)
      hits += Self.hits(ranges, in: part)
    }
    return hits
  }

  private func isTrue(
    _ expression: NaiveExpression, _ row: Int, _ options: SearchOptions, _ folding: Folding,
    in field: String? = nil
  ) -> Bool {
    switch expression {
    case .text(""): return true
    case .text, .prefix:
      return parts(of: row, in: options).contains {
        !ranges(expression, isNegated: false, in: $0, field, options, folding).isEmpty
      }
    case .inField(let name, let inner): return isTrue(inner, row, options, folding, in: name)
    case .not(let inner): return !isTrue(inner, row, options, folding, in: field)
    case .and(let left, let right):
      return isTrue(left, row, options, folding, in: field)
        && isTrue(right, row, options, folding, in: field)
    case .or(let left, let right):
      return isTrue(left, row, options, folding, in: field)
        || isTrue(right, row, options, folding, in: field)
    }
  }

  /// The hit ranges of all leaves that are not negated.
  private func ranges(
    _ expression: NaiveExpression, isNegated: Bool, in part: Part, _ field: String?,
    _ options: SearchOptions, _ folding: Folding
  ) -> [Range<Int>] {
    func below(_ inner: NaiveExpression, _ isNegated: Bool, _ field: String?) -> [Range<Int>] {
      ranges(inner, isNegated: isNegated, in: part, field, options, folding)
    }
    switch expression {
    case .text(let text):
      if isNegated || (field ?? fields[part.field].name) != fields[part.field].name { return [] }
      let whole = NaiveText(part.text, folding)
      return whole.occurrences(of: NaiveText.fold(text, folding)).map(whole.bytes)
    case .prefix(let text):
      if isNegated || (field ?? fields[part.field].name) != fields[part.field].name { return [] }
      return tokenPlaces(NaiveText.fold(text, folding), in: part, options, folding)
    case .inField(let name, let inner): return below(inner, isNegated, name)
    case .not(let inner): return below(inner, !isNegated, field)
    case .and(let left, let right), .or(let left, let right):
      return below(left, isNegated, field) + below(right, isNegated, field)
    }
  }
}
