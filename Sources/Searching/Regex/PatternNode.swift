/// The syntax tree of a pattern, reduced to the parts that decide whether a text matches.
///
/// Groups, their names and the greediness of repetitions are omitted, because they do not affect
/// whether a text matches.
indirect enum PatternNode: Equatable, Sendable {
  case empty
  case scalars(ScalarSet)
  case textStart
  case textEnd
  case lineStart
  case lineEnd
  case wordBoundary(isNegated: Bool)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// A repetition of a pattern; `maximum` is `nil` if the number of repetitions is unlimited.
  case repeated(PatternNode, minimum: Int, maximum: Int?)
}

extension PatternNode {
  /// Whether the pattern matches the empty text.
  var matchesEmptyText: Bool {
    switch self {
    case .empty, .textStart, .textEnd, .lineStart, .lineEnd: true
    case .scalars: false
    case .wordBoundary(let isNegated): isNegated
    case .sequence(let parts): parts.allSatisfy(\.matchesEmptyText)
    case .choice(let parts): parts.contains(where: \.matchesEmptyText)
    case .repeated(let inner, let minimum, _): minimum == 0 || inner.matchesEmptyText
    }
  }

  /// The pattern without the optional parts at its ends; both patterns match the same texts.
  ///
  /// `.*ing$` becomes `ing$`, and `a+b?` becomes `a`. Each match of the full pattern contains a
  /// match of the reduced pattern. Conversely, each match of the reduced pattern also matches the
  /// full pattern, because the optional parts can be empty.
  var core: PatternNode { trimmed(atStart: true).trimmed(atStart: false) }

  private func trimmed(atStart: Bool) -> PatternNode {
    switch self {
    case .empty, .scalars, .textStart, .textEnd, .lineStart, .lineEnd, .wordBoundary:
      return self
    case .sequence(var parts):
      while let part = atStart ? parts.first : parts.last {
        let trimmed = part.trimmed(atStart: atStart)
        parts.remove(at: atStart ? 0 : parts.count - 1)
        if trimmed == .empty { continue }
        parts.insert(trimmed, at: atStart ? 0 : parts.count)
        break
      }
      return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
    case .choice(let parts):
      let trimmed = parts.map { $0.trimmed(atStart: atStart) }
      return trimmed.contains(.empty) ? .empty : .choice(trimmed)
    case .repeated(let inner, let minimum, _):
      if minimum == 0 { return .empty }
      if minimum == 1 { return inner.trimmed(atStart: atStart) }
      return .repeated(inner, minimum: minimum, maximum: minimum)
    }
  }
}
