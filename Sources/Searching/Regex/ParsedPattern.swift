/// A piece of a pattern; the pieces in order make up the whole pattern.
enum PatternPiece: Sendable {
  /// Groups, repetitions, alternation and assertions, in RE2's syntax.
  case syntax([UInt8])
  /// A set of scalars; the flags are already applied to the set.
  case scalars(ScalarSet)
}

/// A parsed pattern.
struct ParsedPattern: Sendable {
  /// The maximum length in bytes of a pattern whose syntax tree is stored.
  static let longestForTree = 1 << 18

  /// The syntax tree; nil for a long pattern.
  ///
  /// Finding strings in a long pattern, and building its automaton, would take too much time.
  let node: PatternNode?
  let pieces: [PatternPiece]
  let classes: CharacterClasses

  /// Whether the pattern has `\d`, `\s`, `\w`, `\b` or one of their complements.
  let dependsOnClasses: Bool
  let hasWordBoundary: Bool
}
