/// Whether a line matches, judged by a piece of it.
package enum MatchLikelihood: Comparable, Sendable {
  /// No match in the line overlaps the piece.
  case nowhere
  case perhaps
  /// The line matches.
  case surely
}
