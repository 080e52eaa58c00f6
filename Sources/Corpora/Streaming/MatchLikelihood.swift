/// What the test of one piece of a line shows about a match in the line.
package enum MatchLikelihood: Comparable, Sendable {
  /// The piece overlaps no match.
  case absent
  case possible
  /// The line certainly contains a match.
  case certain
}
