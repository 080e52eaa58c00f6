/// The syntax tree of a pattern, reduced to what decides where matches may be.
///
/// Groups, their names and the greediness of repetitions are left out: they decide which match is reported, not whether
/// there is one.
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
  /// `most` is `nil` if there is no limit.
  case repeated(PatternNode, least: Int, most: Int?)
}

extension PatternNode {
  /// The pattern without the optional parts at its ends; a text matches both patterns or neither.
  ///
  /// `.*ing$` becomes `ing$`, `a+b?` becomes `a`. A match of the full pattern contains one of the reduced pattern. That
  /// one matches the full pattern, too, because the optional parts can be empty.
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
    case .repeated(let inner, let least, _):
      if least == 0 { return .empty }
      if least == 1 { return inner.trimmed(atStart: atStart) }
      return .repeated(inner, least: least, most: least)
    }
  }
}

/// A set of scalars, as ascending ranges that neither overlap nor touch.
struct ScalarSet: Hashable, Sendable {
  private(set) var ranges: [ClosedRange<UInt32>]

  /// Whether the set has no scalar that the class lacks.
  var isExact = true

  static let last: UInt32 = 0x10FFFF

  init(_ scalar: UInt32) { ranges = [scalar...scalar] }

  /// Creates a set; adjacent ranges are joined.
  ///
  /// - Precondition: the ranges ascend and do not overlap.
  init(ascending: [ClosedRange<UInt32>]) {
    ranges = []
    for range in ascending {
      if let before = ranges.last, before.upperBound + 1 == range.lowerBound {
        ranges[ranges.count - 1] = before.lowerBound...range.upperBound
      } else {
        ranges.append(range)
      }
    }
  }

  /// All scalars except a newline.
  static let notNewline = ScalarSet(ascending: [0...9, 11...last])
  static let all = ScalarSet(ascending: [0...last])

  /// Whether every scalar beyond ASCII is a member.
  var containsAllNonASCII: Bool {
    ranges.last.map { $0.lowerBound <= 0x80 && $0.upperBound == Self.last } ?? false
  }

  func contains(_ scalar: UInt32) -> Bool { ranges.contains { $0.contains(scalar) } }

  /// The only member; `nil` if there is more than one.
  var single: UInt32? {
    ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }

  /// The members; `nil` if there are more than `limit`.
  func members(upTo limit: Int) -> [UInt32]? {
    ranges.reduce(0) { $0 + $1.count } <= limit ? ranges.flatMap { Array($0) } : nil
  }
}
