/// Consecutive Unicode scalars, from `lowerBound` to `upperBound`, including both.
///
/// `ClosedRange` requires comparable bounds. When the program creates its first array of such
/// ranges, the Swift runtime checks this requirement by searching all conformances of the program
/// (DECISIONS.md, 75). `ScalarRange` has no generic parameter, so its arrays do not cause this
/// search.
package struct ScalarRange: Equatable, Sendable {
  package let lowerBound, upperBound: UInt32

  /// - Precondition: `lowerBound <= upperBound`.
  package init(_ lowerBound: UInt32, _ upperBound: UInt32) {
    precondition(lowerBound <= upperBound)
    self.lowerBound = lowerBound
    self.upperBound = upperBound
  }

  /// The number of scalars.
  package var count: Int { Int(upperBound - lowerBound) + 1 }

  package func contains(_ scalar: UInt32) -> Bool { scalar >= lowerBound && scalar <= upperBound }
}
