/// One of the pieces that make up a pattern, in order.
enum PatternPiece: Sendable {
  /// Groups, repetitions, alternation and assertions, as RE2 reads them.
  case syntax([UInt8])
  /// A set of scalars; flags and case are already applied to it.
  case scalars(ScalarSet)
}

/// A pattern that was parsed.
struct ParsedPattern: Sendable {
  /// The length of the longest pattern whose tree is kept, in bytes.
  static let longestForTree = 1 << 18

  /// The syntax tree; nil if the pattern is so long that finding its strings and making its automaton would take too
  /// long.
  let node: PatternNode?
  let pieces: [PatternPiece]
  let classes: CharacterClasses

  /// Whether the pattern has `\d`, `\s`, `\w`, `\b` or one of their complements.
  let dependsOnClasses: Bool
  let hasWordBoundary: Bool
}
