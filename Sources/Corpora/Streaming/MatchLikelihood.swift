/// How likely a line matches, judging by one piece of the line.
package enum MatchLikelihood: Comparable, Sendable {
  /// No match in the line overlaps the piece.
  case absent
  case possible
  /// The line matches.
  case certain
}
