internal import Corpora

extension RandomCorpora {
  /// A random boolean expression whose phrases are snippets of the rows.
  package mutating func expression(
    of oracle: NaiveOracle, depth: Int, isStandard: Bool
  ) -> NaiveExpression {
    if depth == 0 || generator.oneIn(4) { return leaf(of: oracle, isStandard: isStandard) }
    switch generator.below(isStandard ? 7 : 6) {
    case 0, 1:
      return .and(
        expression(of: oracle, depth: depth - 1, isStandard: isStandard),
        expression(of: oracle, depth: depth - 1, isStandard: isStandard))
    case 2, 3:
      return .or(
        expression(of: oracle, depth: depth - 1, isStandard: isStandard),
        expression(of: oracle, depth: depth - 1, isStandard: isStandard))
    case 4, 5:
      return .not(expression(of: oracle, depth: depth - 1, isStandard: isStandard))
    default:
      let name = generator.pick(oracle.fields).name
      return .inField(name, group(of: oracle, depth: depth - 1))
    }
  }

  /// An expression that can follow a field name: a leaf or a group.
  private mutating func group(of oracle: NaiveOracle, depth: Int) -> NaiveExpression {
    if depth <= 0 || generator.oneIn(2) { return leaf(of: oracle, isStandard: true) }
    return .or(
      expression(of: oracle, depth: depth - 1, isStandard: true),
      expression(of: oracle, depth: depth - 1, isStandard: true))
  }

  private mutating func leaf(of oracle: NaiveOracle, isStandard: Bool) -> NaiveExpression {
    var text = snippet(of: oracle, upTo: 2)
    // The parsers do not recognize a quote that is in the same grapheme cluster as an adjacent
    // character.
    if "\"\(text)\"".count != text.count + 2 { text = "b" }
    // Without quotes, only a sequence of ASCII letters is certain to be a single word.
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    return isStandard && isPlain && generator.oneIn(2) ? .prefix(text) : .text(text)
  }

  /// A random regular expression over letters of the rows.
  package mutating func regex(of oracle: NaiveOracle, depth: Int) -> NaiveRegex {
    if depth == 0 || generator.oneIn(3) { return atom(of: oracle) }
    switch generator.below(6) {
    case 0, 1, 2:
      return .sequence(
        (0..<1 + generator.below(3)).map { _ in regex(of: oracle, depth: depth - 1) })
    case 3:
      return .choice([regex(of: oracle, depth: depth - 1), regex(of: oracle, depth: depth - 1)])
    case 4: return .optional(regex(of: oracle, depth: depth - 1), isLazy: generator.oneIn(3))
    default:
      // Repeat only expressions that match at least one scalar, because engines differ on empty
      // repetitions.
      let once = consuming(of: oracle)
      let inner = generator.oneIn(2) ? once : .sequence([once, consuming(of: oracle)])
      return .repeated(inner, minimum: generator.below(2), isLazy: generator.oneIn(3))
    }
  }

  private mutating func atom(of oracle: NaiveOracle) -> NaiveRegex {
    switch generator.below(12) {
    case 0: .start
    case 1: .end
    case 2: .boundary(isNegated: generator.oneIn(3))
    default: consuming(of: oracle)
    }
  }

  private mutating func consuming(of oracle: NaiveOracle) -> NaiveRegex {
    switch generator.below(11) {
    case 10: .space(isNegated: generator.oneIn(2))
    case 0: .any
    case 1: .word(isNegated: generator.oneIn(2))
    case 2: .digit
    case 3, 4:
      .set([letter(of: oracle), letter(of: oracle)], isNegated: generator.oneIn(2))
    default: .scalar(letter(of: oracle))
    }
  }

  /// A scalar that occurs in the rows and has at most one counterpart in another case.
  private mutating func letter(of oracle: NaiveOracle) -> Unicode.Scalar {
    let scalars = snippet(of: oracle, upTo: 1).unicodeScalars
    guard let scalar = scalars.first, !"sSkKiIİıßẞΆ".unicodeScalars.contains(scalar) else {
      return "a"
    }
    return scalar
  }
}
