/// Options that specify which differences between characters a comparison ignores.
package struct Folding: Hashable, Sendable {
  /// The version of the folded form, which stored folded text depends on.
  ///
  /// Increment the version when the folded form of any text changes.
  package static let version: UInt32 = 1

  /// Whether full Unicode case folding is applied (ß = ss).
  package var ignoresCase: Bool

  /// Whether combining marks are dropped (é = e).
  package var ignoresDiacritics: Bool

  package init(ignoresCase: Bool, ignoresDiacritics: Bool) {
    self.ignoresCase = ignoresCase
    self.ignoresDiacritics = ignoresDiacritics
  }
}
