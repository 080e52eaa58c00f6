package import UnicodeText

/// A condition on the folded text and tokens of a record.
///
/// Unlike a `Requirement`, a condition is exact: a record meets the condition if and only if the
/// record matches the query. So an engine that tests the condition finds the same records as the
/// matcher.
package indirect enum TextCondition: Hashable, Sendable {
  case constant(Bool)

  /// The bytes occur in the folded text of a field.
  ///
  /// `fields` lists the indices of the fields to search; `nil` means all fields.
  case contains([UInt8], fields: [Int]?)

  /// At least `count` tokens of the record begin with the bytes; tokens are split at the standard
  /// separators.
  case tokens(startingWith: [UInt8], atLeast: Int)

  case not(TextCondition)
  case all([TextCondition])
  case any([TextCondition])

  /// The folding of all texts in conditions; it ignores case and diacritics.
  package static var folding: Folding { IndexedText.folding }

  /// The separators at which text is split into tokens.
  package static var separators: TokenSeparators { .standard }
}

extension FieldScope {
  /// The indices of the fields in scope; `nil` if all fields are in scope.
  var numbers: [Int]? { isEverything ? nil : isIncluded.indices.filter { isIncluded[$0] } }
}

extension SubstringMatcher {
  var condition: TextCondition? {
    switch need {
    case .nothing: .constant(true)
    case .impossible: .constant(false)
    case .needle(let needle):
      foldsBy == TextCondition.folding && bounds == .anywhere
        ? .contains(needle.bytes, fields: scope.numbers) : nil
    }
  }
}

extension TokenPrefixMatcher {
  var condition: TextCondition? {
    if query.isImpossible { return .constant(false) }
    if query.tokens.isEmpty { return .constant(true) }
    // A condition cannot describe the values of alias fields, because the tokens of each value are
    // matched separately. A condition also cannot describe matches by full name, because a full
    // name is a run of text without whitespace, not a token.
    guard query.folding == TextCondition.folding, query.classes.separators == .standard,
      scope.isEverything, !scope.hasRepresentations,
      !query.distinct.contains(where: { query.classes.part($0.bytes) })
    else { return nil }
    let parts = query.distinct.map {
      TextCondition.tokens(startingWith: $0.bytes, atLeast: Int($0.need))
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }
}

extension BooleanMatcher {
  var condition: TextCondition? {
    if case .constant(let value) = form.nodes[form.root] { return .constant(value) }
    guard foldsBy == TextCondition.folding, form.depth <= Self.requirementDepth else { return nil }
    var conditions: [TextCondition] = []
    // A node with several parents appears in the condition once for each parent.
    var sizes: [Int] = []
    for node in form.nodes {
      switch node {
      case .constant, .literal: sizes.append(1)
      case .and(let children), .or(let children):
        sizes.append(children.reduce(1) { min(Self.conditionLimit + 1, $0 + sizes[Int($1)]) })
      }
    }
    if sizes[form.root] > Self.conditionLimit { return nil }
    for node in form.nodes {
      switch node {
      case .constant(let value): conditions.append(.constant(value))
      case .literal(let leaf, let isNegated):
        guard let condition = condition(of: leaves[Int(leaf)]) else { return nil }
        conditions.append(isNegated ? .not(condition) : condition)
      case .and(let children): conditions.append(.all(children.map { conditions[Int($0)] }))
      case .or(let children): conditions.append(.any(children.map { conditions[Int($0)] }))
      }
    }
    return conditions[form.root]
  }

  /// The maximum number of nodes of a condition; a query with more nodes has no condition.
  private static let conditionLimit = 1_000

  private func condition(of leaf: Leaf) -> TextCondition? {
    switch leaf {
    case .unused: .constant(false)
    case .substring(let scan): .contains(scan.needle.bytes, fields: scan.scope.numbers)
    case .prefix(let matcher): matcher.condition
    }
  }
}

extension AnyMatcher {
  var condition: TextCondition? {
    var conditions: [TextCondition] = []
    for matcher in matchers {
      guard let condition = matcher.condition else { return nil }
      conditions.append(condition)
    }
    return .any(conditions)
  }
}
