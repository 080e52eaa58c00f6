/// A part of a pattern, in order.
enum PatternPiece: Sendable {
  /// Groups, repetitions, alternation and assertions, as RE2 reads them.
  case syntax([UInt8])
  /// A scalar of a set; flags and case are already part of the set.
  case scalars(ScalarSet)
}

/// A pattern that was parsed.
struct ParsedPattern: Sendable {
  /// The longest pattern of which a tree is kept, in bytes.
  static let longestForTree = 1 << 18

  /// The syntax tree; nil if the pattern is so long that looking for strings and making an automaton take too long.
  let node: PatternNode?
  let pieces: [PatternPiece]
  let classes: CharacterClasses

  /// Whether the pattern has `\d`, `\s`, `\w`, `\b` or one of their complements.
  let dependsOnClasses: Bool
  let hasWordBoundary: Bool
}
