/// The result of testing one piece of a line for a match.
package enum MatchLikelihood: Comparable, Sendable {
  /// The piece overlaps no match.
  case absent
  case possible
  /// The line certainly contains a match.
  case certain
}
