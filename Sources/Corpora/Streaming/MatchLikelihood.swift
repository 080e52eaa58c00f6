/// What a piece of a line shows about whether the line matches.
package enum MatchLikelihood: Comparable, Sendable {
  /// No match in the line overlaps the piece.
  case absent
  case possible
  /// The line matches.
  case certain
}
